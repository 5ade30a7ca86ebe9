import { createDialler } from "./dialler.ts";
import { transportContract } from "./testing/transport-contract.ts";
import { createUndiciTransport } from "./undici.ts";

transportContract("dialler", createDialler, { headConnection: "keep-alive" });
// undici closes after HEAD, as answers with a body to it have been seen.
transportContract("undici", createUndiciTransport, { headConnection: "close" });
