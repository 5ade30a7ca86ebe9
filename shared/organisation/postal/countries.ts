import { fold } from "../names/fold.ts";

/** Codes of countries (ISO 3166-1) with their names in the languages in which registrants write them. */
const COUNTRIES =
  "de germany deutschland allemagne|at austria österreich autriche|ch switzerland schweiz suisse svizzera|li liechtenstein|fr france frankreich|it italy italia italien|es spain españa spanien|pt portugal|nl netherlands nederland niederlande the_netherlands|be belgium belgique belgië belgien|lu luxembourg luxemburg|gb united_kingdom uk great_britain england scotland wales northern_ireland grossbritannien vereinigtes_königreich united_kingdom_of_great_britain_and_northern_ireland|ie ireland irland|dk denmark danmark dänemark|se sweden sverige schweden|no norway norge norwegen|fi finland suomi finnland|is iceland ísland|pl poland polska polen|cz czech_republic česká_republika czechia česko tschechien|sk slovakia slovensko slovak_republic slowakei|hu hungary magyarország ungarn|si slovenia slovenija slowenien|hr croatia hrvatska kroatien|rs serbia srbija|ba bosnia_and_herzegovina|ro romania românia rumänien|bg bulgaria българия|gr greece ελλάδα griechenland hellas|cy cyprus|tr turkey türkiye turkiye türkei|ru russia russian_federation россия russland|ua ukraine україна|by belarus|ee estonia eesti|lv latvia latvija|lt lithuania lietuva|us united_states usa united_states_of_america vereinigte_staaten|ca canada kanada|mx mexico méxico|br brazil brasil brasilien|ar argentina|cl chile|co_ colombia|pe peru|au australia australien|nz new_zealand|jp japan 日本|kr korea south_korea republic_of_korea 대한민국|cn china 中国|tw taiwan|hk hong_kong|sg singapore|in_ india indien|id_ indonesia|my malaysia|th thailand|vn vietnam|ph philippines|za south_africa|eg egypt|ma morocco|il israel|ae united_arab_emirates|mt malta|ad andorra|mc monaco|mk north_macedonia|kz kazakhstan|uz uzbekistan|uy uruguay|py paraguay|bo bolivia|ec ecuador|ve venezuela|cr costa_rica|gt guatemala|hn honduras|ni nicaragua|sv el_salvador|cu cuba|jm jamaica|dz algeria algérie|ng nigeria|ke kenya|gh ghana|ug uganda|tz tanzania|zm zambia|zw zimbabwe|sn senegal sénégal|cm cameroon cameroun|pk pakistan|bd bangladesh|lk sri_lanka|np nepal|kh cambodia|ir iran|iq iraq|jo jordan|kw kuwait|qa qatar|lb lebanon|om oman|bh bahrain";

/** A code that is also a frequent word counts where it stands alone only. */
export const COUNTRY_CODES: ReadonlyMap<string, string> = new Map(
  COUNTRIES.split("|").flatMap((line) => {
    const [first = "", ...names] = line.split(" ");
    const code = first.replace("_", "");
    return [code, ...names.map((name) => fold(name.replaceAll("_", " ")))].map(
      (name) => [fold(name), code] as const,
    );
  }),
);

/** Codes before postal codes: `D-78457`, `USA-94043`. */
export const POSTAL_PREFIXES: ReadonlyMap<string, string> = new Map(
  "d de|a at|ch ch|f fr|i it|b be|l lu|e es|nl nl|us us|usa us|dk dk|s se|se se|n no|no no|fin fi|fi fi|pl pl|cz cz|sk sk|h hu|hu hu|at at|de de|fr fr|it it|be be|li li|fl li|lt lt|lv lv|si si|hr hr|rs rs|ro ro|md md|l lu|lu lu|gr gr|pt pt|p pt|es es"
    .split("|")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** Codes of countries that are as well those of states of the United States. */
export const US_STATES: ReadonlySet<string> = new Set(
  "al ar az ca co de ga id il in la ma md me mn mo ms mt nc ne pa sc sd va".split(" "),
);
