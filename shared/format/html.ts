/** The HTML printer: everything that other rooms may use of it. */
import { HTML_CONTENT_TYPE } from "./html/document.ts";
import { printErrorHtml, printHtml } from "./html/page.ts";
import type { Printer } from "./types.ts";

export { printApi } from "./html/api.ts";
export { type CheckState, printCheck } from "./html/check.ts";
export { HTML_CONTENT_TYPE } from "./html/document.ts";
export { SCRIPT as FORM_SCRIPT, SCRIPT_VERSION as FORM_SCRIPT_VERSION } from "./html/files/complete.ts";
export { STYLE, STYLE_VERSION } from "./html/files/style.ts";
export { printFront } from "./html/front.ts";
export { printDomains, printPaths } from "./html/lists/counts.ts";
export { printDomain } from "./html/lists/domain.ts";
export { printList } from "./html/lists/list.ts";
export {
  printArchiving,
  printOrganisation,
  printOrganisations,
  printRelaunches,
} from "./html/lists/organisation.ts";
export { printOverview } from "./html/lists/overview.ts";
export { printWikis } from "./html/lists/wikis.ts";
export { printLog } from "./html/log.ts";
export { htmlChunks, printErrorHtml, printHtml } from "./html/page.ts";
export {
  type Account,
  isDone,
  LOGIN_RETURN_CHARS_MAX,
  type PeopleForm,
  type PeopleState,
  printPeople,
} from "./html/people.ts";
export { HTML_SECURITY_POLICY } from "./html/policy.ts";
export { printRepair } from "./html/repair.ts";
export { printSearch, type SearchForm, type SearchState } from "./html/search.ts";
export { printSource } from "./html/source.ts";
export { printUse } from "./html/use.ts";

/** The same as a printer beside JSON, XML and script (Q6). Serve it with HTML_SECURITY_POLICY. */
export const htmlPrinter: Printer = {
  contentType: HTML_CONTENT_TYPE,
  print: printHtml,
  printError: printErrorHtml,
};
