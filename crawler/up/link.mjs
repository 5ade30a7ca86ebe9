import { linkProgram } from "./install.mjs";

// Run by the package manager after an install by hand, so that `./node_modules/.bin/weboid` is there as well.
linkProgram();
