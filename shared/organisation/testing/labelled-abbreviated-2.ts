/** Universities, museums and authorities of ten other countries; written before abbreviated phrases and branches were understood. Names of institutions are real where namesakes matter, addresses are not all; the form is that of labelled-tuning.ts. */
export const ABBREVIATED_2 = `
# univ-rennes.fr | Université de Rennes | 263 avenue du Général Leclerc, 35042 Rennes Cedex, FR | univ-rennes.fr | ns1.univ-rennes.fr ns2.univ-rennes.fr | 129.20.0.0/16 Universite de Rennes 1
+ Universite de Rennes | 263 av. du Gal Leclerc, 35042 Rennes Cedex
+ Univ. Rennes | 263 avenue du General Leclerc, 35000 Rennes, FR
+ University of Rennes | 263 avenue du Général Leclerc, 35042 Rennes, France
+ Université de Rennes, UFR Mathématiques | Campus de Beaulieu, 35042 Rennes Cedex, FR
+ IUT de Rennes | 3 rue du Clos Courtel, 35704 Rennes, FR | univ-rennes.fr
- Université Rennes 2 Haute-Bretagne | Place Henri Le Moal, 35043 Rennes, FR
- Centre Hospitalier Universitaire de Rennes | 2 rue Henri Le Guilloux, 35033 Rennes, FR
- Ville de Rennes | Place de la Mairie, 35000 Rennes, FR
- Rennes School of Business | 2 rue Robert d'Arbrissel, 35065 Rennes, FR
- Association des étudiants de l'Université de Rennes | 263 avenue du Général Leclerc, 35042 Rennes, FR

# polimi.it | Politecnico di Milano | Piazza Leonardo da Vinci 32, 20133 Milano, IT | polimi.it | ns.polimi.it ns2.polimi.it | 131.175.0.0/16 Politecnico di Milano
+ Politecnico di Milano - Dip. di Elettronica | P.zza Leonardo da Vinci, 32, 20133 Milano MI
+ Polytechnic University of Milan | Piazza Leonardo da Vinci 32, 20133 Milan, Italy
+ POLITECNICO DI MILANO | Via Ponzio 34/5, 20133 Milano, IT
+ Milano, Politecnico | Piazza L. da Vinci 32, 20133 Milano, IT
+ Politecnico di Milano, Polo di Lecco | Via Previati 1/c, 23900 Lecco, IT
- Politecnico di Torino | Corso Duca degli Abruzzi 24, 10129 Torino, IT
- Università degli Studi di Milano | Via Festa del Perdono 7, 20122 Milano, IT
- Università di Milano-Bicocca | Piazza dell'Ateneo Nuovo 1, 20126 Milano, IT
- Comune di Milano | Piazza della Scala 2, 20121 Milano, IT
- Fondazione Politecnico di Milano | Piazza Leonardo da Vinci 32, 20133 Milano, IT

# museodelprado.es | Museo Nacional del Prado | Calle Ruiz de Alarcón 23, 28014 Madrid, ES | museodelprado.es | ns1.museodelprado.es ns2.telefonica.es
+ Museo del Prado | C/ Ruiz de Alarcon, 23, 28014 Madrid, España
+ Prado Museum | Ruiz de Alarcón 23, 28014 Madrid, Spain
+ M. N. del Prado | Calle Ruiz de Alarcón 23, 28014 Madrid, ES
+ Museo Nacional del Prado. Departamento de Informática | Calle Ruiz de Alarcón 23, 28014 Madrid
- Fundación Amigos del Museo del Prado | Calle Ruiz de Alarcón 21, 28014 Madrid, ES
- Museo Nacional Centro de Arte Reina Sofía | Calle Santa Isabel 52, 28012 Madrid, ES
- Museo Arqueológico Nacional | Calle de Serrano 13, 28001 Madrid, ES
- Prado Viajes S.L. | Calle Atocha 3, 28014 Madrid, ES

# tudelft.nl | Technische Universiteit Delft | Mekelweg 5, 2628 CD Delft, NL | tudelft.nl | ns1.tudelft.nl ns2.tudelft.nl | 130.161.0.0/16 Technische Universiteit Delft
+ TU Delft | Mekelweg 5, 2628CD Delft, NL
+ Delft University of Technology | Mekelweg 5, 2628 CD Delft, Netherlands
+ Techn. Universiteit Delft, Faculteit EWI | Mekelweg 4, 2628 CD Delft
+ TU Delft Library | Prometheusplein 1, 2628 ZC Delft, NL | tudelft.nl
- Gemeente Delft | Stationsplein 1, 2611 BV Delft, NL
- Technische Universiteit Eindhoven | Groene Loper 5, 5612 AE Eindhoven, NL
- IHE Delft Institute for Water Education | Westvest 7, 2611 AX Delft, NL
- Hogeschool Inholland Delft | Rotterdamseweg 141, 2628 AL Delft, NL
- Delftse Studentenbond | Mekelweg 5, 2628 CD Delft, NL
- Deltares | Boussinesqweg 1, 2629 HV Delft, NL

# uw.edu.pl | Uniwersytet Warszawski | ul. Krakowskie Przedmieście 26/28, 00-927 Warszawa, PL | uw.edu.pl | ns1.uw.edu.pl ns2.uw.edu.pl | 193.0.64.0/18 Uniwersytet Warszawski
+ University of Warsaw | Krakowskie Przedmiescie 26/28, 00-927 Warsaw, Poland
+ Uniw. Warszawski | Krakowskie Przedm. 26/28, 00-927 Warszawa
+ Uniwersytet Warszawski, Wydział Fizyki | ul. Pasteura 5, 02-093 Warszawa, PL
+ UW | ul. Krakowskie Przedmieście 26/28, 00-927 Warszawa, PL | uw.edu.pl
- Warszawski Uniwersytet Medyczny | ul. Żwirki i Wigury 61, 02-091 Warszawa, PL
- Politechnika Warszawska | pl. Politechniki 1, 00-661 Warszawa, PL
- Uniwersytet SWPS | ul. Chodakowska 19/31, 03-815 Warszawa, PL
- Urząd m.st. Warszawy | pl. Bankowy 3/5, 00-950 Warszawa, PL
- Akademia Sztuk Pięknych w Warszawie | ul. Krakowskie Przedmieście 5, 00-068 Warszawa, PL

# cvut.cz | České vysoké učení technické v Praze | Jugoslávských partyzánů 1580/3, 160 00 Praha 6, CZ | cvut.cz | ns.cvut.cz nsa.ces.net | 147.32.0.0/15 Ceske vysoke uceni technicke v Praze
+ ČVUT v Praze | Jugoslavskych partyzanu 3, 16000 Praha 6
+ Czech Technical University in Prague | Jugoslávských partyzánů 1580/3, 160 00 Prague 6, Czech Republic
+ České vysoké učení technické v Praze, Fakulta elektrotechnická | Technická 2, 166 27 Praha 6, CZ
+ CVUT | Jugoslávských partyzánů 1580/3, 160 00 Praha, CZ
- Univerzita Karlova | Ovocný trh 560/5, 116 36 Praha 1, CZ
- Vysoké učení technické v Brně | Antonínská 548/1, 601 90 Brno, CZ
- Vysoká škola ekonomická v Praze | nám. W. Churchilla 1938/4, 130 67 Praha 3, CZ
- Česká zemědělská univerzita v Praze | Kamýcká 129, 165 00 Praha 6, CZ
- | | | nsa.ces.net ns.other.cz

# kb.dk | Det Kgl. Bibliotek | Søren Kierkegaards Plads 1, 1221 København K, DK | kb.dk | ns1.kb.dk ns2.kb.dk
+ Det Kongelige Bibliotek | Søren Kierkegaards Pl. 1, 1221 København
+ Royal Danish Library | Soren Kierkegaards Plads 1, DK-1221 Copenhagen K, Denmark
+ Det Kgl. Bibl. | Victor Albecks Vej 1, 8000 Aarhus C, DK | kb.dk
+ Kongelige Bibliotek, Det | Søren Kierkegaards Plads 1, 1221 København K, DK
- Københavns Biblioteker | Krystalgade 15, 1172 København K, DK
- Det Kongelige Teater | August Bournonvilles Passage 2, 1055 København K, DK
- Københavns Universitet | Nørregade 10, 1172 København K, DK
- Nota - Nationalbibliotek for mennesker med læsevanskeligheder | Teglværksgade 37, 2100 København Ø, DK

# gu.se | Göteborgs universitet | Box 100, 405 30 Göteborg, SE | gu.se | ns1.gu.se ns2.gu.se | 130.241.0.0/16 Goteborgs universitet
+ University of Gothenburg | Box 100, SE-405 30 Gothenburg, Sweden
+ Goteborgs Universitet | PO Box 100, 40530 Goteborg
+ Göteborgs univ. | Vasaparken, 411 24 Göteborg, SE
+ Göteborgs universitetsbibliotek | Renströmsgatan 4, 405 30 Göteborg, SE | ub.gu.se
- Chalmers tekniska högskola AB | Chalmersplatsen 4, 412 96 Göteborg, SE
- Göteborgs stad | Gustaf Adolfs torg 4, 404 82 Göteborg, SE
- Göteborgs Universitets Studentkårer | Box 100, 405 30 Göteborg, SE
- Sahlgrenska Universitetssjukhuset | Blå stråket 5, 413 45 Göteborg, SE

# dep-gironde.fr | Département de la Gironde | 1 esplanade Charles de Gaulle, 33074 Bordeaux, FR | gironde.fr | ns1.gironde.fr ns2.ovh.net
+ Conseil départemental de la Gironde | 1 esp. Charles-de-Gaulle, 33074 Bordeaux Cedex, FR
+ CONSEIL DEPARTEMENTAL DE LA GIRONDE | 1 Esplanade Charles de Gaulle, 33000 Bordeaux
+ Dépt de la Gironde - Archives départementales | 72 cours Balguerie-Stuttenberg, 33300 Bordeaux, FR | gironde.fr
- Département de la Dordogne | 2 rue Paul-Louis Courier, 24000 Périgueux, FR
- Préfecture de la Gironde | 2 esplanade Charles de Gaulle, 33000 Bordeaux, FR
- Chambre de commerce et d'industrie de Bordeaux Gironde | 17 place de la Bourse, 33000 Bordeaux, FR
- Université de Bordeaux | 35 place Pey Berland, 33000 Bordeaux, FR

# csic.es | Agencia Estatal Consejo Superior de Investigaciones Científicas | Calle Serrano 117, 28006 Madrid, ES | csic.es | sun.rediris.es ns1.csic.es | 161.111.0.0/16 CSIC
+ Consejo Superior de Investigaciones Científicas (CSIC) | C/ Serrano 117, 28006 Madrid, ES
+ CSIC | Serrano 117, 28006 Madrid, España
+ Spanish National Research Council | Calle Serrano 117, 28006 Madrid, Spain
+ Consejo Sup. de Investigaciones Cientificas - Instituto de Ciencias del Mar | Passeig Marítim 37, 08003 Barcelona, ES
+ | | | | 161.111.7.8
- Universidad Complutense de Madrid | Avda. de Séneca 2, 28040 Madrid, ES
- Consejo Superior de Deportes | Avda. Martín Fierro 5, 28040 Madrid, ES
- Consejo General del Poder Judicial | Calle Marqués de la Ensenada 8, 28004 Madrid, ES
- CSIF Central Sindical | Calle Fernando el Santo 17, 28010 Madrid, ES

# ox.ac.uk | University of Oxford | University Offices, Wellington Square, Oxford OX1 2JD, GB | ox.ac.uk | dns0.ox.ac.uk dns1.ox.ac.uk | 129.67.0.0/16 University of Oxford
+ Oxford University | Wellington Square, Oxford, OX1 2JD, United Kingdom
+ The Chancellor, Masters and Scholars of the University of Oxford | University Offices, Wellington Sq, Oxford OX1 2JD
+ Univ. of Oxford, Dept. of Physics | Parks Road, Oxford OX1 3PU, GB
+ Bodleian Libraries | Broad Street, Oxford OX1 3BG, GB | bodleian.ox.ac.uk
- Oxford Brookes University | Headington Campus, Oxford OX3 0BP, GB
- Oxford City Council | 109 St Aldate's, Oxford OX1 1DS, GB
- Oxford Instruments plc | Tubney Woods, Abingdon OX13 5QX, GB
- University of Cambridge | The Old Schools, Trinity Lane, Cambridge CB2 1TN, GB
`;
