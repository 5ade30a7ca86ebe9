import { phrases } from "./words-of.ts";

/**
 * Legal forms of bodies in many countries, without points and blanks between single letters, as names are folded before. They end a
 * name, some begin it; a body is the same with or without them (O2).
 */
const FORMS =
  // Germany, Austria, Switzerland, Liechtenstein
  "gmbh|ggmbh|gmbh co kg|gmbh und co kg|gmbh und cokg|gmbh cokg|ag|ag co kg|ag und co kg|kg|ohg|ug|ug haftungsbeschränkt|ug haftungsbeschränkt und co kg|gbr|kgaa|se|se co kg|se und co kg|se und co kgaa|ev|eg|egen|eingetragener verein|eingetragene genossenschaft|gesellschaft mit beschränkter haftung|gesellschaft mbh|ges mbh|gesmbh|gemeinnützige gmbh|gemeinnützige gesellschaft mit beschränkter haftung|mbh|mit beschränkter haftung|aktiengesellschaft|kommanditgesellschaft|partg|partgmbb|partg mbb|aör|kör|körperschaft des öffentlichen rechts|anstalt des öffentlichen rechts|stiftung des öffentlichen rechts|stiftung öffentlichen rechts|körperschaft öffentlichen rechts|anstalt öffentlichen rechts|stiftung bürgerlichen rechts|unternehmensgruppe|kdör|ek|ekfm|ekfr|einzelunternehmen|gmbh in liquidation|sarl|sàrl|sagl|og|keg|vvag|gemeinnütziger verein|" +
  // English-speaking countries
  "group|gruppe|groupe|gruppo|grupo|groep|koncernen|ltd|limited|plc|public limited company|limited liability company|limited liability partnership|limited partnership|company limited by guarantee|npc|npo|rf npc|llp|lp|llc|lllp|inc|incorporated|corp|corporation|co|company|co ltd|co inc|company limited|pty|pty ltd|pty limited|proprietary limited|pvt ltd|private limited|pte ltd|pte|cic|cio|dac|clg|ulc|pc|pllc|na|" +
  // Romance languages
  "sa|cie|compagnie|et compagnie|sa nv|sas|sasu|eurl|snc|scs|sca|sci|scop|scrl|sc|gie|association loi 1901|société anonyme|société par actions simplifiée|société à responsabilité limitée|spa|srl|srls|sapa|ss|società per azioni|società a responsabilità limitata|società cooperativa|onlus|aps|sl|slu|sau|sll|sociedad anónima|sociedad anónima unipersonal|sociedad limitada unipersonal|sociedad limitada|sociedad de responsabilidad limitada|scoop|s coop|lda|ltda|limitada|unipessoal lda|eireli|me|epp|epe|sociedade anónima|asbl|sprl|sa nv|sàrl|sarl sàrl|sc srl|cv|sa de cv|s de rl de cv|sa de capital variable|sapi de cv|" +
  // Benelux, Nordic and Baltic countries
  "stichting|stiftelsen|bv|nv|vof|cvba|bvba|vzw|besloten vennootschap|naamloze vennootschap|ab|aktiebolag|aktiebolaget|hb|kb|ekonomisk förening|ideell förening|publ|ab publ|a s|as|asa|ans|da|ba|nuf|aktieselskab|anpartsselskab|i s|k s|ivs|amba|fmba|oy|oyj|abp|sr|ab oy|oy ab|oyj abp|ky|tmi|osakeyhtiö|ry|rf|rs|osk|ou|mtü|sia|uab|ehf|hf|sf|" +
  // Central and eastern Europe
  "spol s r o|spol sro|sro|po|příspěvková organizace|vvi|společnost s ručením omezeným|akciová společnost|zs|ops|zu|vos|ks|spol s ro|sp z oo|sp zoo|spolka zoo|sp z o o|spolka z oo|spółka z ograniczoną odpowiedzialnością|spółka akcyjna|sp j|spj|sp k|spk|sp zoo sp k|sp zoo spk|sp zoo i spolka sp k|kft|zrt|nyrt|bt|kkt|korlátolt felelősségű társaság|doo|dd|jdoo|ad|ead|eood|ood|sc srl|ooo|oao|zao|pao|ao|ip|tov|pat|prat|obshchestvo s ogranichennoy otvetstvennostyu|общество с ограниченной ответственностью|акционерное общество|публичное акционерное общество|ооо|оао|зао|пао|ао|тов|ike|epe|ανώνυμη εταιρεία|α ε|ε π ε|" +
  // Turkey, Asia, Latin America, Africa
  "anonim şirketi|limited şirketi|ltd şti|ltd sti|aş|san ve tic|san ve tic aş|san ve tic ltd şti|kk|kabushiki kaisha|kabushiki gaisha|gk|godo kaisha|yk|co ltd kk|株式会社|有限会社|合同会社|一般社団法人|公益財団法人|学校法人|独立行政法人|国立大学法人|(株)|(有)|(주)|주식회사|유한회사|사단법인|재단법인|有限公司|股份有限公司|有限责任公司|pt|tbk|sdn bhd|bhd|jsc|pjsc|ojsc|cjsc|joint stock company|fze|fzco|fz llc|wll|bsc|saog|psc|sae|eurl|spa|saa|sac|eirl";

/** Of these, those that stand before the name as well. */
const LEADING =
  "groupe|gruppo|grupo|gmbh|sarl|sas|sasu|eurl|scop|asbl|vzw|sprl|bvba|srl|spa|jsc|pjsc|ojsc|cjsc|llc|doo|dooel|aktiebolaget|société anonyme|kabushiki kaisha|ooo|oao|zao|pao|ao|ip|tov|ооо|оао|зао|пао|ао|тов|pt|ab|as|oy|株式会社|有限会社|合同会社|一般社団法人|公益財団法人|学校法人|独立行政法人|国立大学法人|주식회사|(주)|(株)|유한회사|사단법인|재단법인|общество с ограниченной ответственностью|акционерное общество|публичное акционерное общество|uab|sia|as|sc|ud|pt|sociedad anónima|sa|national university corporation|agencia estatal|entidad pública empresarial|organismo autónomo|établissement public|ente pubblico|fa|firma|stichting|stiftelsen|magistrat der|der magistrat der|der präsident der|die präsidentin der|der rektor der|die rektorin der|der kanzler der";

/** In whose names English-speaking universities act. */
const GOVERNORS =
  "regents|board of regents|trustees|board of trustees|curators|governors|board of governors|governing council|president and fellows|chancellor masters and scholars|corporation|provost and fellows|delegates|rector and visitors";

/** Of firms, associations with members and the like: beside an institution, a body of its own. */
export const LEGAL_FORMS: readonly string[] = FORMS.split("|").filter(Boolean);
/** Those of one word, folded: in a name, before a unit ("Velden N.V. Afd. ICT"), or of a body of its own. */
export const SINGLE_FORMS: ReadonlySet<string> = new Set(
  LEGAL_FORMS.flatMap((form) => phrases(form)).flatMap((words) => (words.length === 1 ? words : [])),
);
export const LEADING_LEGAL_FORMS: readonly string[] = [
  ...LEADING.split("|").filter(Boolean),
  ...GOVERNORS.split("|").flatMap((who) =>
    ["", "the "].flatMap((article) => [`${article}${who} of the`, `${article}${who} of`]),
  ),
];

/** One form in the languages of a country (Belgium, Switzerland, Canada, Finland), and with its abbreviation, by first words. */
const ONE_FORM =
  "asbl vzw|sa nv ag|sarl gmbh sagl|sprl bvba srl bv|inc incorporated|ltd limited|oy ab|corp corporation"
    .split("|")
    .map((forms) => forms.split(" "));

/** Whether two legal forms may be one, by their first words; null: not known. */
export const isOneForm = (a: string | null, b: string | null): boolean =>
  a === null || b === null || a === b || ONE_FORM.some((forms) => forms.includes(a) && forms.includes(b));
