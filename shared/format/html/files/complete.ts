import { ownAddress } from "../link.ts";
import { html } from "../markup.ts";
import { PLACES } from "./places.ts";
import { hashSource, versionOf } from "./version.ts";

/**
 * Buttons that copy the addresses of an answer, beside them and where nothing moves; without this script there are none.
 * Fields for wikis and titles complete as one types: the combobox with a list of the ARIA Authoring Practices (1.2). Not the
 * browser's own `datalist`, which hides what does not hold the typed letters ("kase" for "Käse"). Without this script the
 * form is the same, only without suggestions. Names of wikis come from this edge; titles from the wiki itself, which does
 * not hear from which page it is asked. What comes is text: it is never made into markup. A field asks after a pause in
 * typing, for ten suggestions; an answer that comes late, or after more was typed, is dropped.
 */
const SOURCE = `
(() => {
  const [wiki, title] = ["f-wiki", "f-title"].map((id) => document.getElementById(id));
  const get = async (address) => {
    const answer = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(4000) });
    return answer.ok ? answer.json() : null;
  };
  const wikis = async (name) => (await get("/api/v1/wikis?prefix=" + encodeURIComponent(name))).wikis;
  const apis = new Map();
  const apiOf = async (name) => {
    if (!apis.has(name)) apis.set(name, (await wikis(name)).find((each) => each.api)?.api);
    return apis.get(name);
  };
  const titles = async (start) => {
    const api = await apiOf(wiki.value.trim());
    if (!api) return [];
    const asked = new URL(api);
    asked.search = new URLSearchParams({ action: "opensearch", search: start, limit: 10, format: "json", formatversion: 2, origin: "*" });
    return (await get(asked))[1];
  };
  const complete = (input, suggest) => {
    const list = document.createElement("ul");
    const id = input.id + "-list";
    const attributes = (element, values) => Object.entries(values).forEach(([name, value]) => element.setAttribute(name, value));
    let timer;
    let newest = 0;
    let at = -1;
    const show = (found) => {
      at = -1;
      list.replaceChildren(...found.map((each, i) => {
        const option = document.createElement("li");
        attributes(option, { id: id + i, role: "option", "aria-selected": false, dir: "auto" });
        option.textContent = each;
        return option;
      }));
      list.hidden = found.length === 0;
      input.setAttribute("aria-expanded", !list.hidden);
      input.removeAttribute("aria-activedescendant");
    };
    const mark = (next) => {
      list.children[at]?.setAttribute("aria-selected", false);
      at = next;
      const option = list.children[at];
      option.setAttribute("aria-selected", true);
      option.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", option.id);
    };
    const stop = () => {
      clearTimeout(timer);
      newest++;
      show([]);
    };
    const choose = (option) => {
      input.value = option.textContent;
      stop();
    };
    attributes(list, { id, role: "listbox", "aria-label": input.labels[0].textContent });
    list.hidden = true;
    input.after(list);
    attributes(input, { role: "combobox", "aria-autocomplete": "list", "aria-expanded": false, "aria-controls": id });
    input.addEventListener("input", () => {
      clearTimeout(timer);
      const mine = ++newest;
      const text = input.value.trim();
      if (!text || text.length > 100) return show([]);
      timer = setTimeout(async () => {
        let found = [];
        try {
          found = await suggest(text);
        } catch {}
        if (mine === newest && Array.isArray(found)) show(found.slice(0, 10).map((each) => String(each).slice(0, 300)));
      }, 200);
    });
    input.addEventListener("keydown", (event) => {
      const { length } = list.children;
      if (length === 0 || event.isComposing) return;
      if (event.key === "ArrowDown") mark((at + 1) % length);
      else if (event.key === "ArrowUp") mark((at <= 0 ? length : at) - 1);
      else if (event.key === "Enter" && at >= 0) choose(list.children[at]);
      else if (event.key === "Escape") stop();
      else return;
      event.preventDefault();
    });
    input.addEventListener("blur", stop);
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => event.target.role === "option" && choose(event.target));
  };
  for (const input of document.querySelectorAll("input[name=dbname]:not([type=hidden])")) complete(input, async (name) => (await wikis(name)).map((each) => each.wiki));
  if (title) complete(title, titles);
})();
(() => {
  const answer = document.querySelector("[data-copy]");
  if (!answer || !navigator.clipboard) return;
  const { copy, dead, done } = answer.dataset;
  const button = (label, name, text) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "cp";
    made.textContent = label;
    made.title = name;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        made.textContent = done;
        setTimeout(() => { made.textContent = label; }, 2000);
      } catch {}
    });
    return made;
  };
  for (const field of answer.querySelectorAll("[data-take]")) {
    const label = field.dataset.take;
    field.after(button(label, label, field.value ?? field.textContent));
  }
  const all = [];
  for (const item of answer.querySelectorAll(".urls > li")) {
    const shown = item.querySelector("[rel], .u");
    const url = shown?.getAttribute("href") ?? shown?.textContent;
    if (!url) continue;
    if (item.querySelector(".v.unreachable")) all.push(url);
    item.append(button("", copy, url));
  }
  if (all.length > 1) [...answer.querySelectorAll(".e")].at(-1)?.append(" \u00b7 ", button(dead, dead, all.join("\\n")));
})();
`;

/** The one script of our pages, as it is sent and hashed. */
export const SCRIPT = `${(SOURCE + PLACES).replace(/\n\s*/g, "\n").trim()}\n`;

/** `sha256-…`: what the policy allows, and what browsers compare the script with that they loaded. */
export const SCRIPT_HASH = hashSource(SCRIPT);

export const SCRIPT_VERSION = versionOf(SCRIPT);
const SCRIPT_ADDRESS = ownAddress("/form.js", { v: SCRIPT_VERSION });

/** For the head of pages with the form whose fields it completes. */
export const COMPLETION = html`<script src="${SCRIPT_ADDRESS}" integrity="${SCRIPT_HASH}" defer></script>`;
