/** Written after what labelled-countries-1.ts to labelled-countries-3.ts showed was done, and judged once as it was. Its form is that of labelled-tuning.ts; names are invented. */
export const COUNTRIES_4 = `
# tu-osterfeld.de | Technische Universität Osterfeld | Universitätsplatz 2, 39999 Osterfeld, DE | tu-osterfeld.de | ns1.urz.tu-osterfeld.de ns2.urz.tu-osterfeld.de dns3.dfn.de | 141.44.0.0/16 Technische Universitaet Osterfeld
+ TU Osterfeld | Universitätspl. 2, 39999 Osterfeld, Germany
+ Technische Universitaet Osterfeld | Postfach 4120, D-39016 Osterfeld
+ Osterfeld University of Technology | Universitaetsplatz 2, 39999 Osterfeld, DE
+ Technische Universität Osterfeld, Universitätsrechenzentrum | Universitätsplatz 2, Gebäude 26, 39999 Osterfeld, DE
+ TU Osterfeld / Fakultät für Maschinenbau | 39999 Osterfeld, DE
+ Universitätsbibliothek der TU Osterfeld | Pfälzer Str. 1, 39999 Osterfeld, DE
+ Sonderforschungsbereich 854 | Universitätsplatz 2, 39999 Osterfeld, DE | ovgu.tu-osterfeld.de
+ | | | | 141.44.30.7
+ Roboterwettbewerb Osterfeld | Lange Gasse 1, 39999 Osterfeld, DE | gmail.com | ns1.urz.tu-osterfeld.de ns2.urz.tu-osterfeld.de
- Universität Osterfeld | Domplatz 1, 39998 Osterfeld, DE
- Hochschule Osterfeld-Stendow (FH) | Breitscheidstr. 2, 39114 Osterfeld, DE
- Studentenwerk Osterfeld | Universitätsplatz 1, 39999 Osterfeld, DE
- TU Osterdorf | Hauptstr. 9, 99999 Osterdorf, DE
- Osterfelder Ingenieurbüro Lang GmbH | Universitätsplatz 6, 39999 Osterfeld, DE
- Messe Osterfeld GmbH | Tessenowstr. 9, 39999 Osterfeld, DE | messe-osterfeld.de | dns3.dfn.de
- Fraunholz-Institut für Fabrikbetrieb | Sandtorstr. 22, 39999 Osterfeld, DE

# commune-saintaubert.fr | Mairie de Saint-Aubert-sur-Vire | 4 place de la Mairie, 50999 Saint-Aubert-sur-Vire, FR | saint-aubert-sur-vire.fr | dns19.ovh.net ns19.ovh.net |
+ Commune de Saint-Aubert-sur-Vire | 4, place de la Mairie, 50999 Saint Aubert sur Vire, France
+ VILLE DE SAINT AUBERT SUR VIRE | Place de la Mairie, 50999 SAINT-AUBERT-SUR-VIRE
+ Mairie de St-Aubert-sur-Vire | 4 pl. de la Mairie, 50999 St Aubert sur Vire, FR
+ Médiathèque municipale | 4 rue du Pont, 50999 Saint-Aubert-sur-Vire, FR | saint-aubert-sur-vire.fr
- Mairie de Saint-Aubert | 1 rue du Lac, 59998 Saint-Aubert, FR
- Communauté de communes de la Vire | 12 rue Verte, 50998 Condé-sur-Vire, FR
- Comité des fêtes de Saint-Aubert-sur-Vire | 4 place de la Mairie, 50999 Saint-Aubert-sur-Vire, FR
- Boulangerie Lemaire | 6 place de la Mairie, 50999 Saint-Aubert-sur-Vire, FR | wanadoo.fr | dns19.ovh.net ns19.ovh.net

# orbital-dynamics.com | Orbital Dynamics Corporation | 2200 Mission Park Way, Sunnyfield, CA 94099, US | orbitaldynamics.com | ns1.orbitaldynamics.com ns2.orbitaldynamics.com | 198.51.100.0/24 Orbital Dynamics Corp
+ Orbital Dynamics Corp. | 2200 Mission Park Way, Sunnyfield, California 94099, United States
+ Orbital Dynamics, Inc. | 2200 Mission Park Wy, Sunnyfield, CA, 94099-1200, USA
+ Orbital Dynamics Europe GmbH | Airportring 9, 60599 Mainfurt, DE | orbitaldynamics.com
+ ORBITAL DYNAMICS CORPORATION - LEGAL DEPARTMENT | 2200 Mission Park Way, Sunnyfield, CA 94099, US
+ Star Campus Events LLC | 9 Ocean Ave, Sunnyfield, CA 94098, US | events.orbitaldynamics.com
+ | | | ns2.orbitaldynamics.com ns1.dnsprovider.net
- Orbit Dynamics LLC | 77 Sunset Blvd, Los Robles, CA 90099, US
- Orbital Insurance Services | 2200 Mission Park Way, Suite 5, Sunnyfield, CA 94099, US
- City of Sunnyfield | 456 Olive Ave, Sunnyfield, CA 94099, US
- Domain Administrator, See PrivacyGuardian.org | 1928 E. Highland Ave, Phoenix, AZ 85016, US | privacyguardian.org
- Dynamic Orbits Dance School | 2210 Mission Park Way, Sunnyfield, CA 94099, US

# unisalva.it | Università degli Studi di Salvaterra | Corso Umberto I 40, 80199 Salvaterra NA, IT | unisalva.it | dns1.unisalva.it dns2.unisalva.it ns1.garr.net | 143.225.0.0/17 Universita degli Studi di Salvaterra
+ Universita' di Salvaterra | C.so Umberto I, 40, 80199 Salvaterra, Italia
+ Università degli Studi di Salvaterra - Dipartimento di Fisica | Via Cintia, 80126 Salvaterra, IT
+ University of Salvaterra | Corso Umberto I 40, 80199 Salvaterra, Italy
+ Salvaterra University Press | Corso Umberto I 40, 80199 Salvaterra, IT | press.unisalva.it
+ Centro Linguistico di Ateneo | via Partenope 36, 80121 Salvaterra, IT | unisalva.it
- Università Telematica Salvaterra | Via Toledo 2, 80134 Salvaterra, IT
- Comune di Salvaterra | Piazza Municipio, 80133 Salvaterra, IT
- Conservatorio di Musica di Salvaterra | Via San Pietro 35, 80138 Salvaterra, IT
- Accademia di Belle Arti di Salvaterra | Via Costantinopoli 107, 80138 Salvaterra, IT
- Università degli Studi di Salvamare | Via Mare 1, 84099 Salvamare, IT

# tanabe-optics.jp | Tanamori Optics Co., Ltd. | 3-14-1 Higashi-Gotanda, Shinagawa-ku, Tokyo 141-0099, JP | tanamori-optics.co.jp | ns1.tanamori-optics.co.jp ns2.tanamori-optics.co.jp |
+ Tanamori Optics K.K. | 3-14-1 Higashi Gotanda, Shinagawa, Tokyo 141-0099, Japan
+ TANAMORI OPTICS CO LTD | 3-14-1, Higashigotanda, Shinagawa-ku, Tokyo, 1410099, JP
+ Tanamori Optics (Thailand) Co., Ltd. | 88 Bangna Rd, Bangkok 10999, TH | tanamori-optics.co.jp
- Tanamori Foods Co., Ltd. | 1-2-3 Umeda, Kita-ku, Osaka 530-0099, JP
- Tanaka Optics Co., Ltd. | 5-1 Ginza, Chuo-ku, Tokyo 104-0099, JP

# kansallismuseo-itameri.fi | Itämeren tutkimuskeskus | Rantakatu 4, 20100 Merikaupunki, FI | itameri.fi | ns1.itameri.fi ns-secondary.funet.fi |
+ Itameren tutkimuskeskus | Rantak. 4, 20100 Merikaupunki, Suomi
+ ITÄMEREN TUTKIMUSKESKUS | PL 12, 20101 Merikaupunki, FI
+ Baltic Sea Research Centre | Rantakatu 4, 20100 Merikaupunki, Finland | itameri.fi
- Merikaupungin kaupunki | Kauppatori 1, 20100 Merikaupunki, FI
- Ravintola Itämeri Oy | Rantakatu 6, 20100 Merikaupunki, FI
- Metsäntutkimuskeskus | Metsätie 1, 40100 Metsälä, FI

# unilago.cl | Universidad Técnica del Lago | Av. Costanera 1500, 5480000 Puerto Lago, CL | utlago.cl | ns1.utlago.cl ns2.utlago.cl | 200.54.0.0/20 Universidad Tecnica del Lago
+ Universidad Tecnica del Lago | Avenida Costanera 1500, Puerto Lago, Chile
+ UTL | Av. Costanera 1500, Puerto Lago, CL
+ Facultad de Ingeniería, Universidad Técnica del Lago | Av. Costanera 1550, Puerto Lago, CL
+ UNIVERSIDAD TÉCNICA DEL LAGO SEDE NORTE | Calle Prat 20, 1240000 Antofa, CL | utlago.cl
- Universidad del Lago | Av. Alemania 200, 5480000 Puerto Lago, CL
- Municipalidad de Puerto Lago | San Martín 80, 5480000 Puerto Lago, CL
- Centro de Alumnos Universidad Técnica del Lago | Av. Costanera 1500, 5480000 Puerto Lago, CL
- Hostería del Lago Ltda. | Av. Costanera 1490, 5480000 Puerto Lago, CL

# brightwater.nhs.uk | Brightwater and Dale Hospitals Trust | Infirmary Road, Brightwater BW4 7TY, GB | brightwaterhospitals.nhs.uk | ns1.brightwaterhospitals.nhs.uk ns0.ja.net |
+ Brightwater & Dale Hospitals Trust | Infirmary Rd, Brightwater, BW4 7TY, UK
+ BRIGHTWATER AND DALE HOSPITALS TRUST, Pathology Department | Dale Hospital, Dale Lane, Dale BW9 1AA, GB
+ Brightwater & Dale Hosps. Trust | Brightwater, GB
- Brightwater City Council | Town Hall, Brightwater BW1 1AA, GB
- Brightwater Hospitals Radio | Infirmary Road, Brightwater BW4 7TY, GB
- League of Friends of Brightwater Hospital | Infirmary Road, Brightwater BW4 7TY, GB
- Dale Community Trust | 3 Dale Lane, Dale BW9 1AA, GB

# pradziad.org.pl | Towarzystwo Miłośników Ziemi Pradolskiej | ul. Rynek 8, 47-999 Pradolin, PL | tmzp.org.pl | ns1.nazwa.pl ns2.nazwa.pl |
+ Towarzystwo Milosnikow Ziemi Pradolskiej | Rynek 8, 47-999 Pradolin, Polska
+ TMZP | ul. Rynek 8, 47-999 Pradolin, PL
+ Tow. Miłośników Ziemi Pradolskiej | Rynek 8, 47-999 Pradolin, PL
- Towarzystwo Miłośników Ziemi Górskiej | ul. Górna 1, 34-999 Górsko, PL
- Muzeum Ziemi Pradolskiej | ul. Zamkowa 3, 47-999 Pradolin, PL
- Apteka Pradolska | Rynek 9, 47-999 Pradolin, PL
`;
