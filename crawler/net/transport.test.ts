import { transportContract } from "../check/testing/transport-contract.ts";
import { createDialler } from "./dialler.ts";
import { createUndiciTransport } from "./undici.ts";

transportContract("dialler", createDialler, { headConnection: "keep-alive" });
// undici closes after HEAD, as answers with a body to it have been seen.
transportContract("undici", createUndiciTransport, { headConnection: "close" });
