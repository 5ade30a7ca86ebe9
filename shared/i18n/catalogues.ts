import ar from "./ar.json" with { type: "json" };
import ca from "./ca.json" with { type: "json" };
import cs from "./cs.json" with { type: "json" };
import de from "./de.json" with { type: "json" };
import el from "./el.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fa from "./fa.json" with { type: "json" };
import fi from "./fi.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import he from "./he.json" with { type: "json" };
import hi from "./hi.json" with { type: "json" };
import hu from "./hu.json" with { type: "json" };
import id from "./id.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };
import ko from "./ko.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pl from "./pl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };
import ru from "./ru.json" with { type: "json" };
import sv from "./sv.json" with { type: "json" };
import tr from "./tr.json" with { type: "json" };
import uk from "./uk.json" with { type: "json" };
import vi from "./vi.json" with { type: "json" };
import zhHans from "./zh-hans.json" with { type: "json" };
import zhHant from "./zh-hant.json" with { type: "json" };

/** A banana file: messages by key, and `@metadata` about the file. */
export type Catalogue = Readonly<Record<string, unknown>>;

/** The banana files by language code (Q8), in the order in which forms offer the languages. */
export const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  ar,
  ca,
  cs,
  de,
  el,
  en,
  es,
  fa,
  fi,
  fr,
  he,
  hi,
  hu,
  id,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ru,
  sv,
  tr,
  uk,
  vi,
  "zh-hans": zhHans,
  "zh-hant": zhHant,
};

/** Codes of the languages with messages, in the order in which forms offer them. */
export const LANGUAGES = Object.keys(CATALOGUES);
