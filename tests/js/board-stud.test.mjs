/** The board of Stud Mix: see tests/js/drawing.mjs. */

import { testBoard } from "./drawing.mjs";
import * as board from "../../static/js/boards/stud.js";

testBoard("stud", board);
