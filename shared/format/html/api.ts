import { type MessageKey, type Messages, messages } from "../../i18n/messages.ts";
import { printDocument } from "./document.ts";
import { labelledLink, ownAddress } from "./link.ts";
import { type Html, html, joined, SLOT, slotted } from "./markup.ts";

/** An address, as far as the page shows it. */
interface ShownAddress {
  readonly path: string;
  readonly says: MessageKey;
  readonly formats: readonly string[];
  readonly parameters: readonly string[];
  readonly friends?: true;
  readonly example?: string;
}

interface ApiOptions {
  readonly lang?: string | null;
  /** Under which this edge was asked: `https://weboid.example`. */
  readonly base: string;
  readonly addresses: readonly ShownAddress[];
  /** For people alone. */
  readonly forms: readonly { readonly path: string; readonly says: MessageKey }[];
  /** To which the navigation leads; null: to all. */
  readonly wiki?: string | null;
  /** Names of the schemas, as their addresses have them. */
  readonly schemas: readonly string[];
}

const code = (text: string): Html => html`<code dir="ltr">${text}</code>`;

/** An example is an address of ours with its parameters in place. */
function exampleLink(example: string): Html {
  const [path = "", query = ""] = example.split("?");
  return labelledLink(
    ownAddress(`/${path.slice(1)}`, Object.fromEntries(new URLSearchParams(query))),
    code(example),
  );
}

function addressItem(
  say: Messages,
  { path, says, formats, parameters, friends, example }: ShownAddress,
): Html {
  const asked = parameters.filter((name) => !path.includes(`{${name}}`));
  return html`<dt>${code(`GET ${path}`)}</dt><dd>${say.text(says)}${friends ? html` ${say.text("api-friends")}` : null}
<br>${say.text("api-formats")} ${joined(formats.map(code), " ")}${
    asked.length === 0 ? null : html`<br>${say.text("api-parameters")} ${joined(asked.map(code), " ")}`
  }${example !== undefined && html`<br>${friends ? code(example) : exampleLink(example)}`}</dd>
`;
}

/** `/api`: for people who write programs; the words for programs are in OpenAPI and JSON Schema beside it. */
export function printApi(options: ApiOptions): string {
  const say = messages(options.lang);
  const { addresses, forms, schemas } = options;
  const openApi = labelledLink(ownAddress("/api/openapi.json"), "OpenAPI 3.1");
  return printDocument({
    say,
    title: say.text("api-document-title"),
    description: say.text("api-lead"),
    standing: { wiki: options.wiki ?? null, section: "api", is: true, path: "/api" },
    main: html`<div id="answer" tabindex="-1"><h1>${say.text("api-heading")}</h1>
<p class="lead">${say.text("api-lead")}</p></div>
<p>${slotted(say.text("api-machine", SLOT), openApi)}</p>
<section><h2>${say.text("api-addresses")}</h2>
<p>${slotted(say.text("api-base", SLOT), code(options.base))}</p>
<dl>${addresses.map((address) => addressItem(say, address))}${forms.map(
      ({
        path,
        says,
      }) => html`<dt>${code(`GET, POST ${path}`)}</dt><dd>${say.text(says)} ${say.text("error-people-only-forms")}</dd>
`,
    )}</dl></section>
<section><h2>${say.text("api-schemas")}</h2>
<p>${say.text("api-schemas-text")}</p>
<ul>${schemas.map((name) => html`<li>${labelledLink(ownAddress(`/api/schema/${name}.json`), code(`${name}.json`))}</li>`)}</ul></section>
<section><h2>${say.text("api-limits")}</h2>
<p>${say.text("api-limits-text")}</p></section>`,
    indexed: true,
    formless: true,
  });
}
