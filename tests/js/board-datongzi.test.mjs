/** The board of Da Tong Zi: see tests/js/drawing.mjs. */

import { testBoard } from "./drawing.mjs";
import * as board from "../../static/js/boards/datongzi.js";

testBoard("datongzi", board);
