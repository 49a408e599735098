// Read patched updates from the standard input, one a line, and print them whole. An empty line begins a new socket.

import { createInterface } from "node:readline";
import { createUpdateReader } from "../../static/js/shell/net/patches.js";

let reader = createUpdateReader();
for await (const line of createInterface({ input: process.stdin })) {
  if (line) console.log(JSON.stringify(reader.read(JSON.parse(line))));
  else reader = createUpdateReader();
}
