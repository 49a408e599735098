/** The board of NANA: see tests/js/drawing.mjs. */

import { testBoard } from "./drawing.mjs";
import * as board from "../../static/js/boards/nana.js";

testBoard("nana", board);
