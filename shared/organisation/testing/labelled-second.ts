/** By the author of labelled-fresh.ts, after its faults were fixed; with more traps; judged once as it was. Most names are invented; its form is that of labelled-tuning.ts. */
export const SECOND = `
# redwoodhealth.com | Redwood Health Partners, LLC | 220 Oak Street, Portland, OR 97204, US | redwoodhealth.com | ns1.redwoodhealth.com ns2.redwoodhealth.com |
+ Redwood Health Partners | 220 Oak St., Portland, Oregon 97204, US || ns33.domaincontrol.com ns34.domaincontrol.com | 160.153.1.1
+ REDWOOD HEALTH PARTNERS LLC | 220 Oak St Ste 400, Portland, OR, 97204, United States ||||
+ Redwood Helath Partners, LLC | 220 Oak Street, Portland, OR 97204, US ||||
+ The Redwood Health Partners Group | 220 Oak Street, Portland, OR 97204, US ||||
- Redwood Health Partners | 14 Peachtree Rd, Atlanta, GA 30303, US | rhp-atlanta.com ||
- Redwood Dental Partners LLC | 220 Oak Street, Portland, OR 97204, US ||||
- Redwood City Health Department | 1 Civic Plaza, Redwood City, CA 94063, US ||||
- Redwood Capital Partners, LLC | 5 Market St, San Francisco, CA 94105, US ||||
# uni-hohenfels.de | Georg-Simon-Universität Hohenfels | Wilhelmsplatz 1, 37073 Hohenfels, DE | uni-hohenfels.de | ns1.uni-hohenfels.de dns2.gwdg.de | 134.76.0.0/16 Georg-Simon-Universitaet Hohenfels
+ Universität Hohenfels | Wilhelmsplatz 1, 37073 Hohenfels, DE ||||
+ Georg-Simon-Universitaet Hohenfels, Stiftung Oeffentlichen Rechts | Wilhelmsplatz 1, 37073 Hohenfels, DE ||||
+ Georg Simon Univ. Hohenfels | Wilhelmspl. 1, 37073 Hohenfels ||||
+ University of Hohenfels, Dept. of Physics | Friedrich-Hund-Platz 1, 37077 Hohenfels, DE ||||
+ Niedersächsische Staats- und Universitätsbibliothek Hohenfels | Platz der Sieben 1, 37073 Hohenfels, DE | sub.uni-hohenfels.de ||
+ Inst. f. Astrophysik, Univ. Hohenfels | 37077 Hohenfels, DE ||||
+ Georg-Simon-Universität | 37073 Hohenfels, DE ||||
+ |||| 134.76.9.45
- Universitätsmedizin Hohenfels | Robert-Koch-Str. 40, 37075 Hohenfels, DE | med-hohenfels.de ||
- Gesellschaft für wissenschaftliche Datenverarbeitung mbH Hohenfels | Burckhardtweg 4, 37077 Hohenfels, DE | gwdg.de | dns2.gwdg.de dns3.gwdg.de | 134.75.1.1
- Private Hochschule Hohenfels | Weender Landstr. 3, 37073 Hohenfels, DE ||||
- Universitätsbund Hohenfels e.V. | Wilhelmsplatz 1, 37073 Hohenfels, DE ||||
- Georg-Simon-Gymnasium Hohenfels | Theodorstr. 2, 37073 Hohenfels, DE ||||
- Georg-Simon-Universität Breitenfels | Schlossplatz 1, 91054 Breitenfels, DE | uni-breitenfels.de ||
# bbn-broadcast.co.uk | British Northern Broadcasting Corporation | Media House, 1 Quay Street, Salford M50 2EQ, United Kingdom | bnbc.co.uk | ns1.bnbc.co.uk ns2.bnbc.co.uk | 212.58.224.0/19 BNBC
+ British Northern Broadcasting Corp. | 1 Quay St, Salford, M50 2EQ, UK ||||
+ British Northern Broadcasting Corporation (BNBC) | Media House, Salford, GB ||||
+ BNBC | Media House, 1 Quay Street, Salford M50 2EQ, GB ||||
+ BNBC Studios Ltd | 1 Quay Street, Salford M50 2EQ, GB | bnbc.co.uk ||
+ || news.bnbc.co.uk ||
- British Northern Brewing Company | 8 Canal Rd, Leeds LS1 2AA, GB ||||
- British Southern Broadcasting Corporation | 4 Pier Rd, Brighton BN1 1AA, GB ||||
- Fans of BNBC | Manchester, GB | btinternet.com ||
- || co.uk-domains.co.uk | ns1.co.uk-domains.co.uk |
# editionslavigne.fr | Les Éditions Lavigne & Cie, S.A.S. | 14, rue Saint-Jacques, 75005 Paris, France | editionslavigne.fr | ns1.lavigne-dns.fr ns2.lavigne-dns.fr |
+ Editions Lavigne et Cie | 14 r. St Jacques, 75005 Paris, FR ||||
+ ÉDITIONS LAVIGNE | 14 RUE ST-JACQUES, 75005 PARIS, FR ||||
+ Éditions Lavigne SAS | Paris, FR ||||
+ Edtions Lavigne & Cie | 14 rue Saint Jacques, 75005 Paris, FR ||||
- Éditions La Vigne du Sud | 3 cours Mirabeau, 13100 Aix, FR ||||
- Château Lavigne SCEA | Route du Vin, 33250 Pauillac, FR ||||
- Lavigne Plomberie SARL | 22 rue Saint-Jacques, 75005 Paris, FR ||||
- Librairie Saint-Jacques | 14 rue Saint-Jacques, 75005 Paris, FR ||||
- Registration Private | Domains By Proxy, FR || ns1.dan.com ns2.dan.com | 3.64.163.50
# minkultura-sever.ru | Ministerstvo kultury Severnoy Oblasti | ul. Lenina 12, 163000 Severograd, Russia | minkult-sever.ru | ns1.minkult-sever.ru |
+ Министерство культуры Северной области | ул. Ленина, 12, Североград, 163000, Россия ||||
+ Ministerstvo Kul'tury Severnoj oblasti | Lenina 12, Severograd, RU ||||
+ Ministry of Culture of the Severnaya Oblast | Lenina st. 12, 163000 Severograd, RU ||||
- Министерство финансов Северной области | ул. Ленина, 12, Североград, 163000, Россия ||||
- Ministerstvo kultury Yuzhnoy Oblasti | ul. Mira 1, 350000 Yuzhnograd, RU ||||
- Dvorets kultury Severograd | ul. Lenina 40, 163000 Severograd, RU ||||
# cm-portovelho.pt | Câmara Municipal de Porto Velho | Praça do Município 1, 4000-001 Porto Velho, Portugal | cm-portovelho.pt | ns1.cm-portovelho.pt ns2.ptisp.pt |
+ Município de Porto Velho | Pr. do Municipio, 1, 4000-001 Porto Velho, PT ||||
+ CAMARA MUNICIPAL PORTO VELHO | Praca do Municipio, Porto Velho, PT ||||
+ Câmara Municipal de Porto Velho - Divisão de Cultura | Rua Nova 3, 4000-010 Porto Velho, PT ||||
- Junta de Freguesia de Porto Velho | Rua Direita 5, 4000-002 Porto Velho, PT ||||
- Águas de Porto Velho, E.M. | Praça do Município 1, 4000-001 Porto Velho, PT ||||
- Prefeitura Municipal de Porto Velho | Av. 7 de Setembro 237, 76801-045 Porto Velho, BR ||||
- Porto Velho Vinhos Lda | Rua do Vinho 9, 4000-003 Porto Velho, PT ||||
# kitahama-museum.jp | Kitahama Prefectural Museum of Art | 2-1 Ohori, Chuo-ku, Kitahama 810-0051, Japan | kitahama-museum.jp | ns1.dns.ne.jp ns2.dns.ne.jp | 210.188.224.0/19 SAKURA Internet Inc.
+ Kitahama Kenritsu Bijutsukan | 2-1 Ohori, Chuo-ku, Kitahama 810-0051, JP | kitahama-museum.jp ||
+ Kitahama Pref. Museum of Art | Chuo-ku Ohori 2-1, Kitahama, JP ||||
+ The Kitahama Prefectural Art Museum | 2-1, Ohori, Chuo-ku, Kitahama, 810-0051, JP ||||
- Kitahama City Museum | 3-1-1 Momochi, Sawara-ku, Kitahama 814-0001, JP ||||
- Kitahama Prefectural University | 1-1 Ito, Kitahama 819-0395, JP ||||
- ||| ns1.dns.ne.jp ns2.dns.ne.jp | 210.188.224.12
- Kitahama Prefecture | 7-7 Higashi, Kitahama 812-8577, JP ||||
# volvik.se | Aktiebolaget Volvik & Söner | Storgatan 14, 411 18 Göteborg, Sverige | volvik.se | ns1.volvik.se ns2.volvik.se | 193.44.0.0/20 AB Volvik
+ AB Volvik & Söner | Storg. 14, 41118 Goteborg, SE ||||
+ Volvik och Soner AB | Storgatan 14, SE-411 18 Gothenburg, Sweden ||||
+ VOLVIK & SONER AB (publ) | Göteborg, SE ||||
+ Volvik & Söner Group AB | Storgatan 14, 411 18 Göteborg, SE ||||
+ Volvik & Söner Deutschland GmbH | Hansaring 3, 50670 Köln, DE | volvik.se ||
- Volvik Fastigheter AB | Kungsgatan 2, 111 43 Stockholm, SE ||||
- Volvig & Söner AB | Hamngatan 3, 211 22 Malmö, SE ||||
- Volviks Bilservice | Ringvägen 5, 411 20 Göteborg, SE ||||
- Göteborgs Stad | Storgatan 16, 411 18 Göteborg, SE ||||
# vereinalpin.at | Österreichischer Alpenwanderverein | Olympiastraße 37, 6020 Innsbruck, AT | alpenwanderverein.at | ns1.world4you.at ns2.world4you.at |
+ Oesterr. Alpenwanderverein | Olympiastr. 37, 6020 Innsbruck, Österreich ||||
+ Österreichischer Alpenwanderverein, Landesverband Tirol | Meinhardstr. 7, 6020 Innsbruck, AT ||||
+ ÖAWV Österreichischer Alpenwanderverein | Olympiastraße 37, A-6020 Innsbruck ||||
+ Austrian Alpenwanderverein | Olympiastrasse 37, 6020 Innsbruck, Austria ||||
+ Österreichischer Alpen-Wanderverein | Olympiastraße 37, 6020 Innsbruck, AT ||||
+ Osterreichischer Alpenwandervrein | Olympiastr. 37, 6020 Innsbruck, AT ||||
- Deutscher Alpenwanderverein e.V. | Anni-Albers-Str. 7, 80807 München, DE ||||
- Österreichischer Bergrettungsdienst | Olympiastraße 10, 6020 Innsbruck, AT ||||
- ||| ns1.world4you.at ns2.world4you.at | 81.19.145.1
- Österreichische Alpenzeitung Verlag | Olympiastraße 37, 6020 Innsbruck, AT ||||
# nationaltheatre-lowland.nl | Stichting Nationaal Theater Laagland | Schouwburgstraat 8, 2511 VA Den Haag, NL | ntl.nl | ns1.ntl.nl ns2.ntl.nl |
+ Nationaal Theater Laagland | Schouwburgstr. 8, 2511VA 's-Gravenhage, NL ||||
+ St. Nationaal Theater Laagland | Schouwburgstraat 8, Den Haag, Nederland ||||
+ NTL Nationaal Theater Laagland | Postbus 82, 2501 CB The Hague, NL ||||
- Vrienden van het Nationaal Theater Laagland | Schouwburgstraat 8, 2511 VA Den Haag, NL ||||
- Nationaal Archief Laagland | Prins Willem 20, 2595 BE Den Haag, NL ||||
- Koninklijk Theater Laagland | Korte Voorhout 3, 2511 CW Den Haag, NL ||||
# springerhouse.com | Springerhouse Nature Publishing AG | Tiergartenstraße 17, 69121 Heidelberg, Germany | springerhouse.com | ns1.springerhouse.com |
+ Springerhouse Nature | Tiergartenstr. 17, 69121 Heidelberg, DE ||||
+ Springerhouse Nature Publ. AG | Tiergartenstrasse 17, D-69121 Heidelberg ||||
+ SpringerHouse Nature Publishing A.G. | Heidelberg, DE ||||
- Springer House Hotel | 5 Church Lane, York YO1 7AA, GB ||||
- Axel Springerhouse SE | Axel-Platz 1, 10888 Berlin, DE ||||
- Springerhaus Immobilien GmbH | Tiergartenstraße 19, 69121 Heidelberg, DE ||||
# ilwerke.de | Illertaler Werkzeugmaschinenfabrik Maier & Söhne GmbH & Co. KG | Industriestraße 22-24, 89257 Illertissen, DE | iwm-maier.de | ns1.udag.de ns2.udag.net |
+ Illertaler Werkzeugmaschinenfabrik Maier u. Soehne GmbH & Co KG | Industriestr. 22, 89257 Illertissen ||||
+ Illertaler Werkzeugmaschinenfabrik Maier und Söhne | Industriestraße 22 - 24, 89257 Illertissen, DE ||||
+ Illertaler Werkzeugmaschinenfabrik | Industriestraße 22-24, 89257 Illertissen, DE ||||
+ Illertaler Werkzeugmaschienenfabrik Maier & Söhne GmbH | 89257 Illertissen, DE ||||
+ Maier & Soehne Illertaler Werkzeugmaschinenfabrik GmbH&Co.KG | Industriestr 22-24, 89257 Illertissen, DE ||||
- Maier & Söhne Elektro GmbH | Hauptstr. 1, 89257 Illertissen, DE ||||
- Illertaler Blasmusik e.V. | Industriestraße 22, 89257 Illertissen, DE ||||
- ||| ns1.udag.de ns2.udag.net | 89.31.143.1
`;
