/** The board of Turn Duel: see tests/js/drawing.mjs. */

import { testBoard } from "./drawing.mjs";
import * as board from "../../static/js/boards/turn.js";

testBoard("turn", board);
