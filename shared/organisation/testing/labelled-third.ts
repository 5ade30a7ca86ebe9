/** By the author of labelled-fresh.ts, after the faults that the second showed were fixed; judged once as it was. Most names are invented; its form is that of labelled-tuning.ts. */
export const THIRD = `
# stadt-karlsbruck.de | Stadt Karlsbrück, Amt für Informationstechnik | Rathausplatz 4, 76124 Karlsbrück, DE | karlsbrueck.de | dns1.karlsbrueck.de dns2.karlsbrueck.de | 194.11.20.0/22 Stadt Karlsbrueck
+ Stadt Karlsbrueck | Rathauspl. 4, 76124 Karlsbrueck, DE || ns1.hoster.net ns2.hoster.net | 5.9.1.1
+ Stadtverwaltung Karlsbrück | Rathausplatz 4, D-76124 Karlsbrück ||||
+ STADT KARLSBRÜCK - KULTURAMT | Karlsbrück, DE ||||
+ Karlsbrück, Stadt | Rathausplatz 4, 76124 Karlsbrück, DE ||||
+ Stadtbibliothek der Stadt Karlsbrück | Ständehausstr. 2, 76133 Karlsbrück, DE ||||
+ Stadt Karlsbrück Sozial- und Jugendbehörde | Rathaus West, 76124 Karlsbrück, DE ||||
+ || ordnungsamt.karlsbrueck.de ||
- Landkreis Karlsbrück | Beiertheimer Allee 2, 76137 Karlsbrück, DE | landkreis-karlsbrueck.de ||
- Karlsbrücker Verkehrsbetriebe GmbH | Tullastr. 71, 76131 Karlsbrück, DE ||||
- Stadtwerke Karlsbrück GmbH | Daxlander Str. 72, 76185 Karlsbrück, DE ||||
- Sportverein Karlsbrück 1899 e.V. | Rathausplatz 4, 76124 Karlsbrück, DE ||||
- Stadt Karlsbruch | Markt 1, 04001 Karlsbruch, DE ||||
- CDU-Stadtratsfraktion Karlsbrück | Rathausplatz 4, 76124 Karlsbrück, DE ||||
# larkhill.edu | Larkhill Institute of Technology | 77 Tremont Avenue, Larkhill, MA 02139, US | larkhill.edu | bitsy.larkhill.edu strawb.larkhill.edu | 18.0.0.0/11 Larkhill Institute of Technology
+ Larkhill Inst. of Technology | 77 Tremont Ave., Larkhill MA 02139-4307, USA ||||
+ Larkhill Institute of Tech | 77 Tremont Ave, Larkhill, MA 02139, US ||||
+ Larkhill Institue of Technology | Larkhill, MA, US ||||
+ LIT - Larkhill Institute of Technology | 77 Tremont Avenue, Larkhill, MA 02139, US ||||
+ Larkhill Institute of Technology Media Laboratory | 20 Ames St, Larkhill, MA 02142, US ||||
+ Larkhill Institute of Technology, Office of the President | Larkhill MA, US ||||
- Larkhill College of Art | 100 Main St, Larkhill, MA 02140, US ||||
- Larkhill Technology Partners LLC | 1 Kendall Sq, Larkhill, MA 02139, US ||||
- Larkhill Institute of Technology Alumni Association | 77 Tremont Avenue, Larkhill, MA 02139, US ||||
- Larchill Institute of Theology | 3 Chapel Rd, Larchill, NH 03801, US ||||
- |||| 18.40.0.1
# hgm-verlag.de | Hausmann & Grünwald Medienverlag GmbH & Co. KG | Königstraße 27a, 70173 Stuttgart, DE | hg-medien.de | ns1.hg-medien.de ns2.hg-medien.de |
+ Hausmann und Gruenwald Medienverlag GmbH & Co.KG | Koenigstr. 27 a, 70173 Stuttgart ||||
+ Hausmann + Grünwald Medienverlag | Königstr. 27a, 70173 Stuttgart, Germany ||||
+ Hausman & Grünwald Medienverlag GmbH | Königstr. 27a, 70173 Stuttgart, DE ||||
+ Hausmann&Grünwald Medien-Verlag GmbH & Co. KG | Postfach 101, 70001 Stuttgart, DE ||||
+ Grünwald & Hausmann Medienverlag GmbH & Co KG | Königstraße 27a, 70173 Stuttgart, DE ||||
- Hausmann Immobilien GmbH | Königstraße 2, 70173 Stuttgart, DE ||||
- Grünwald & Partner Rechtsanwälte | Königstraße 27a, 70173 Stuttgart, DE ||||
- Stuttgarter Medienverlag GmbH | Königstraße 80, 70173 Stuttgart, DE ||||
# insthist.fr | Institut National d'Histoire Maritime | 2 rue Vivier, 75002 Paris, France | inhm.fr | ns1.inhm.fr ns.renater.fr | 193.55.0.0/20 Institut National d'Histoire Maritime
+ Institut national d'histoire maritime (INHM) | 2 r. Vivier, 75002 PARIS, FR ||||
+ INST. NAT. D'HISTOIRE MARITIME | Paris, FR ||||
+ INHM | 2 rue Vivier, 75002 Paris, FR ||||
+ National Institute of Maritime History | 2 rue Vivier, 75002 Paris, France | inhm.fr ||
+ Bibliothèque de l'Institut national d'histoire maritime | 58 rue Richelieu, 75002 Paris, FR ||||
- Institut national d'histoire de l'art | 6 rue des Champs, 75002 Paris, FR ||||
- Musée national de la Marine | 17 place du Trocadéro, 75116 Paris, FR ||||
- Société d'Histoire Maritime | 2 rue Vivien, 75002 Paris, FR ||||
- ||| ns.renater.fr ns2.renater.fr |
# uam-polnord.pl | Uniwersytet Północny w Gdyńsku | ul. Morska 81-87, 81-225 Gdyńsk, Polska | ug-gdynsk.pl | dns.ug-gdynsk.pl |
+ Uniwersytet Polnocny w Gdynsku | Morska 81, 81-225 Gdynsk, PL ||||
+ University of Polnocny in Gdynsk | ul. Morska 81-87, 81-225 Gdynsk, Poland | ug-gdynsk.pl ||
+ Biblioteka Główna, Uniwersytet Północny w Gdyńsku | ul. Morska 83, 81-225 Gdyńsk, PL ||||
- Akademia Morska w Gdyńsku | ul. Morska 81, 81-225 Gdyńsk, PL ||||
- Uniwersytet Południowy w Gdyńsku | ul. Leśna 3, 81-549 Gdyńsk, PL ||||
- Gmina Gdyńsk | al. Piłsudskiego 52, 81-382 Gdyńsk, PL ||||
# deutschermeeresbund.org | Deutscher Meeresschutzbund e.V. | Charitéstraße 3, 10117 Berlin, DE | meeresschutzbund.de | ns1.strato.de ns2.strato.de |
+ Dt. Meeresschutzbund | Charitestr. 3, 10117 Berlin, DE | gmx.de ||
+ Deutscher Meeresschutzbund (DMB) e.V., Bundesgeschäftsstelle | Charitéstr. 3, 10117 Berlin, DE ||||
+ Deutscher Meeres-Schutzbund e.V. | Berlin, DE ||||
+ DEUTSCHER MEERESCHUTZBUND EV | Charitéstraße 3, 10117 Berlin, DE ||||
+ || meeresschutzbund.de ||
- Deutscher Mieterbund e.V. | Littenstr. 10, 10179 Berlin, DE ||||
- Österreichischer Meeresschutzbund | Museumsplatz 1, 1070 Wien, AT ||||
- Meeresblick Reisen GmbH | Charitéstraße 3, 10117 Berlin, DE ||||
- || strato.de | ns1.strato.de ns2.strato.de |
# telefenix.es | Telefénix Comunicaciones, S.A.U. | Gran Vía 28, 28013 Madrid, España | telefenix.es | ns1.telefenix.net ns2.telefenix.net | 80.58.0.0/16 Telefenix Comunicaciones SAU
+ Telefenix Comunicaciones SA | Gran Via, 28, 28013 Madrid, ES ||||
+ TELEFÉNIX COMUNICACIONES, SOCIEDAD ANÓNIMA UNIPERSONAL | C/ Gran Vía, nº 28, 28013 Madrid, ES ||||
+ Telefenix S.A. | Gran Vía 28, 28013 Madrid, ES ||||
+ ||| ns2.telefenix.net ns1.telefenix.net |
- Fénix Comunicaciones S.L. | Gran Vía 30, 28013 Madrid, ES ||||
- Telefería Comunicaciones S.A. | Calle Sol 1, 41001 Sevilla, ES ||||
- Asociación de Usuarios de Telefénix | Calle Luna 3, 28004 Madrid, ES | hotmail.es ||
# nkm-praha.cz | Národní knižní muzeum | Václavské náměstí 68, 110 00 Praha 1, Česká republika | nkm.cz | ns.nkm.cz ns2.cesnet.cz |
+ Narodni knizni muzeum | Vaclavske nam. 68, 11000 Praha 1, CZ ||||
+ National Book Museum | Vaclavske namesti 68, 110 00 Prague 1, Czech Republic | nkm.cz ||
+ Národní knižní muzeum, p.o. | Praha, CZ ||||
- Národní technické muzeum | Kostelní 42, 170 00 Praha 7, CZ ||||
- Národní knihovna | Mariánské nám. 190, 110 00 Praha 1, CZ ||||
- Knižní klub s.r.o. | Václavské náměstí 68, 110 00 Praha 1, CZ ||||
`;
