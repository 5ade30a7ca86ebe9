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
