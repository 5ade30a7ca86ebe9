/** Written without regard to how names are compared, and not used to choose thresholds; its form is that of labelled-tuning.ts. */
export const HELD_OUT = `
# univ-valmont.example | Université de Valmont | 12 rue des Carmes, 21999 Valmont, FR | univ-valmont.example | dns1.univ-valmont.example dns2.univ-valmont.example
+ Universite de Valmont | 12, rue des Carmes, 21999 VALMONT CEDEX, France
+ UNIVERSITE VALMONT | 12 rue des Carmes, BP 138, 21999 Valmont
+ Univ. de Valmont | Esplanade Érasme, 21998 Valmont, FR
+ University of Valmont | 12 rue des Carmes, 21999 Valmont, FR
+ Université de Valmont - Service informatique | 12 rue des Carmes, 21999 Valmont, FR
+ Université de Valmont, Faculté des Sciences | Campus Nord, 21998 Valmont, FR
+ Université de Vallmont | 12 rue des Carmes, 21999 Valmont, FR
+ Université de Valmont | 12 rue de Carme, 21999 Valmont, FR
+ Bibliothèque universitaire, Université de Valmont | 21999 Valmont, FR
+ | | | dns2.univ-valmont.example ns.renater.fr
+ Association Valmont Sciences | 3 place Rude, 21999 Valmont, FR | univ-valmont.example
- Université de technologie de Valmont | 1 rue Turgot, 21999 Valmont, FR
- Université catholique de Valmont | 8 rue Monge, 21999 Valmont, FR
- Ville de Valmont | Place de la Libération, 21999 Valmont, FR
- CHU de Valmont | 1 bd Jeanne, 21999 Valmont, FR
- Valmont Immobilier SARL | 12 rue des Carmes, 21999 Valmont, FR
- Université de Valmorel | 4 rue Neuve, 73999 Valmorel, FR
- CROUS de Valmont | 3 rue du Docteur, 21999 Valmont, FR
- Association des anciens de l'Université de Valmont | 12 rue des Carmes, 21999 Valmont, FR
- École supérieure de commerce de Valmont | 29 rue Sambin, 21999 Valmont, FR
- Non diffusé | Ano Nymous
- Restricted by registrant | FR | orange.fr

# greenfield.example | The Regents of the University of Greenfield | 500 University Ave, Greenfield, OH 44999, US | greenfield.example
+ University of Greenfield | 500 University Avenue, Greenfield, Ohio 44999, United States
+ Regents of the University of Greenfield
+ The Regents of The University of Greenfield | 500 University Ave., Greenfield, OH, 44999-0001, US
+ University of Greenfield, College of Engineering | 700 Tech Way, Greenfield, OH 44999, US
+ Univ of Greenfield - Information Technology Services | 501 University Ave, Greenfield, OH 44999, US
+ University of Greenfeild | 500 University Ave, Greenfield, OH 44999, US
- Greenfield State University | 1 State Drive, Greenfield, OH 44998, US
- Greenfield Community College | 200 Main St, Greenfield, OH 44999, US
- University of Greenfield Foundation | 9 Bank St, Greenfield, OH 44999, US
- University of Greenville | 1 College Ave, Greenville, OH 45999, US
- Greenfield Public Schools | 195 Federal St, Greenfield, OH 44999, US
- City of Greenfield | 14 Court Square, Greenfield, OH 44999, US
- City of Greenfield | 20 Main, Greenfield, MA 01999, US
- University of Greenfield Alumni Association | 500 University Ave, Greenfield, OH 44999, US
- University of Greenfield Hospital | 600 Clinic Rd, Greenfield, OH 44999, US

# comune-belcolle.example | Comune di Belcolle | Piazza Garibaldi 1, 06999 Belcolle PG, IT | comune.belcolle.example
+ Comune Belcolle | P.zza Garibaldi 1, 06999 Belcolle (PG), Italia
+ COMUNE DI BELCOLLE | Piazza G. Garibaldi, 1, 06999, Belcolle, IT
+ Municipio di Belcolle
+ Comune di Belcolle - Ufficio Turismo | Piazza Garibaldi 1, 06999 Belcolle, IT | comune.belcolle.example
- Provincia di Belcolle | Piazza Italia 11, 06998 Belcolle, IT
- Comune di Belmonte | Via Roma 2, 02999 Belmonte, IT
- Pro Loco Belcolle | Piazza Garibaldi 3, 06999 Belcolle, IT
- Hotel Belcolle s.r.l. | Via Nazionale 4, 06999 Belcolle, IT
- Banca di Belcolle S.p.A. | Piazza Garibaldi 8, 06999 Belcolle, IT
- dato non pubblico | IT

# van-oord-bouw.example | Oosterbrug Bouw B.V. | Kanaalkade 8, 3299 AB Dordwijk, NL | oosterbrug.example
+ Oosterbrug Bouw BV | Kanaalkade 8, 3299AB Dordwijk, Netherlands
+ Oosterbrug Bouw | Kanaalkade 8, 3299 AB DORDWIJK
+ Oosterbrug Bouw Besloten Vennootschap
+ Oosterburg Bouw B.V. | Kanaalkade 8, 3299 AB Dordwijk, NL
- Oosterbrug Vastgoed B.V. | Kanaalkade 8, 3299 AB Dordwijk, NL
- Westerbrug Bouw B.V. | Havenweg 2, 3299 AC Dordwijk, NL
- Gemeente Dordwijk | Stadhuisplein 1, 3299 AA Dordwijk, NL
- Stichting Oosterbrug | Kerkstraat 4, 3298 BB Dordwijk, NL

# mhd-museum.example | Museum für Historische Drucke | Druckgasse 7, 55999 Lettern, DE | mhd-lettern.example
+ Museum f. Historische Drucke | Druckgasse 7, 55999 Lettern, DE
+ Museum fuer historische Drucke Lettern | Druckgasse 7, 55999 Lettern, DE | mhd-lettern.example
+ Museum für Historische Drucke, Bibliothek | Druckgasse 7, 55999 Lettern, DE
+ Museum für Historsiche Drucke | Druckgasse 7, 55999 Lettern, DE
- Museum für Moderne Drucke | Druckgasse 70, 55999 Lettern, DE
- Förderverein Museum für Historische Drucke e.V. | Druckgasse 7, 55999 Lettern, DE
- Historisches Museum Lettern | Marktplatz 1, 55999 Lettern, DE
- Stadtmuseum Lettern | Markt 9, 55999 Lettern, DE

# aurelia-pharma.example | Aurelia Pharma AG | Rheinweg 100, 4099 Basel, CH | aureliapharma.example | ns-a.aureliapharma.example ns-b.aureliapharma.example | 198.51.100.0/25 Aurelia Pharma AG
+ Aurelia Pharma SA | Rheinweg 100, CH-4099 Bâle, Suisse
+ Aurelia Pharma Ltd. | Rheinweg 100, 4099 Basle, Switzerland
+ Aurelia Pharma AG, Legal Department | Postfach, 4099 Basel, CH
+ AURELIA PHARMA Aktiengesellschaft | Rheinweg 100, 4099 Basel
+ Aurellia Pharma AG | Rheinweg 100, 4099 Basel, CH
+ Kampagne Gesund GmbH | Werbeweg 1, 8099 Zürich, CH | | ns-a.aureliapharma.example ns-b.aureliapharma.example
+ | | | ns1.hoster.example | 198.51.100.17
+ Praxisportal | | aureliapharma.example
- Aurelia Finance AG | Bahnhofstr. 3, 8099 Zürich, CH
- Aurora Pharma AG | Rheinweg 102, 4099 Basel, CH
- Novelia Pharma AG | Lichtstrasse 35, 4099 Basel, CH
- Aurelia Patientenhilfe e.V. | Gartenweg 5, 79999 Lörrau, DE
- Pharma AG | Rheinweg 99, 4099 Basel, CH
- | | | ns1.hoster.example | 198.51.100.200
- Aurelia | Seegasse 2, 1099 Wien, AT

# ev-akademie.example | Evangelische Akademie Hohenau e.V. | Schlossweg 2, 74999 Hohenau, DE | ev-akademie-hohenau.example
+ Evang. Akademie Hohenau | Schlossweg 2, 74999 Hohenau, DE
+ Ev. Akademie Hohenau e. V. | Schloßweg 2, 74999 Hohenau
+ Evangelische Akademie Hohenau eingetragener Verein
- Katholische Akademie Hohenau | Domplatz 1, 74999 Hohenau, DE
- Evangelische Kirchengemeinde Hohenau | Kirchplatz 1, 74999 Hohenau, DE
- Akademie Hohenau GmbH | Schlossweg 4, 74999 Hohenau, DE
- Evangelische Akademie Hohenfels | Burg 1, 93999 Hohenfels, DE

# northshore-council.example | North Shore City Council | 1 The Strand, North Shore 0699, NZ | northshore.example
+ North Shore Council | 1 The Strand, North Shore 0699, NZ | northshore.example
+ City of North Shore | 1 The Strand, North Shore, 0699, New Zealand
+ NORTH SHORE CITY COUNCIL
- South Shore City Council | 5 Bay Rd, South Shore 0799, NZ
- North Shore District Council | 90 Hill Rd, North Shore 0698, NZ
- North Shore Hospital | 124 Shakespeare Rd, North Shore 0699, NZ
- North Shore Bakery Limited | 3 The Strand, North Shore 0699, NZ

# lys-og-lyd.example | Lys & Lyd ApS | Nørregade 9, 8999 Århus, DK | lyslyd.example
+ Lys og Lyd ApS | Noerregade 9, 8999 Aarhus, Denmark
+ Lys & Lyd | Nørregade 9, 8999 Aarhus C, DK
- Lys & Skygge ApS | Nørregade 10, 8999 Århus, DK
- Lyd og Billede A/S | Søndergade 1, 8999 Århus, DK

# instituto-mar.example | Instituto Nacional do Mar | Av. Brasília 6, 1449-999 Lisboa, PT | inmar.example
+ INSTITUTO NACIONAL DO MAR, I.P. | Avenida de Brasilia 6, 1449-999 Lisbon, Portugal
+ Inst. Nacional do Mar | Av. Brasilia, Lisboa, 1449-999
+ Instituto Nacional de Mar
- Instituto Nacional de Estatística | Av. António 2, 1049-999 Lisboa, PT
- Museu do Mar | Av. Brasília 60, 1449-999 Lisboa, PT
- Instituto Superior do Mar | Av. Brasília 8, 1449-998 Lisboa, PT

# weissenfels-verlag.example | Weißenfels Verlag GmbH | Gutenbergstr. 3, 04999 Leipzig, DE | weissenfels-verlag.example | ns1.domaincontrol.com ns2.domaincontrol.com
+ Weissenfels Verlag | Gutenbergstraße 3, 04999 Leipzig, DE
+ Verlag Weißenfels GmbH | Gutenbergstr. 3, 04999 Leipzig
+ Weisenfels Verlag GmbH | Gutenbergstr. 3, 04999 Leipzig, DE
+ Weißenfels Publishing House Ltd. | Gutenbergstr. 3, 04999 Leipzig, DE | weissenfels-verlag.example
- Stadt Weißenfels | Markt 1, 06999 Weißenfels, DE
- Weißenfelser Verlagsservice UG | Nebenstr. 8, 04999 Leipzig, DE
- Weißenstein Verlag GmbH | Gutenbergstr. 30, 04999 Leipzig, DE
- | | | ns1.domaincontrol.com ns2.domaincontrol.com
- Identity Protection Service | PO Box 786, Hayes, Middlesex UB3 9TR, GB

# ostmark-gym.example | Humboldt-Gymnasium | Schulallee 4, 15999 Ostmark, DE | hgo.example
+ Humboldt Gymnasium | Schulallee 4, 15999 Ostmark, DE
+ Humboldt-Gymnasium Ostmark | Schulallee 4, 15999 Ostmark, DE
- Humboldt-Gymnasium | Karthäuserwall 40, 50999 Köln, DE
- Humboldt-Gymnasium | Rheinstr. 1, 76999 Karlsfeld, DE
- Goethe-Gymnasium | Schulallee 40, 15999 Ostmark, DE
- Humboldt-Gymnasium
- Förderverein Humboldt-Gymnasium Ostmark | Schulallee 4, 15999 Ostmark, DE
- Humboldt-Universität | Unter den Eichen 6, 10999 Berlin, DE

# oulun-pelit.example | Pohjola Pelit Oy | Kauppakatu 5, 90999 Oulu, FI | pohjolapelit.example
+ Pohjola Pelit Oyj | Kauppakatu 5, FI-90999 Oulu, Finland
+ Pohjolan Pelit Oy | Kauppakatu 5, 90999 Oulu, FI
- Pohjola Pankki Oyj | Teollisuuskatu 1, 00999 Helsinki, FI
- Etelä Pelit Oy | Kauppakatu 6, 90999 Oulu, FI
- Oulun kaupunki | Torikatu 10, 90999 Oulu, FI

# mercado-sol.example | Mercado del Sol, S.A. de C.V. | Av. Reforma 222, Col. Juárez, 06699 Ciudad de México, MX | mercadosol.example
+ MERCADO DEL SOL SA DE CV | Avenida Reforma 222, Ciudad de Mexico, 06699, Mexico
+ Mercado del Sol | Av Reforma 222, 06699 CDMX, MX
- Mercado de la Luna, S.A. de C.V. | Av. Reforma 222, 06699 Ciudad de México, MX
- Sol del Mercado Turismo | Calle 5, 44999 Guadalajara, MX
- Mercado del Sol S.L. | Calle Mayor 3, 28999 Madrid, ES

# anadolu-cam.example | Anadolu Cam Sanayi A.Ş. | İş Kuleleri Kule 3, 34999 İstanbul, TR | anadolucam.example
+ Anadolu Cam Sanayii Anonim Şirketi | Is Kuleleri Kule 3, 34999 Istanbul, Turkey
+ ANADOLU CAM SANAYI AS
- Anadolu Çimento Sanayi A.Ş. | İş Kuleleri Kule 3, 34999 İstanbul, TR
- Trakya Cam Sanayi A.Ş. | Büyükkarıştıran, 39999 Kırklareli, TR

# kyotsu-univ.example | Kyotsu University | 36-1 Yoshida, Sakyo-ku, Kyotsu 606-9999, JP | kyotsu-u.example
+ National University Corporation Kyotsu University | 36-1 Yoshida, Sakyo-ku, Kyotsu, 606-9999, JP | kyotsu-u.example
+ University of Kyotsu | Yoshida 36-1, Sakyo, Kyotsu 606-9999, Japan
- Kyotsu Institute of Technology | Matsugasaki, Kyotsu 606-9998, JP
- Kyotsu Prefectural University | Shimogamo, Kyotsu 606-9997, JP
- Kyotsu Women's University | Imagumano 35, Kyotsu 605-9999, JP
- Kyotsu University of Art | Uryuyama 2, Kyotsu 606-9996, JP
`;
