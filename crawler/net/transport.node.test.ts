import { transportContract } from "../check/testing/transport-contract.ts";
import { createUndiciTransport } from "./undici.ts";

// undici closes after HEAD, as answers with a body to it have been seen.
transportContract("undici on Node", createUndiciTransport, { headConnection: "close" });
