/**
 * Words of names by meaning, several languages to a meaning (O2). An entry's text is a list of words or phrases, split at `|`; names and
 * phrases are folded before they are compared.
 */

/** What kind of body it is: names of two kinds are two organisations, in whatever language. */
export const KINDS: Readonly<Record<string, string>> = {
  university:
    "universität|university|università degli studi|university of studies|université|università|universidad|universidade|universitat|universiteit|universitet|universitetet|yliopisto|uniwersytet|univerzita|univerzitet|sveučilište|univerza|egyetem|universitatea|üniversitesi|universitas|universitets|uni|univ|universytet|universitet imeni|panepistimio|daigaku|universiteta|universitetu|uniwersytetu|univerzity|大学|大學|대학교|ülikool|universitāte|universitetas|universitātes|univerzitet u|tudományegyetem|university at|univerzitetu|panepistemio",
  "technical-university":
    "technische universität|工業大学|technical university|university of technology|tu|technische universiteit|technická univerzita|technická universita|politechnika|politecnico|polytechnic university|universidad politécnica|université technique|tekniska universitet|danmarks tekniske universitet|műszaki egyetem|teknik üniversitesi|tekniska högskolan|teknillinen yliopisto|techn universität|techn univ|tech univ|tech university|univ of technology|université de technologie|university of science and technology|vysoké učení technické|vysoké učení technické v|technische univ|universitat politècnica|universitat politecnica de|universidad técnica|universidade técnica|università politecnica|polytechnic university of|tehnikaülikool|tehniskā universitāte|technikos universitetas|tehnička univerza|tehniška univerza|tehnički univerzitet|universitatea tehnică|universitatea politehnica|teknisk universitet|danmarks tekniske univ|norges teknisk naturvitenskapelige universitet|national technical university|politehnica|hochschule technische universität|state technical university|université polytechnique",
  "university-of-applied-sciences":
    "university of applied sciences and arts|university of applied sciences and arts of|city university of applied sciences|city university of applied sciences of|university of applied sciences|universities of applied sciences|hochschule für angewandte wissenschaften|hochschule für angewandte wissenschaft|fachhochschule|hochschule|hogeschool|ammattikorkeakoulu|haute école|haute école spécialisée|scuola universitaria professionale|yrkeshögskola|yrkeshögskolan|professionshøjskole|professionshøjskolen|høgskole|høgskolen|högskola|högskolan|veleučilište|rakenduskõrgkool|uygulamalı bilimler üniversitesi|főiskola|fh|hs|haw|univ of applied sciences|univ of appl sciences|university for applied sciences|univ of appl sci|univ of applied sci|hochschule für angew wissenschaften|university of appl sciences|hautes écoles|berufsakademie hochschule|applied sciences university|uas|haute école spéc|supsi|odborná vysoká škola|wyższa szkoła zawodowa|akademia nauk stosowanych|university college of applied sciences|hogskole|erhvervsakademi|staatliche fachhochschule",
  "technical-college":
    "technische hochschule|th|ostbayerische technische hochschule|institute of technology|institut für technologie|institut für technik|swiss federal institute of technology|federal institute of technology|eidgenössische technische hochschule|eth|school of engineering and technology|institut de technologie|instituto tecnológico|istituto di tecnologia|technological institute|institut technique|institute of tech|inst of tech|inst of technology|techn hochschule",
  "teacher-college": "pädagogische hochschule|university of education|ph",
  academy:
    "akademie|academy|académie|accademia|academia|akadémia|akademia|akademi|akademija|akademiya|akademii|akadeemia|akadēmija|akademisi|akademiet|akademiens",
  college: "college|colegio|collège|kolleg",
  "water-board":
    "waterschap|hoogheemraadschap|water board|water authority|wasserverband|wasserzweckverband|abwasserverband|agence de l eau|consorzio di bonifica|confederación hidrográfica|povodí",
  "state-archive":
    "staatsarchiv|state archive|state archives|archives de l état|archivio di stato|rijksarchief|archiwum państwowe|státní archiv|štátny archív|archivo estatal|državni arhiv|riksarkivet",
  hospital:
    "hastanesi|sairaala|spitalul|klinikum|krankenhaus|hospital|hôpital|ospedale|spital|ziekenhuis|sygehus|sjukhus|szpital|nemocnice|kórház|klinik|clinic|clinique|clinica|medical center|medical centre|medical ctr|szpitala|bolnitsa|byoin|病院|医院|병원|haigla|slimnīca|ligoninė|bolnišnica|bolnica|universitetssykehus|sykehus|lasarett|ziekenhuizen|centre hospitalier|centro hospitalar|hospitalet|sygehuse|medizinisches zentrum|krankenanstalt|krankenanstalten|policlinico|poliklinika",
  "university-hospital":
    "universitätsklinikum|universitätsmedizin|universitätsspital|university hospital|university hospitals|university medical center|university medical centre|uniklinik|uniklinikum|universitätsklinik|chu|centre hospitalier universitaire|universitetssjukhuset|universitetssjukhus|universitetshospital|universitair ziekenhuis|universitair medisch centrum|academisch ziekenhuis|azienda ospedaliero universitaria|hospital universitario|hospital universitari|uniwersytecki szpital kliniczny|szpital uniwersytecki|fakultní nemocnice|univerzitná nemocnica|umc|oslo universitetssykehus|helse universitetssykehus",
  school:
    "okulu|lisesi|koulu|skolan|colegiul|schule|school|école|scuola|escuela|escola|skola|skole|szkoła|škola|iskola|põhikool|kool|pamatskola|mokykla|osnovna škola|osnovna šola|istituto comprensivo|educandário|scuole",
  gymnasium:
    "gymnasium|lycée|lyceum|liceum|liceo|gymnázium|grammar school|gümnaasium|ģimnāzija|gimnazija|gimnazjum|gimnasium|gymnasiet|gimnázium|vidusskola",
  kindergarten: "kindergarten|kita|nursery|crèche",
  hotel: "hotel|hôtel|gasthof|gasthaus|pension|hostel|inn|landgasthof|landhotel|albergo",
  restaurant: "restaurant|ristorante|pizzeria|café|cafe|bar|bistro|brasserie|trattoria|weinstube|brauhaus",
  pharmacy: "apotheke|pharmacy|pharmacie|farmacia|apteka|lékárna|apotek",
  parish:
    "kirchengemeinde|pfarrei|pfarramt|parish|paroisse|parrocchia|parroquia|church|kirche|église|kirchgemeinde|parafia|pfarrkirche|kościół|kostel|farnost|paróquia|iglesia|chiesa|kerk|parochie|menighet|församling|sogn|pastoralverbund|parafii|parr",
  diocese:
    "diözese|bistum|erzbistum|erzdiözese|diocese|archdiocese|diocèse|diocesi|bisdom|diecezja|diecéze|stift bistum|piispa|bispedømme|stiftsverwaltung",
  club: "fc|fussballclub|football club|club",
  "fire-brigade":
    "feuerwehr|freiwillige feuerwehr|fire department|fire brigade|brandweer|sapeurs pompiers|vigili del fuoco|bomberos|straż pożarna|hasiči|sbor dobrovolných hasičů|brandvæsen|brannvesen|räddningstjänst|löschgruppe|ff",
  city: "belediye başkanlığı|polgármesteri hivatal|önkormányzat|kaupunginhallitus|kommunen|gmina|gmina miejska|gmina miasto|urząd gminy|stadt|große kreisstadt|kreisstadt|stadtverwaltung|stadtamt|landeshauptstadt|hansestadt|bundesstadt|freie und hansestadt|universitätsstadt|city of|city|city council|ville|mairie|comune|municipio|ayuntamiento|ajuntament|câmara municipal|gemeente|urząd miasta|urząd miejski|miasto|město|primăria|belediyesi|kaupunki|magistrat der stadt|stad|mesto|miestas|gem|administratsiya goroda|gorod|gemeinde|gemeindeverwaltung|gemeindeamt|marktgemeinde|stadtgemeinde|municipality|municipality of|commune|kommune|kommun|obec|kunta|prefeitura municipal|prefeitura|prefettura|concello|concejo|miasta|shi yakusho|city government|city hall|rathaus|linnavalitsus|linn|dome|novada dome|savivaldybė|municipalitatea|municipiul|primăria municipiului|općina|občina|mestna občina|grad|obshtina|stadsbestuur|gemeentebestuur|administration communale|hôtel de ville|concello de|városháza|ayuntamiento de|comune di|ville de|mairie de|commune de|comune della|municipalité de|municipalité|gmina i miasto|urząd miasta i gminy|úřad města|městský úřad|magistrát města|magistrát|statutární město|mestský úrad|stadtrat|ortsgemeinde|einwohnergemeinde|politische gemeinde|markt gemeinde|stadt verwaltung|municipal council|borough council|bystyre|kommunestyre|byråd|kommuns|kommunförvaltning|kaupungin|municipality council|the city of",
  town: "town of|town|town council|town of the|township of|township",
  district:
    "lra|lk|fylkeskommune|fylkeskommunen|regionkommune|landsting|landstinget|megyei önkormányzat|consiliul județean|županija|landkreis|kreis|kreisverwaltung|landratsamt|rhein kreis|district|county|county council|district council|provincia|province|powiat|okres|bezirk|arrondissement|conseil départemental|conseil général|conseil départemental de|departamentul|diputación provincial|diputación|diputació|diputació de|provincie|provinciebestuur|amministrazione provinciale|maakond|landkreisverwaltung|kreisausschuss|der kreisausschuss|kraj|starostwo powiatowe|deputación|council of the county of|fylke|amtskommune|département de la|département du|département de l|département des|département d",
  canton:
    "kanton|canton|cantone|république et canton|kantonale verwaltung|kantonsverwaltung|canton de|canton du|repubblica e cantone",
  state: "freistaat|bundesland|state of|commonwealth of",
  ministry:
    "ministério|bakanlığı|minisztérium|ministerul|ministeriet|ministeriö|ministerium|ministry|ministère|ministero|ministerio|ministerstvo|ministerstwo|ministerie|ministeerium|ministrija|ministerija|ministarstvo|ministrstvo|minist|staatsministerium|ministry of|landesministerium",
  "federal-ministry":
    "bundesministerium|bundesmin|federal ministry|federal ministry of|bm|bundesministerium für|ministère fédéral|bundesministerin",
  bank: "bankası|pankki|bank|banque|banca|banco|banka",
  "savings-bank":
    "sparkasse|kreissparkasse|stadtsparkasse|savings bank|caisse d'épargne|spk|ksk|stadt und kreissparkasse|kreis und stadtsparkasse|caisse d epargne|cassa di risparmio|caja de ahorros|sparekassen|sparbanken|sparebanken|sparkassen|sparekasse|sparbank|spořitelna|kreisspk|stadtspk",
  utility:
    "stadtwerke|municipal utilities|gemeindewerke|technische werke|stadtwerk|technische betriebe|kommunale werke|elektrizitätswerk|gemeindebetriebe",
  foundation:
    "vakfı|fundația|stiftelse|stiftung|foundation|fondation|fondazione|fundación|fundação|säätiö|nadace|alapítvány|fundacja|fundacji|stichting|fond|sihtasutus|nadácia|ustanova|zaklada|fundatia|fundació|vakıf|vakfi",
  publisher:
    "verlag|press|imprensa|publishing|publishers|verlagsgesellschaft|éditions|editore|editrice|uitgeverij|presses|wydawnictwo|wydawnictwa|izdatelstvo|nakladatelství|forlag|förlag|editorial|prensas|shuppankai|shuppan|kirjastus|leidykla|kustannus|nakladatelstvo|kiadó|editura|edizioni|ediciones|edições|édition|casa editrice|verlagshaus|buchverlag|förlaget|forlaget",
  museum:
    "müzesi|müze|muziejus|muuseum|museoa|safn|museum|musée|museo|museu|muzeum|múzeum|muzej|muzey|muzeya|museet|hakubutsukan|bijutsukan|博物館|美術館|博物馆|美术馆|박물관|미술관|muzejs|muziejaus|muuseumi|museums|musées|musei|musea|museen|muzeja|múzeumok|muzeul",
  gallery: "gallery|galerie|galleria|galería|galeria|galerija|art gallery|national gallery|kunsthalle",
  broadcaster:
    "rundfunk|rundfunkanstalt|broadcasting|broadcasting corporation|broadcaster|radiodiffusion|radiotelevisione|radiotelevisión|omroep|omroepvereniging|kringkasting|yleisradio",
  theatre:
    "tiyatrosu|teatteri|színház|teatrul|teatern|teatret|schouwburg|theater|theatre|théâtre|teatro|teatr|divadlo|schauspielhaus|oper|opera|opernhaus|teater|teātris|teatras|gledališče|kazalište|pozorište|theaters",
  student_services: "studentenwerk|studierendenwerk|student services|crous",
  association:
    "derneği|egyesület|asociația|svaz|liitto|förbund|förbundet|forbund|forbundet|bond|verein|association|asociación|associazione|associação|verband|vereinigung|assoc|assn|vereniging|stowarzyszenie|assotsiatsiya|kyokai|forening|förening|yhdistys|ühing|liit|biedrība|asociacija|sdružení|zväz|społeczne stowarzyszenie|związek|udruženje|združenje|zväzy|syöpäyhdistys|foreningen|föreningen|associació|associacion|asociace",
  society:
    "gesellschaft|society|société|sociedad|società|sociedade|towarzystwo|společnost|társaság|obshchestvo|ges|genootschap|gakkai|selskap|selskab|sällskap|društvo|selts|draugija|towarzystwa|spoločnosť|společenství|sociedad anonima cultural|samfund|samfundet|sällskapet|selskabet|selskapet",
  adult_education: "volkshochschule|vhs|adult education centre",
  chamber: "kammer",
  agency:
    "agentur|agency|agence|agenzia|agencia|agentuur|aģentūra|agentūra|agencja|agentura|agentúra|agencija|ügynökség|agenția|agentschap|ajansı|agenzija",
  council: "rat|council|conseil|consiglio|consejo",
  federation: "föderation|federation|fédération|federazione|federación",
  union: "union|gewerkschaft|syndicat|sindacato",
  party: "partei|party|parti|partito|partido",
  court: "gericht|court|tribunal|soud|rechtbank|tribunale|kohus|tiesa|teismas",
  "local-court": "amtsgericht|local court|tribunal d instance|pretura|sąd rejonowy|okresní soud",
  "regional-court":
    "landgericht|regional court|tribunal de grande instance|tribunal judiciaire|sąd okręgowy|krajský soud",
  "higher-court":
    "oberlandesgericht|higher regional court|cour d appel|corte d appello|court of appeal|sąd apelacyjny",
  "administrative-court": "verwaltungsgericht|administrative court|tribunal administratif",
  "chamber-of-commerce":
    "chamber of commerce|handelskammer|industrie und handelskammer|ihk|cci|chambre de commerce|chambre de commerce et d industrie|camera di commercio|cámara de comercio|câmara de comércio|kamer van koophandel|izba handlowa|hospodářská komora|wirtschaftskammer",
  "chamber-of-crafts": "handwerkskammer|hwk|chambre de métiers|chamber of crafts",
  "sports-club": "sportverein|sv|sportclub|sc",
  "gymnastics-club": "turnverein|tv|tsv|turn und sportverein",
  "primary-school":
    "grundschule|volksschule|primary school|elementary school|école primaire|scuola primaria|szkoła podstawowa|základní škola|základná škola|osnovna škola|põhikool",
  "secondary-school": "realschule|high school|secondary school|collège secondaire",
  "vocational-school": "berufsschule|berufskolleg|vocational school|lycée professionnel",
  "music-school": "musikschule|music school|école de musique|scuola di musica|muziekschool|musikskola",
  "joint-municipality":
    "verbandsgemeinde|verbandsgemeindeverwaltung|samtgemeinde|communauté de communes|unione dei comuni|mancomunidad",
  "federal-office": "bundesamt|federal office|federal agency|office fédéral|ufficio federale|agence fédérale",
  "federal-institute": "bundesanstalt|federal institute|institut fédéral|istituto federale",
  "state-office": "landesamt|state office|state agency|landesanstalt",
  "tax-office": "finanzamt|tax office|revenue office|urząd skarbowy|finanční úřad|agenzia delle entrate",
  police:
    "polizei|polizeipräsidium|police|polizia|policía|politi|polis|policie|policja|politie|poliisi|polícia",
  government: "regierung|bezirksregierung|regierungspräsidium|government of",
  prefecture: "préfecture|prefettura di|prefeitura de distrito|prefecture",
  monastery:
    "kloster|abtei|stift kloster|abbaye|abbazia|monasterio|mosteiro|klášter|klasztor|monastery|abbey|klooster",
  zoo: "zoo|tierpark|zoologischer garten|zoological garden|parc zoologique|dierentuin|zoologická zahrada|ogród zoologiczny",
  "cooperative-bank":
    "volksbank|raiffeisenbank|vr bank|volksbank raiffeisenbank|raiffeisenkasse|banque populaire|crédit agricole|banca popolare",
  library:
    "library system|library services|public library|public library system|bücherhallen|bücherhalle|public libraries|mediathek|médiathèque|mediateca|bibliothek|library|libraries|bibliothèque|biblioteca|bibliotheek|knihovna|biblioteka|könyvtár|kirjasto|bibliotek|toshokan|bücherei|図書館|图书馆|圖書館|도서관|raamatukogu|bibliotēka|knjižnica|könyvtára|kütüphanesi halk|bibliotheken|biblioteche|bibliotecas|bibliothèques|bibliothek für|bibliotheks|kirjastot|knižnica",
};

/** Kinds of which there is one in every place, so that the name alone says little about which one it is. */
export const LOCAL_KINDS: ReadonlySet<string> = new Set([
  "hospital",
  "school",
  "gymnasium",
  "kindergarten",
  "hotel",
  "restaurant",
  "pharmacy",
  "parish",
  "club",
  "fire-brigade",
  "city",
  "town",
  "district",
  "college",
  "library",
  "museum",
  "theatre",
  "savings-bank",
  "utility",
  "adult_education",
  "association",
  "primary-school",
  "secondary-school",
  "vocational-school",
  "music-school",
  "sports-club",
  "gymnastics-club",
  "joint-municipality",
  "chamber-of-commerce",
  "chamber-of-crafts",
  "local-court",
  "regional-court",
  "monastery",
  "zoo",
  "cooperative-bank",
  "tax-office",
  "police",
  "university",
  "university-of-applied-sciences",
  "technical-university",
  "technical-college",
  "teacher-college",
  "university-hospital",
]);

/** Of whom other bodies are: "Staatsarchiv des Kantons". */
export const TERRITORIES: ReadonlySet<string> = new Set(
  "canton state city town district".split(" ").map((kind) => `kind:${kind}`),
);

/** Houses that foundations keep, by key. */
export const KEPT_KINDS: ReadonlySet<string> = new Set(
  "museum theatre library hospital school gymnasium kindergarten academy"
    .split(" ")
    .map((kind) => `kind:${kind}`),
);

/** Kinds of institutions whose names are often given without their patrons ("Eberhard Karls Universität"). */
export const PATRON_KINDS: ReadonlySet<string> = new Set(["university", "technical-university"]);

/** Kinds between which schools are renamed without becoming another body: "Hochschule", "Technische Hochschule", "University of Applied Sciences". */
export const RENAMED_KINDS: ReadonlySet<string> = new Set(
  "university-of-applied-sciences technical-college technical-university"
    .split(" ")
    .map((kind) => `kind:${kind}`),
);

/** Kinds of bodies whose parts give the name of the whole beside their own. */
export const INSTITUTION_KINDS: ReadonlySet<string> = new Set([
  ...PATRON_KINDS,
  "university-of-applied-sciences",
  "technical-college",
  "teacher-college",
  "city",
  "district",
  "canton",
  "state",
  "ministry",
  "federal-ministry",
]);

/** Words that begin the name of a part of an organisation. */
export const UNITS: Readonly<Record<string, string>> = {
  institute:
    "enstitüsü|institutionen|instituttet|institutet|institutul|institut|institute|instituto|istituto|instytut|instituta|ústav|intézet|instituut|inst|kenkyujo|kenkyusho|研究所|研究院|연구소|연구원|institūts|institutas|inštitut|inštitút|institutionen för|institutt for|institut universitaire de technologie|forschungsinstitut",
  department:
    "police department|police dept|eigenbetrieb|service commun de|consejería|conselleria|viceconsejería|dirección general|direction générale|direção geral|direzione generale|generaldirektion|dyrekcja|directie|bölümü|müdürlüğü|başkanlığı|daire başkanlığı|afdelingen|avdelningen|enheten|tanszék|tanszéke|oddział|zakład|núcleo|coordenação|coordenadoria|departement|fachbereich|department|dept|abteilung|département|dipartimento|departamento|oddělení|abt|afdeling|avdeling|institutt|osasto|dep|dpt|fb|departament|afd|otdel|odbor|direction|direction de|direzione|dirección|diretoria|direktion|service|servizio|servicio|serviço|dienst|ufficio|oficina|gabinete|assessorato|concejalía|secretaría|secretaria|segreteria|sector|settore|biuro|enhet|avdelning|bureau|pôle|área|bereich|departement für|geschäftsfeld|ressort|sachgebiet|fachdienst|fachamt|zentralbereich|konzernbereich|servicebereich|osakond|nodaļa|skyrius|oddelek|odsjek|katedra za|section de|ufd|ufr|u f r|dept of|dépt|yksikkö|dip",
  faculty:
    "fakültesi|fakulteten|fakultetet|kar|facultatea|tiedekunta|gakubu|kenkyuka|学部|研究科|fakultät|faculty|faculté|facoltà|facultad|wydział|wydzial|fakulta|faculteit|fakultet|faculdade|fakulteta|fac|fak",
  chair: "katedra|lehrstuhl|chair|professur|lehrgebiet",
  "working-group": "arbeitsgruppe|research group|forschungsgruppe|arbeitsbereich",
  "computing-centre":
    "bilgi işlem|bilgi işlem daire başkanlığı|it avdelningen|centrum informatyczne|centrum informatyki|výpočetní centrum|centro de processamento de dados|tecnologia da informação|tecnologías de la información|sistemi informativi|direction des systèmes d information|dsi|rechenzentrum|computing centre|computing center|computer centre|computer center|computing services|it services|it service|it abteilung|it department|edv|edv abteilung|zentrum für informationsverarbeitung|centre informatique|service informatique|centro de cálculo|it servicezentrum|information technology|information technology services|kommunikations informations medienzentrum|kim|zentrale it|informationstechnik|it|ict|ikt|rz",
  "unit-library":
    "kütüphanesi|kütüphane|universitätsbibliothek|hochschulbibliothek|bibliothèque universitaire|universitaire bibliotheken",
  "unit-archive": "archiv|archive|archives|universitätsarchiv|stadtarchiv|city archives",
  administration:
    "sekretariat|masters and scholars|secretariat|secrétariat|kanzlei|staatskanzlei|geschäftsführung|rektörlüğü|genel sekreterlik|reitoria|rectorado|rettorato|rektorat|rektorát|kancler|pró reitoria|rectorat|verwaltung|zentralverwaltung|hauptverwaltung|administration|zentrale verwaltung|präsidium|rectorate|hauptamt|rechtsabteilung|legal department|legal dept|domain administration|domain administrator|domain admin|hostmaster|webmaster|dns admin|registry|office of|amt|amt für|dezernat|referat|stabsstelle|personalabteilung",
  communication:
    "pressestelle|öffentlichkeitsarbeit|kommunikation|public relations|communications|communications office|presse und öffentlichkeitsarbeit|corporate communications|marketing department|abteilung marketing|web team|webteam|redaktion|editorial office|rédaction|redazione|redacción|redakcja|redakce|redaktsiya|redaktie",
  branch:
    "niederlassung|zweigniederlassung|branch|filiale|zweigstelle|außenstelle|standort|campus|headquarters|head office|hauptsitz|zentrale|succursale|sucursal|delegación|delegação|sede|filial|filiale di|oddział|pobočka|fiók|avdelingskontor|studio|geschäftsbereich|division|werk|betriebsstätte|business unit|planta|plant|usine|stabilimento|fabrik|fábrica|zavod|branch office|regional office|local office|office in|geschäftsstelle|regionalbüro|büro|landesbüro|repräsentanz|verkaufsbüro|agence de|antenne de|antenne|bureau de|délégation|délégation régionale|filiaal|vestiging|afdeling regio|filialen|avdelingen i|oddział w|odštěpný závod|podružnica|fióktelep|sucursala|sede di|sede secondaria|sede operativa|unità locale|polo di|polo|campus de|campus di|site de|dependance|representative office|zastoupení|sucursal en|toimipiste|sivukonttori",
  school:
    "college of|school of|academy of|escuela de|école de|facultad de|graduate school of|business school|law school|medical school",
  seminar:
    "seminar|sektion|section|labor für|laboratory of|laboratory for|laboratoire de|zentrum|centre|center|centro|graduate school|botanischer garten|botanical garden|botanical gardens|botanic garden|botanic gardens|jardin botanique|orto botanico|jardín botánico|jardim botânico|botanická zahrada|ogród botaniczny|hortus botanicus",
};

/** Words with which a name speaks of another body than the one that it contains. */
export const OTHER_BODIES =
  "co op|coop|cooperative|co operative|seikyo|dosokai|koyukai|choir|orchestra|chor|orchester|klub|credit union|staff union|staff association|works council|spolek|přátel|přátelé|sdružení|absolventů|absolwentów|koło|koło naukowe|samorząd studencki|związek zawodowy|sindicato|sindacato|syndicat|comité de empresa|comité d entreprise|comitato|estudiantes|étudiants|studenti|estudantes|alumnos|alunos|alumnat|students council|student council|studentenrat|anciens|anciens élèves|ex allievi|laureati|mezunları|mezunlar|öğrencileri|dostları|ylioppilaskunta|opiskelijakunta|studentkår|studentkåren|studentersamfund|studentenvereniging|personeelsvereniging|oudleerlingen|baráti kör|diákszövetség|hallgatói önkormányzat|guild|student guild|freunde|friends|amis|les amis|amici|amigos|amics|vrienden|przyjaciół|venner|vänner|förderverein|förderkreis|fördergesellschaft|freundeskreis|alumni|absolventen|ehemalige|ehemaligen|studierendenschaft|studentenschaft|asta|students union|student union|students|students association|studentische|stura|fachschaft|fachschaftsrat|personalrat|betriebsrat|fanclub|fan|fans|spin off|startup|service gmbh|holding|beteiligungs|immobilien|technologietransfer|stadtmarketing|tourismus|tourist information|initiative|bürgerinitiative|gegen|against|pensionskasse|betriebskrankenkasse|weiterbildung gmbh|former|ehem|anti|unofficial|inoffiziell|community|forum";

/** Words that turn an institution into another of the same place. */
export const QUALIFIERS =
  "technische|technical|pädagogische|katholische|catholic|evangelische|protestant|freie|free|open|offene|staatliche|state|national|nationale|autonomous|autónoma|international|internationale|medizinische|medical|tierärztliche|veterinary|agricultural|landwirtschaftliche|metropolitan|private|duale|musik|music|kunst|art|arts|sport|wirtschaft|economics|business|neue|new|north|nord|south|süd|east|ost|west|sur|sud|sul|norte|este|oeste|ouest|ovest|vest|noord|zuid|oost|norra|södra|östra|västra|północny|południowy|wschodni|zachodni|severní|jižní|východní|západní|northern|southern|eastern|western|central|zentral|federal|virtual|fern|american|islamic|jewish|jüdische|hebrew|christian|theologische|theological|beckett|hallam|brookes|trent|caledonian|napier|lebensmittel|polytechnic|women|royal|junior|senior|polizei|bundeswehr|military|verwaltungs|catholique|cattolica|católica|katholieke|katolicki|protestante|libre|libera|vrije|wolny|autonome|nationale|internationale|technologique|técnica|tecnica|technische|medicinale|médicale|medyczny|lekarska|économique|economica|económica|ekonomiczny|agricole|agraria|rolniczy|prefectural|womens|joshi|josei|kvinders|kobiet|femenina|supérieure|superior|superiore|popular|populaire|estadual|gosudarstvennyy|gosudarstvenny|gosudarstvennyi|gosudarstvennogo|państwowy|statni|estatal|staatlich|staatlicher|staatliches|federal|regional|pontifical|pontificia|pontificia|fernuniversität|city|community|technological";

/** Of these the ones that translations of a name have, one meaning to an entry. */
export const TRANSLATED_QUALIFIERS: readonly string[] = [
  "freie|freier|free|libre|libera|livre|vrije|wolny|svobodná",
  "technische|technisches|technical|technique|tecnica|técnica|tekniska|tekniske|techniczny|technická",
  "katholische|katholieke|catholic|catholique|cattolica|católica|katolicki|katolická",
  "evangelische|protestant|protestante|evangelical",
  "medizinische|medical|médicale|medica|médica|medyczny|lekarska|lékařská|medicinska|medicinske",
  "tierärztliche|veterinärmedizinische|veterinary|vétérinaire|veterinaria|weterynaryjny",
  "landwirtschaftliche|agricultural|agricole|agraria|agrícola|rolniczy|zemědělská|landbrugs",
  "pädagogische|pedagogical|pédagogique|pedagogica|pedagógica|pedagogiczny|pedagogická",
  "offene|open|ouverte|abierta|aperta|aberta|otwarty",
  "autonomous|autónoma|autonoma|autonome|autònoma",
  "national|nationale|nationales|nacional|nazionale|nasjonal|nationella|narodowy|národní|národný|nemzeti|naţională|națională|narodni|kansallis",
  "staatliche|staatliches|state|estatal|estadual|statale|statens|państwowy|státní|državni|štátna|gosudarstvennyy",
  "zentrale|zentral|central|centrale|centrala|centralny|ústřední",
  "internationale|internationales|international|internacional|internazionale|międzynarodowy|mezinárodní",
  "königliche|royal|royale|real|reale|koninklijke|kongelige|kungliga|kgl|kungl",
  "wirtschaft|economics|économique|economica|económica|ekonomiczny|ekonomická",
];

/** The same word in several languages; unlike kinds, nothing follows from it. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  and: "und|and|et|e|y|en|och|og|ja|i|a|és|ve|&|u|und der|and the",
  plus: "plus|плюс",
  state:
    "state|gosudarstvennyy|gosudarstvenny|gosudarstvennyi|gosudarstvennogo|staatliche|staatlicher|staatliches|estadual|estatal|statens|statlig|state owned",
  brothers:
    "brothers|bros|gebrüder|gebr|frères|fratelli|flli|hermanos|hnos|gebroeders|brødrene|bröderna|bracia",
  german: "deutsche|deutscher|deutsches|german|allemand|allemande|dt|dtsch",
  bavarian: "bayerische|bayerischer|bayerisches|bavarian|bayer",
  austrian: "österreichische|österreichischer|österreichisches|austrian|österr",
  swiss: "schweizerische|schweizerischer|schweizerisches|swiss|suisse|schweizer|schweiz|switzerland|svizzera",
  polish: "polski|polska|polskie|polish|polnisch|polnische",
  czech: "český|česká|české|českého|czech|tschechische|tschechisches",
  slovak: "slovenský|slovenská|slovenské|slovak|slowakische",
  hungarian: "magyar|hungarian|ungarische",
  danish: "dansk|danske|danmarks|danish|dänische",
  norwegian: "norsk|norske|norges|norwegian|norwegische",
  swedish: "svensk|svenska|sveriges|swedish|schwedische",
  finnish: "suomen|suomalainen|finnish|finska|finlands|finnische",
  dutch: "nederlands|nederlandse|dutch|niederländische|néerlandais",
  french: "français|française|françaises|french|französische|francese",
  italian: "italiano|italiana|italiani|italian|italienische|italien",
  spanish: "español|española|españoles|spanish|spanische",
  portuguese: "português|portuguesa|portuguese|portugiesische",
  royal:
    "kgl|kongelige|kongelig|kungliga|kungl|königlich|königliche|königliches|koninklijke|koninklijk|royal|royale|reale|królewski|královský|královská",
  european: "europäische|europäischer|europäisches|european|européen|européenne|europea|europeo",
  federal: "bundes|federal|fédéral|fédérale|federale",
  international:
    "internationale|internationaler|internationales|international|intl|internat|internacional|internazionale",
  national: "national|nationale|nationaler|nationales|nacional|nazionale|natl|nat",
  sciences:
    "wissenschaften|wissenschaft|sciences|science|scienze|ciencias|ciências|vied|věd|nauk|bilimler|tudományok|wetenschappen|wiss",
  research: "forschung|research|recherche|ricerca|investigación|forschungs",
  technology: "technologie|technology|technologies|technologien|technik|tecnologia|tecnología|techn|tech",
  economy: "wirtschaft|economics|économie|economia|economía",
  medicine: "medizin|medicine|médecine|medicina",
  law: "recht|law|droit|diritto|derecho|rechtswissenschaft",
  music: "musik|music|musique|musica|música",
  arts: "kunst|künste|art|arts|arte|bildende kunst",
  health: "gesundheit|health|santé|salute|salud",
  environment: "umwelt|environment|environnement|ambiente|medio ambiente",
  education: "bildung|education|éducation|istruzione|educación|erziehung",
  culture: "kultur|culture|cultura|kultury|kultura|kultuur",
  design: "gestaltung|design",
  insurance:
    "versicherung|versicherungen|insurance|assurance|assurances|assicurazioni|seguros|vers|versicherungs|versicherungsgesellschaft|versicherungsges|insurance company|compagnie d'assurances|verzekeringen",
  laboratory: "laboratories|laboratory|labs|lab|laboratorium|labor|laboratoire|laboratoires|laboratorios",
  promotion: "förderung|advancement|promotion",
  north:
    "nord|north|northern|norte|noord|północ|północny|sever|severní|norra|pohjois|kuzey|észak|polnoc|severnyy|severo",
  south: "süd|south|southern|sud|sur|zuid|południe|południowy|jih|jižní|södra|etelä|güney|dél|yuzhnyy",
  east: "ost|east|eastern|est|este|oost|wschód|wschodni|východ|východní|östra|itä|doğu|kelet|vostochnyy",
  west: "west|western|ouest|oeste|ovest|vest|zachód|zachodni|západ|západní|västra|länsi|batı|nyugat|zapadnyy",
  province: "provincial|provinciale|départemental|départementale|provinziale",
  saint: "sankt|saint|st|san|santa|sainte|szent|svatý|são",
  oblast:
    "oblast|oblasti|region|région|regione|región|conseil régional|conseil regional de|regional council|landschaftsverband region",
  finance:
    "finanzen|finances|finance|finansov|finanze|finanzas|finanças|finansów|economia y hacienda|hacienda",
  justice: "justiz|justice|giustizia|justicia|justiça|yustitsii|sprawiedliwości|justitie",
  interior: "innern|inneres|interior|intérieur|interno|vnutrennikh del",
  agriculture: "landwirtschaft|agriculture|agricoltura|agricultura|landbouw|selskogo khozyaystva|rolnictwa",
  applied:
    "angewandte|angewandten|applied|appliquée|appliquées|applicate|aplicadas|toegepaste|stosowanych|aplikovaných|uygulamalı|alkalmazott|primijenjenih",
};

/** Of which country a body is, by key. */
export const NATIONALITIES: ReadonlySet<string> = new Set(
  (
    "german bavarian austrian swiss european polish czech slovak hungarian danish norwegian swedish finnish dutch french italian spanish " +
    "portuguese"
  )
    .split(" ")
    .map((nation) => `synonym:${nation}`),
);

/** Trades and other words that many firms have in their names. */
export const TRADES =
  "bau|logistik|logistics|immobilien|consulting|media|medien|software|service|services|handel|handels|transport|transporte|trading|marketing|group|gruppe|holding|solutions|systems|systeme|systemhaus|design|elektro|elektrotechnik|technik|metallbau|maschinenbau|energie|energy|reisen|travel|auto|autohaus|haus|möbel|garten|studio|events|consult|partner|partners|beratung|unternehmensberatung|steuerberatung|rechtsanwälte|kanzlei|praxis|zahnarztpraxis|arztpraxis|agentur|werbeagentur|druck|druckerei|bäckerei|metzgerei|brauerei|weingut|sanitär|heizung|dach|holzbau|zimmerei|schreinerei|malerbetrieb|fahrschule|physiotherapie|industries|industrie|international|global|deutschland|germany|europe|europa|it|internet|web|digital|finance|finanz|capital|invest|management|food|mode|fashion|optik|foto|film|verlag|and|company|enterprises|products|produkte|shop|store|market|construction|builders|plumbing|motors|wine|coffee";

/** Frequent surnames, patrons and house names: two bodies that share one need not know of each other. */
export const COMMON_NAMES =
  "müller|schmidt|schneider|fischer|weber|meyer|meier|maier|mayer|wagner|becker|schulz|hoffmann|hofmann|schäfer|koch|bauer|richter|klein|wolf|schröder|neumann|schwarz|zimmermann|braun|krüger|hartmann|lange|schmitt|werner|krause|lehmann|köhler|herrmann|könig|walter|huber|kaiser|fuchs|peters|lang|scholz|möller|weiss|jung|hahn|vogel|friedrich|keller|günther|frank|berger|winkler|roth|beck|lorenz|baumann|franke|albrecht|schuster|simon|ludwig|böhm|winter|kraus|martin|schumacher|krämer|vogt|stein|jäger|otto|sommer|gross|seidel|heinrich|brandt|haas|schreiber|graf|dietrich|ziegler|kuhn|kühn|pohl|engel|horn|busch|bergmann|thomas|voigt|sauer|arnold|wolff|pfeiffer|smith|johnson|williams|brown|jones|miller|davis|wilson|anderson|taylor|moore|jackson|white|harris|clark|lewis|robinson|walker|young|king|wright|scott|green|baker|adams|nelson|hill|campbell|mitchell|roberts|carter|phillips|evans|turner|parker|collins|edwards|stewart|morris|murphy|cook|rogers|morgan|cooper|peterson|reed|bailey|bell|kelly|howard|ward|cox|richardson|wood|watson|brooks|bennett|gray|james|hughes|price|myers|long|foster|dupont|durand|dubois|moreau|laurent|lefebvre|leroy|roux|bernard|petit|robert|rossi|russo|ferrari|esposito|bianchi|romano|garcia|martinez|lopez|sanchez|perez|gonzalez|rodriguez|fernandez|silva|santos|jansen|de vries|van dijk|bakker|visser|smit|andersson|johansson|karlsson|nilsson|hansen|jensen|nielsen|larsen|olsen|novák|novotny|svoboda|kowalski|nowak|nagy|kovacs|toth|szabo|ivanov|petrov|mary|maria|marien|joseph|josef|john|johann|johannes|peter|paul|georg|george|michael|elisabeth|elizabeth|anna|martin|nikolaus|nicholas|franziskus|francis|goethe|schiller|humboldt|einstein|lessing|kepler|geschwister|scholl|kant|bach|mozart|beethoven|lincoln|washington|jefferson|kennedy|roosevelt|post|adler|krone|sonne|löwe|löwen|hirsch|hirschen|ochsen|rössle|rose|linde|lamm|traube|bären|engel|stern|schwan|schwanen|anker|park|central|royal|grand|star|alpha|omega|beta|delta|global|united|first|best|top|pro|neustadt|springfield|am|see|alte|alter|neue|neuer|markt|bahnhof|rathaus|schloss|stadtpark|dreifaltigkeit|trinity|christ|herz|jesu|good|shepherd|lady|our|holy|sacred|heart|all|saints|linden|eden|sons|söhne|söner|sønner|fils|figli|hijos|zonen|brothers|bros|gebrüder|frères|fratelli|hermanos|redwood|oak|cedar|maple|summit|river|lake|valley|mountain|sunrise|sunset|horizon|pioneer|liberty|heritage|eagle|falcon|phoenix|lion|tiger|blue|red|silver|golden|gold|diamond|crystal|ocean|pacific|atlantic|coastal|harbor|harbour|bay|beacon|cornerstone|keystone|landmark|legacy|premier|prime|elite|pinnacle|zenith|nova|orion|atlas|titan|apollo|mercury|aurora|vision|future|smart|green|clear|bright|family|community|sunshine|rainbow|evergreen|stone|rock|forest|garden|paradise|victoria|rosen|bergblick|panorama|waldblick|seeblick";

/** Words without which a name is the same. */
export const FILLERS =
  "der|die|das|des|dem|den|det|excmo|excma|ilmo|the|of|de|du|la|le|les|des|l|d|del|della|delle|dello|dei|di|da|do|dos|das|el|los|las|für|for|pour|per|para|f|zu|zur|zum|von|van|vom|voor|an|am|in|im|at|to|on|bei|aan|het|op|sur|na|pro|v|ve|av|i|w|z|附属|och|og|et|and|und|y|e|en|a|u|&|und der|te|ten|imeni|im|din|și|lui|al|ale|cu|pentru|za|dla|dlya|pri|degli|nel|nella|sul|sulla|au|aux|az|by|with";
