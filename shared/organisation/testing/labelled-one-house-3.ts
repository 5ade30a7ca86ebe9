/** By the author of labelled-one-house-2.ts, after what that showed was changed; judged once as it was. */
export const ONE_HOUSE_3 = `
# universite-brissac.fr | Université de Brissac-Océan | 27 rue des Marins, 29200 Brissac, FR | univ-brissac.fr | soleil.univ-brissac.fr ns.renater.fr | 193.52.16.0/20 Universite de Brissac Ocean
+ UNIVERSITE DE BRISSAC OCEAN UBO | 27 r. des Marins, 29200 Brissac ||||
+ Univ. Brissac-Océan | 27, rue des Marins, 29200 BRISSAC CEDEX, FR ||||
+ Université de Brissac-Océan - IUT de Quimpel | 2 rue de l'Université, 29000 Quimpel, FR ||||
+ Service commun de documentation, Université de Brissac-Océan | 10 avenue Le Gorgeu, 29200 Brissac, FR ||||
+ University of Brissac-Ocean | 27 rue des Marins, 29200 Brissac, France ||||
+ |||| 193.52.20.20
+ || univ-brissac.fr ||
- École Navale de Brissac | BCRM, 29240 Brissac, FR ||||
- Université catholique de Brissac | 3 place du Petit, 29200 Brissac, FR ||||
- Fédération des étudiants de Brissac | 27 rue des Marins, 29200 Brissac, FR ||||
- Brissac Océan Immobilier SARL | 12 rue des Marins, 29200 Brissac, FR ||||
- Université de Brizac | 1 rue Haute, 16000 Brizac, FR ||||
# tekmuseum.se | Tekniska muséet i Norrvik | Museivägen 7, 972 31 Norrvik, SE | tekniskanorrvik.se | ns1.loopia.se ns2.loopia.se |
+ Tekniska museet i Norrvik | Museiv. 7, 97231 Norrvik, Sverige ||||
+ TEKNISKA MUSEET NORRVIK | Museivägen 7, 972 31 Norrvik ||||
+ Norrvik Museum of Technology | Museivägen 7, 972 31 Norrvik, Sweden ||||
+ Stiftelsen Tekniska museet i Norrvik | Box 44, 971 01 Norrvik, SE ||||
- Norrviks Konstmuseum | Storgatan 2, 972 31 Norrvik, SE ||||
- Tekniska museets vänner i Norrvik | Museivägen 7, 972 31 Norrvik, SE ||||
- Tekniska muséet i Södervik | Hamnen 1, 211 19 Södervik, SE ||||
- ||| ns1.loopia.se ns2.loopia.se |
# grandrapidfalls.gov | City of Grand Rapid Falls | 300 Monroe Ave NW, Grand Rapid Falls, MI 49503, US | grandrapidfalls.gov | ns1.grandrapidfalls.gov ns2.grandrapidfalls.gov |
+ City of Grand Rapid Falls - Parks & Recreation | 201 Market Ave SW, Grand Rapid Falls, MI 49503, US ||||
+ Grand Rapid Falls, City of | 300 Monroe Avenue NW, Grand Rapid Falls MI 49503 ||||
+ City of Grand Rapid Falls Police Department | 1 Monroe Center, Grand Rapid Falls, MI, US ||||
+ The City of Grand Rapid Falls, Michigan | 300 Monroe Ave NW, Grand Rapid Falls, MI 49503-2206 ||||
- Grand Rapid Falls Public Schools | 1331 Franklin St SE, Grand Rapid Falls, MI 49506, US ||||
- Grand Rapid Falls Chamber of Commerce | 300 Monroe Ave NW, Grand Rapid Falls, MI 49503, US ||||
- City of Grand Falls | 1 Main St, Grand Falls, MN 56601, US ||||
- Grand Rapid Falls Griffins Hockey Club | 130 Fulton St, Grand Rapid Falls, MI 49503, US ||||
# inst-meteo.cz | Český hydrologický ústav | Na Řece 17, 143 06 Praha 4, CZ | chu-voda.cz | ns.chu-voda.cz ns2.cesnet.cz | 195.113.220.0/23 Cesky hydrologicky ustav
+ Cesky hydrologicky ustav | Na Rece 2050/17, 14306 Praha, CZ ||||
+ Czech Hydrological Institute | Na Řece 17, 143 06 Prague 4, Czech Republic ||||
+ ČHÚ | Na Řece 17, 143 06 Praha 4 ||||
+ Český hydrologický ústav, pobočka Brno | Kroftova 43, 616 67 Brno, CZ ||||
+ ||| ns.chu-voda.cz |
- Český geologický ústav | Klárov 3, 118 21 Praha 1, CZ ||||
- Slovenský hydrologický ústav | Jeséniova 17, 833 15 Bratislava, SK ||||
- Česká hydrologická společnost z.s. | Na Řece 17, 143 06 Praha 4, CZ ||||
# fundacionmarcial.org | Fundación Marcial Otero | C/ Castelló 77, 28006 Madrid, ES | marcialotero.es | ns1.marcialotero.es ns2.marcialotero.es |
+ FUNDACION MARCIAL OTERO | Castello 77, 28006 Madrid ||||
+ Fund. Marcial Otero | C/ Castelló, 77, Madrid, ES ||||
+ Marcial Otero Foundation | Castelló 77, 28006 Madrid, Spain ||||
+ Biblioteca de la Fundación Marcial Otero | C/ Castelló 77, 28006 Madrid, ES ||||
- Marcial Otero S.A. | Pol. Ind. Sur 4, 36300 Baiona, ES ||||
- Fundación Marcos Otero | C/ Real 2, 15001 Corunia, ES ||||
- Fundación Privada Amigos de Marcial Otero | C/ Castelló 79, 28006 Madrid, ES ||||
# kyoku-tetsudo.co.jp | Minato Kyuko Dentetsu K.K. | 5-6 Nanpeidai, Minato-shi, Kanagawa 231-0001, JP | minakyu.co.jp | ns1.minakyu.co.jp ns2.minakyu.co.jp | 203.180.10.0/24 MINAKYU
+ Minato Kyuko Dentetsu Kabushiki Kaisha | 5-6 Nanpeidai-cho, Minato-shi, 231-0001 ||||
+ MINATO KYUKO DENTETSU CO.,LTD. | Kanagawa, JP ||||
+ Minato Electric Express Railway Co., Ltd. | 5-6 Nanpeidai, Minato-shi, Kanagawa 231-0001, Japan | minakyu.co.jp ||
- Minato Department Store Co., Ltd. | 2-24 Dogen, Minato-shi, Kanagawa, JP ||||
- Minami Kyuko Dentetsu K.K. | 1-1 Minami, Osaka, JP ||||
# zdf-studio-west.de | Westdeutsche Rundfunkanstalt | Appellhofstr. 1, 50667 Kolm, DE | wra.de | ns1.wra.de ns2.wra.de | 149.219.192.0/20 Westdeutsche Rundfunkanstalt
+ WRA | Appellhofstr. 1, 50667 Kolm ||||
+ Westdeutsche Rundfunkanstalt AöR | 50600 Kolm, DE ||||
+ WRA Westdeutsche Rundfunkanstalt | Appellhofstraße 1, 50667 Kolm, DE ||||
+ Westdeutsche Rundfunkanstalt - Landesstudio Dortmar | Mommsenweg 5, 44225 Dortmar, DE ||||
+ West German Broadcasting Corporation | Appellhofstr. 1, 50667 Kolm, Germany ||||
- WRA Mediagroup GmbH | Ludwigstr. 11, 50667 Kolm, DE | wra-mediagroup.com ||
- Norddeutsche Rundfunkanstalt | Rothenbaum 132, 20149 Hamberg, DE ||||
- Westdeutsche Lotterie GmbH | Weseler Str. 108, 48151 Mönster, DE ||||
- Freundeskreis der Westdeutschen Rundfunkanstalt | Appellhofstr. 1, 50667 Kolm, DE ||||
# oravapharma.fi | Oravala Oyj | Oravatie 1, 02200 Esko, FI | oravala.com | ns1.oravala.com ns2.oravala.com | 194.137.0.0/22 Oravala Oyj
+ Oravala Oy | PL 65, 02101 Esko, FI ||||
+ Oravala Corporation | Oravatie 1, FI-02200 Esko, Finland ||||
+ ORAVALA OYJ | 02200 ESKO ||||
+ Oravala Pharma GmbH | Notkestr. 9, 22607 Hamburg, DE | oravala.com ||
- Oravalan Kartano | Kartanontie 5, 47650 Oravala, FI ||||
- Orvala Oy | Tehdaskatu 2, 33100 Tampereen, FI ||||
# bibl-narodowa.pl | Biblioteka Narodowa Mazowii | al. Niepodległości 213, 02-086 Warszawka, PL | bn-mazowia.pl | ns1.bn-mazowia.pl ns2.bn-mazowia.pl |
+ Biblioteka Narodowa Mazowii, Dział Komputeryzacji | Al. Niepodleglosci 213, 02-086 Warszawka ||||
+ National Library of Mazowia | al. Niepodległości 213, 02-086 Warszawka, Poland ||||
+ BIBLIOTEKA NARODOWA | al. Niepodległości 213, 02-086 Warszawka, PL ||||
+ Bibl. Narodowa Mazowii | 02-086 Warszawka, PL ||||
- Biblioteka Publiczna m.st. Warszawka | ul. Koszykowa 26, 00-950 Warszawka, PL ||||
- Stowarzyszenie Bibliotekarzy Mazowii | al. Niepodległości 213, 02-086 Warszawka, PL ||||
- Muzeum Narodowe Mazowii | Al. Jerozolimskie 3, 00-495 Warszawka, PL ||||
`;

/** By the author of labelled-one-house-3.ts, with more neighbours than before; judged once as it was. */
export const ONE_HOUSE_4 = `
# kunsthochschule-gera.de | Kunsthochschule Geraberg | Schlossplatz 1, 07545 Geraberg, DE | khgera.de | ns1.khgera.de ns2.khgera.de | 193.174.60.0/23 Kunsthochschule Geraberg
+ Kunst-Hochschule Geraberg | Schloßpl. 1, D-07545 Geraberg ||||
+ Geraberg University of Art and Design | Schlossplatz 1, 07545 Geraberg, Germany | khgera.de ||
+ KHG Kunsthochschule Geraberg | Schlossplatz 1, 07545 Geraberg ||||
+ Kunsthochschule Geraberg, Bibliothek | Schlossplatz 3, 07545 Geraberg ||||
+ |||| 193.174.61.8
- Musikhochschule Geraberg | Schlossplatz 1, 07545 Geraberg, DE ||||
- Kunsthalle Geraberg gGmbH | Schlossplatz 1, 07545 Geraberg, DE ||||
- Studierendenrat der Kunsthochschule Geraberg | Schlossplatz 1, 07545 Geraberg, DE ||||
- Kunstverein Geraberg e.V. | Schlossplatz 2, 07545 Geraberg, DE ||||
# rathaus-bergenau.de | Stadt Bergenau | Rathausplatz 2, 83471 Bergenau, DE | bergenau.de | ns1.bergenau.de ns2.bergenau.de |
+ Große Kreisstadt Bergenau | Rathauspl. 2, 83471 Bergenau ||||
+ Stadt Bergenau - Stadtarchiv | Klosterhof 1, 83471 Bergenau, DE ||||
+ Stadtbücherei Bergenau | Rathausplatz 4, 83471 Bergenau, DE | bergenau.de ||
+ Town of Bergenau | Rathausplatz 2, 83471 Bergenau, Germany ||||
- Landkreis Bergenau | Rathausplatz 2, 83471 Bergenau, DE ||||
- Tourismusverband Bergenau | Rathausplatz 2, 83471 Bergenau, DE ||||
- SPD Stadtverband Bergenau | Rathausplatz 2, 83471 Bergenau, DE ||||
- Stadtkapelle Bergenau | Rathausplatz 2, 83471 Bergenau, DE ||||
- Bergenau Bau GmbH | Rathausplatz 2, 83471 Bergenau, DE ||||
- Stadt Bergheim | Am Rathaus 2, 50126 Bergheim, DE ||||
- Wohnungsbaugesellschaft der Stadt Bergenau mbH | Rathausplatz 2, 83471 Bergenau, DE ||||
# museo-mar.es | Museo del Mar de Puertocala | Paseo Marítimo 1, 11100 Puertocala, ES | museodelmar.es | ns1.museodelmar.es ns2.museodelmar.es |
+ Museo del Mar | Pº Marítimo 1, 11100 Puertocala ||||
+ Puertocala Maritime Museum | Paseo Marítimo 1, 11100 Puertocala, Spain ||||
+ MUSEO DEL MAR DE PUERTOCALA | Paseo Maritimo, 1, 11100 Puertocala ||||
+ Fundación Museo del Mar de Puertocala | Paseo Marítimo 1, 11100 Puertocala, ES ||||
- Acuario de Puertocala | Paseo Marítimo 1, 11100 Puertocala, ES ||||
- Asociación de Amigos del Museo del Mar de Puertocala | Paseo Marítimo 1, 11100 Puertocala, ES ||||
- Museo del Mar de Santapola | Calle Elche 2, 03130 Santapola, ES ||||
- Restaurante Museo del Mar S.L. | Paseo Marítimo 1, 11100 Puertocala, ES ||||
- Club Náutico Puertocala | Paseo Marítimo 3, 11100 Puertocala, ES ||||
# ukrmar-institute.org | Institute of Marine Geology | 12 Ocean Drive, Halvik, NS B3H 4J1, Canada | img-halvik.ca | ns1.img-halvik.ca ns2.img-halvik.ca | 142.2.0.0/20 Institute of Marine Geology
+ Inst. of Marine Geology | 12 Ocean Dr, Halvik NS B3H4J1 ||||
+ Institut de géologie marine | 12, promenade Ocean, Halvik (N.-É.) B3H 4J1, Canada | img-halvik.ca ||
+ Institute for Marine Geology | 12 Ocean Drive, Halvik, NS, B3H 4J1, CA ||||
+ IMG Institute of Marine Geology | PO Box 1006, Halvik, NS B2Y 4A2, Canada ||||
- Institute of Marine Biology | 12 Ocean Drive, Halvik, NS B3H 4J1, Canada ||||
- Ocean Drive Dental Clinic | 12 Ocean Drive, Halvik, NS B3H 4J1, Canada ||||
- Institute of Marine Engineers | 5 Water St, Halvik, NS B3J 2A1, Canada ||||
- Marine Geology Society of Canada | 12 Ocean Drive, Halvik, NS B3H 4J1, Canada ||||
# haus-der-verbaende.de | Bundesverband Deutscher Imkerinnen e.V. | Schiffbauerdamm 40, 10117 Berlin, DE | imkerinnen.de | ns.imkerinnen.de ns2.imkerinnen.de |
+ Bundesverband Dt. Imkerinnen | Schiffbauerdamm 40, 10117 Berlin ||||
+ Federal Association of German Beekeepers | Schiffbauerdamm 40, 10117 Berlin, Germany ||||
+ Bundesverband Deutscher Imkerinnen | Postfach 4, 10100 Berlin, DE ||||
- Bundesverband Deutscher Gärtnerinnen e.V. | Schiffbauerdamm 40, 10117 Berlin, DE ||||
- Verband der Milcherzeuger e.V. | Schiffbauerdamm 40, 10117 Berlin, DE ||||
- European Dairy Association | Schiffbauerdamm 40, 10117 Berlin, Germany ||||
- Deutsche Imkerinnen Service GmbH | Schiffbauerdamm 40, 10117 Berlin, DE ||||
- Deutscher Imkerbund Nord e.V. | Hauptstr. 3, 24103 Kiel, DE ||||
# polar.ac.uk | Polar Research Council | High Cross, Madingley Road, Camford CB3 0ET, GB | polar.ac.uk | ns1.polar.ac.uk ns2.polar.ac.uk | 194.66.0.0/22 Polar Research Council
+ POLAR RESEARCH COUNCIL | High Cross, Madingley Rd, Camford, CB3 0ET, United Kingdom ||||
+ The Polar Research Council (PRC) | Madingley Road, Camford CB3 0ET ||||
+ PRC | High Cross, Madingley Road, Camford CB3 0ET, GB ||||
+ || bas.polar.ac.uk ||
- Polar Research Institute Ltd | 2 Lensfield Road, Camford CB2 1ER, GB ||||
- Polar Regions Council | 9 Quay, Leith EH6 6LX, GB ||||
- Medical Research Council | 2 Park Crescent, London W1B 1AL, GB ||||
- Camford City Council | Guildhall, Camford CB2 3QJ, GB ||||
`;
