/** Written when what labelled-translated-1.ts showed was done, and judged once as it was. Its form is that of labelled-tuning.ts; bodies are real or invented, what registries say of them is invented. */
export const TRANSLATED_2 = `
# uni-passau.de | Universität Passau | Innstraße 41, 94032 Passau, DE | uni-passau.de | ns1.uni-passau.de ns2.uni-passau.de | 132.231.0.0/16 Universitaet Passau
+ University of Passau | Innstr. 41, 94032 Passau, Germany
+ Universitaet Passau, Zentrum für Informationstechnologie und Medienmanagement | Innstraße 33, 94032 Passau
+ Lehrstuhl für Strafrecht, Universität Passau | Innstr. 39, 94032 Passau, DE
+ Univ. Passau | 94032 Passau, DE
+ Unversität Passau | Innstraße 41, D-94032 Passau
+ | | | | 132.231.51.4
- Klinikum Passau | Innstraße 76, 94032 Passau, DE
- Stadt Passau | Rathausplatz 2, 94032 Passau, DE
- Verein der Freunde und Förderer der Universität Passau e.V. | Innstr. 41, 94032 Passau, DE
- Neuburger Gesprächskreis Wissenschaft und Praxis an der Universität Passau e.V. | Innstr. 41, 94032 Passau, DE
- Universität Padua | Via 8 Febbraio 2, 35122 Padova, IT

# mh-archiv.at | Österreichisches Staatsarchiv | Nottendorfer Gasse 2, 1030 Wien, AT | oesta.gv.at | ns1.bka.gv.at
+ Austrian State Archives | Nottendorfer Gasse 2, 1030 Vienna, Austria
+ Österr. Staatsarchiv, Kriegsarchiv | Nottendorferg. 2, A-1030 Wien
+ OeStA | Nottendorfer Gasse 2, 1030 Wien, AT | oesta.gv.at
- Wiener Stadt- und Landesarchiv | Guglgasse 14, 1110 Wien, AT
- Österreichische Nationalbibliothek | Josefsplatz 1, 1015 Wien, AT
- Archiv der Universität Wien | Postgasse 9, 1010 Wien, AT

# ffi.no | Forsvarets forskningsinstitutt | Instituttveien 20, 2007 Kjeller, NO | ffi.no | ns1.ffi.no ns2.ffi.no
+ Norwegian Defence Research Establishment | Instituttveien 20, 2007 Kjeller, Norway
+ FFI | Instituttveien 20, 2007 Kjeller
+ Forsvarets forskningsinstitutt (FFI), avd. Horten | Karljohansvern, 3191 Horten, NO
- Forsvarsmuseet | Akershus festning, 0150 Oslo, NO
- Lillestrøm kommune | Jonas Lies gate 18, 2000 Lillestrøm, NO
- Institutt for energiteknikk | Instituttveien 18, 2007 Kjeller, NO

# mnhn.lu | Musée national d'histoire naturelle | 25 rue Münster, 2160 Luxembourg, LU | mnhn.lu | ns1.restena.lu
+ National Museum of Natural History | 25, rue Munster, L-2160 Luxembourg
+ Nationalmusée fir Naturgeschicht | 25 rue Münster, 2160 Lëtzebuerg, LU
+ MNHN | 25 rue Münster, 2160 Luxembourg, LU
+ Musée nat. d'histoire naturelle | 25, rue Münster, L-2160 Luxembourg
- Musée national d'histoire et d'art | Marché-aux-Poissons, 2345 Luxembourg, LU
- Ville de Luxembourg | 42 place Guillaume II, 2090 Luxembourg, LU
- Muséum national d'histoire naturelle | 57 rue Cuvier, 75005 Paris, FR

# hanse-druck.de | Druckhaus Petersen GmbH & Co. KG | Am Hafen 14, 24937 Flensburg, DE | petersen-druck.de | ns1.hosteurope.com
+ Druckhaus Petersen | Am Hafen 14, 24937 Flensburg
+ Druckhaus Petersen Gesellschaft mbH & Co. Kommanditgesellschaft | Am Hafen 14, 24937 Flensburg, DE
+ Druckhaus Peterson GmbH & Co. KG | Am Hafen 14, 24937 Flensburg, DE
+ Petersen Druck Verwaltungs GmbH | Am Hafen 14, 24937 Flensburg, DE | petersen-druck.de
+ Druckhaus Petersen GmbH & Co KG - Werk Husum | Industriestr. 5, 25813 Husum, DE
- Druckhaus Flensburg GmbH | Schleswiger Str. 5, 24941 Flensburg, DE
- Petersen Bootsbau GmbH | Am Hafen 30, 24937 Flensburg, DE
- Petersen & Partner Steuerberater | Am Hafen 14, 24937 Flensburg, DE
- Peters GmbH & Co. KG | Am Hafen 2, 24937 Flensburg, DE

# comhairle.ie | Galway County Council | Prospect Hill, Galway H91 H6KX, IE | galwaycoco.ie | ns1.galwaycoco.ie
+ Comhairle Chontae na Gaillimhe | Prospect Hill, Galway, H91 H6KX, IE | galwaycoco.ie
+ Galway County Council, Library Headquarters | Cathedral Square, Galway H91 HD90, IE
+ GALWAY CO COUNCIL | Prospect Hill, Galway, Ireland
- Galway City Council | College Road, Galway H91 X4K8, IE
- University of Galway | University Road, Galway H91 TK33, IE
- Galway Chamber | Commerce House, Merchants Road, Galway H91 C8K1, IE

# uc.pt | Universidade de Coimbra | Paço das Escolas, 3004-531 Coimbra, PT | uc.pt | dns.uc.pt ns02.fccn.pt | 193.136.200.0/21 Universidade de Coimbra
+ University of Coimbra | Paço das Escolas, 3004-531 Coimbra, Portugal
+ Universidade de Coimbra, Faculdade de Letras | Largo da Porta Férrea, 3004-530 Coimbra, PT
+ Biblioteca Geral da Universidade de Coimbra | Largo da Porta Férrea, 3000-447 Coimbra, PT
+ Imprensa da Universidade de Coimbra | Rua da Ilha 1, 3000-214 Coimbra, PT
+ UNIV. DE COIMBRA | Paco das Escolas, 3004-531 COIMBRA
- Associação Académica de Coimbra | Rua Padre António Vieira 1, 3000-315 Coimbra, PT
- Centro Hospitalar e Universitário de Coimbra | Praceta Mota Pinto, 3000-075 Coimbra, PT
- Instituto Politécnico de Coimbra | Rua da Misericórdia, 3045-093 Coimbra, PT
- Câmara Municipal de Coimbra | Praça 8 de Maio, 3000-300 Coimbra, PT

# ksr.fi | Suomen ympäristökeskus | Latokartanonkaari 11, 00790 Helsinki, FI | syke.fi | ns1.syke.fi
+ Finnish Environment Institute | Latokartanonkaari 11, 00790 Helsinki, Finland
+ Finlands miljöcentral | Ladugårdsbågen 11, 00790 Helsingfors, FI | syke.fi
+ SYKE | Latokartanonkaari 11, 00790 Helsinki
+ Suomen ympäristökeskus SYKE, Oulun toimipaikka | Paavo Havaksen tie 3, 90570 Oulu, FI
- Ympäristöministeriö | Aleksanterinkatu 7, 00170 Helsinki, FI
- Suomen luonnonsuojeluliitto | Itälahdenkatu 22, 00210 Helsinki, FI

# tagblatt-oberland.ch | Oberländer Tagblatt Medien AG | Seestrasse 42, 3600 Thun, CH | oberlaender-tagblatt.ch
+ Oberländer Tagblatt | Seestr. 42, 3600 Thun
+ Oberlaender Tagblatt Medien AG, Redaktion | Seestrasse 42, 3600 Thun, CH
+ OBERLÄNDER TAGBLATT MEDIEN AG | Postfach, 3601 Thun, CH | oberlaender-tagblatt.ch
- Thuner Tagblatt AG | Rampenstrasse 1, 3602 Thun, CH
- Oberland Tourismus | Seestrasse 40, 3600 Thun, CH
- Berner Oberland Bahnen AG | Harderstrasse 14, 3800 Interlaken, CH

# lkh-graz.at | Medizinische Universität Graz | Neue Stiftingtalstraße 6, 8010 Graz, AT | medunigraz.at | ns1.medunigraz.at
+ Medical University of Graz | Neue Stiftingtalstr. 6, 8010 Graz, Austria
+ Med Uni Graz | Neue Stiftingtalstraße 6, A-8010 Graz
+ Med. Univ. Graz, Institut für Pathologie | Neue Stiftingtalstr. 6, 8010 Graz
- Universität Graz | Universitätsplatz 3, 8010 Graz, AT
- Technische Universität Graz | Rechbauerstraße 12, 8010 Graz, AT
- LKH-Univ. Klinikum Graz | Auenbruggerplatz 1, 8036 Graz, AT
- Medizinische Universität Wien | Spitalgasse 23, 1090 Wien, AT
- ÖH Med Graz | Neue Stiftingtalstraße 6, 8010 Graz, AT

# bfs-statistik.ch | Bundesamt für Statistik | Espace de l'Europe 10, 2010 Neuchâtel, CH | bfs.admin.ch | ins1.admin.ch ins2.admin.ch
+ Office fédéral de la statistique | Espace de l'Europe 10, 2010 Neuchâtel, Suisse
+ Federal Statistical Office | Espace de l'Europe 10, CH-2010 Neuchatel
+ Ufficio federale di statistica UST | Espace de l'Europe 10, 2010 Neuchâtel
+ BFS Bundesamt für Statistik | Espace de l'Europe 10, 2010 Neuenburg, CH
- Bundesamt für Umwelt | Papiermühlestrasse 172, 3063 Ittigen, CH
- Statistisches Amt Kanton Zürich | Schöntalstrasse 5, 8090 Zürich, CH
- Université de Neuchâtel | Faubourg du Lac 5a, 2000 Neuchâtel, CH

# dorchester-museum.uk | Wessex County Museum | 66 High West Street, Dorwick DT1 1XA, GB | wessexmuseum.org.uk
+ Wessex County Museum Trust | 66 High West St, Dorwick DT1 1XA, GB | wessexmuseum.org.uk
+ The Wessex County Museum | 66 High West Street, Dorwick, Dorset DT11XA, United Kingdom
+ Wessex Cnty Museum | 66 High West Street, Dorwick DT1 1XA
- Dorwick Town Council | 19 North Square, Dorwick DT1 1JF, GB
- Museum of Wessex Agriculture | Mill Street, Dorwick DT2 8AA, GB
- Friends of the Wessex County Museum | 66 High West Street, Dorwick DT1 1XA, GB
- Wessex Country Club | Golf Lane, Warham BH20 4AA, GB

# riverton.k12.us | Riverton Unified School District | 400 Oak Street, Riverton, CA 95998, US | rusd.org | ns1.rusd.org
+ Riverton Unified Sch. Dist. | 400 Oak St, Riverton, CA 95998
+ RIVERTON UNIFIED SCHOOL DISTRICT - Technology Dept | 400 Oak Street, Riverton CA 95998, USA
+ RUSD | 400 Oak Street, Riverton, CA 95998, US
- City of Riverton | 1 Civic Plaza, Riverton, CA 95998, US
- Riverton Unified Church | 12 Elm St, Riverton, CA 95998, US
- Riverton School District 25 | 121 N 5th St W, Riverton, WY 82501, US
- Riverbend Unified School District | 20 Oak Street, Riverbend, CA 93100, US

# zagreb-inst.hr | Institut Ruđer Bošković | Bijenička cesta 54, 10000 Zagreb, HR | irb.hr | dns.irb.hr ns2.carnet.hr | 161.53.128.0/20 Institut Ruder Boskovic
+ Ruđer Bošković Institute | Bijenicka 54, 10000 Zagreb, Croatia
+ Institut Rudjer Boskovic | Bijenička c. 54, 10000 Zagreb
+ IRB | Bijenička cesta 54, 10000 Zagreb, HR
- Sveučilište u Zagrebu | Trg Republike Hrvatske 14, 10000 Zagreb, HR
- Institut za fiziku | Bijenička cesta 46, 10000 Zagreb, HR
- Osnovna škola Ruđera Boškovića | Ulica 1, 21000 Split, HR
`;
