/** Written after labelled-countries-5.ts was judged and what it showed was done; judged once as it was. Its form is that of labelled-tuning.ts; names are invented. */
export const COUNTRIES_6 = `
# uni-lindhausen.de | Universität Lindhausen | Am Neuen Palais 10, 14999 Lindhausen, DE | uni-lindhausen.de | ns1.uni-lindhausen.de ns2.uni-lindhausen.de | 141.89.0.0/16 Universitaet Lindhausen
+ Universitaet Lindhausen - ZIM | Am Neuen Palais 10, D-14999 Lindhausen
+ Universität Lindhausen, Historisches Institut | Am Neuen Palais 10, Haus 11, 14999 Lindhausen, DE
+ Uni-Lindhausen | 14999 Lindhausen
+ Lindhausen University | Am Neuen Palais 10, 14999 Lindhausen, Germany
+ Präsidialamt der Universität Lindhausen | Am Neuen Palais 10, 14999 Lindhausen, DE
+ Professur für Sportpsychologie | Am Neuen Palais 10, 14999 Lindhausen, DE | uni-lindhausen.de
+ | | rz.uni-lindhausen.de
+ Botanischer Garten der Universität Lindhausen | Maulbeerallee 3, 14999 Lindhausen, DE
- Fachhochschule Lindhausen | Kiepenheuerallee 5, 14999 Lindhausen, DE
- Universitätsgesellschaft Lindhausen e.V. | Am Neuen Palais 10, 14999 Lindhausen, DE
- Studentenwerk Lindhausen | Babelsberger Str. 2, 14999 Lindhausen, DE
- Universität Lindau am Harz | Schulstr. 1, 37191 Lindau, DE
- UP Transfer GmbH an der Universität Lindhausen | Am Neuen Palais 10, 14999 Lindhausen, DE
- Filmuniversität Lindhausen | Marlene-Dietrich-Allee 11, 14999 Lindhausen, DE
- Hotel am Neuen Palais | Am Neuen Palais 12, 14999 Lindhausen, DE
- | | web.de | docks05.rzone.de shades09.rzone.de

# northmere.ac.uk | University of Northmere | University Road, Northmere NM1 7RH, GB | northmere.ac.uk | ns0.northmere.ac.uk ns1.northmere.ac.uk ns3.ja.net | 143.210.0.0/16 University of Northmere
+ The University of Northmere | University Rd, Northmere, NM17RH, United Kingdom
+ UNIV OF NORTHMERE | Northmere, GB
+ University of Northmere, School of Engineering | University Road, Northmere NM1 7RH, GB
+ Northmere University | University Road, Northmere, NM1 7RH, UK
+ Centre for Urban History, University of Northmere | Marc Fitch House, Northmere NM1 7RQ, GB
+ Attenborough Arts Centre | Lancaster Road, Northmere NM1 7HA, GB | northmere.ac.uk
+ | | | ns1.northmere.ac.uk
- University of Northmere Students' Union | Percy Gee Building, University Road, Northmere NM1 7RH, GB
- Northmere Metropolitan University | The Gateway, Northmere NM1 9BH, GB
- Northmere College | Freemens Campus, Northmere NM2 7LW, GB
- Northmere City Football Club | Filbert Way, Northmere NM2 7FL, GB
- University of Northmoor | Moor Lane, Northmoor LA1 4YW, GB
- Victoria Park Church | University Road, Northmere NM1 7RB, GB

# groupe-armand.fr | Groupe Armandier SA | 18 boulevard Malesherbes, 75008 Paris, FR | armandier.com | ns1.nameshield.net ns2.nameshield.net |
+ GROUPE ARMANDIER | 18 bd Malesherbes, 75008 Paris, France
+ Armandier S.A. | 18, boulevard Malesherbes, 75008 PARIS, FR
+ Armandier Distribution SAS | 18 boulevard Malesherbes, 75008 Paris, FR | armandier.com
+ Armandier SA, Direction Juridique | Paris, FR
- Armand Diffusion SARL | 5 rue Monge, 75005 Paris, FR
- Cabinet Malesherbes Avocats | 18 boulevard Malesherbes, 75008 Paris, FR
- Armandie Développement SEM | 4 rue Foch, 47000 Agenville, FR
- Restaurant Chez Armandier | 3 place Bellecour, 69002 Lyon, FR

# bibliotheek-merenwijk.nl | Stichting Openbare Bibliotheek Merenwijk | Nieuwstraat 4, 2312 KA Merenwijk, NL | bibliotheekmerenwijk.nl | ns0.transip.net ns1.transip.nl |
+ Openbare Bibliotheek Merenwijk | Nieuwstr. 4, 2312KA Merenwijk, Nederland
+ St. Openbare Bibliotheek Merenwijk | Nieuwstraat 4, Merenwijk
+ Bibliotheek Merenwijk | Nieuwstraat 4, 2312 KA Merenwijk, NL
+ Merenwijk Public Library | Nieuwstraat 4, 2312 KA Merenwijk, Netherlands
- Gemeente Merenwijk | Stadhuisplein 1, 2311 EJ Merenwijk, NL
- Stichting Vrienden van de Bibliotheek Merenwijk | Nieuwstraat 4, 2312 KA Merenwijk, NL
- Openbare Bibliotheek Noordwijkerhout | Dorpsstraat 1, 2211 GA Noordwijkerhout, NL
- Boekhandel Merenwijk | Nieuwstraat 6, 2312 KA Merenwijk, NL

# instituto-sismo.es | Instituto Geofísico de Montaña | Calle Real 3, 28001 Madrileña, ES | igm.es | ns1.igm.es sun.rediris.es | 193.144.250.0/24 Instituto Geofisico de Montana
+ Instituto Geofisico de Montana (IGM) | C/ Real, 3, 28001 Madrileña, España
+ IGM | Calle Real 3, Madrileña, ES
+ Mountain Geophysical Institute | Calle Real 3, 28001 Madrileña, Spain | igm.es
+ Instituto Geofísico de Montaña. Observatorio de Jaca | Calle Alta 9, 22700 Jacarra, ES
+ INST. GEOFISICO DE MONTAÑA | 28001 Madrileña, ES
- Instituto Geográfico de Montaña | Calle Ibáñez 3, 28003 Madrileña, ES
- Instituto Oceanográfico del Cantábrico | Calle Real 5, 28001 Madrileña, ES
- Montaña Segura Seguros S.A. | Calle Real 3, 28001 Madrileña, ES
- | | | sun.rediris.es chico.rediris.es

# staatsarchiv-bernau.ch | Staatsarchiv des Kantons Bernau | Falkenplatz 4, 3099 Bernau, CH | be-archiv.ch | ns1.bernau-kanton.ch ns2.bernau-kanton.ch |
+ Staatsarchiv Kanton Bernau | Falkenpl. 4, 3099 Bernau, Schweiz
+ Archives de l'État de Bernau | Falkenplatz 4, 3099 Bernau, Suisse
+ Staatsarchiv Bernau | Falkenplatz 4, CH-3099 Bernau
+ State Archives of Bernau | Falkenplatz 4, 3099 Bernau, Switzerland
- Stadtarchiv Bernau | Helvetiastrasse 6, 3099 Bernau, CH
- Universität Bernau | Hochschulstrasse 4, 3099 Bernau, CH
- Burgerbibliothek Bernau | Münstergasse 63, 3099 Bernau, CH
- Staatsarchiv des Kantons Bergau | Spalentor 2, 4099 Bergau, CH

# delta-rail.in | Delta Coastal Railway Corporation Limited | Rail Bhavan, Sector 11, Belapur 400699, IN | deltarail.com | ns1.deltarail.com ns2.deltarail.com |
+ Delta Coastal Railway Corpn. Ltd. | Rail Bhavan, Sector-11, Belapur, Maharashtra 400699, India
+ DELTA COASTAL RAILWAY CORPORATION LTD | Belapur, IN
+ Delta Coastal Railway | Rail Bhawan, Sector 11, Belapur 400699, IN
- Delta Coastal Fisheries Ltd | Sector 11, Belapur 400699, IN
- Eastern Coastal Railway | Rail Sadan, Chandrapur 751099, IN
- Belapur Railway Employees Union | Rail Bhavan, Sector 11, Belapur 400699, IN
`;
