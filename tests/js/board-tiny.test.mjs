/** The board of Peak: see tests/js/drawing.mjs. */

import { testBoard } from "./drawing.mjs";
import * as board from "../../static/js/boards/tiny.js";

testBoard("tiny", board);
