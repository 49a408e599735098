/** The board of Battleship: see tests/js/drawing.mjs. */

import { testBoard } from "./drawing.mjs";
import * as board from "../../static/js/boards/battleship.js";

testBoard("battleship", board);
