/** Universities, offices, a library and a savings bank of Germany and Switzerland, with their abbreviations, translations and namesakes; written before abbreviated phrases and branches were understood. Names of institutions are real where namesakes matter, addresses are not all; the form is that of labelled-tuning.ts. */
export const ABBREVIATED_1 = `
# th-nuernberg.de | Technische Hochschule Nürnberg Georg Simon Ohm | Keßlerplatz 12, 90489 Nürnberg, DE | th-nuernberg.de | ns1.th-nuernberg.de ns2.th-nuernberg.de | 141.75.0.0/16 Technische Hochschule Nuernberg
+ Techn. Hochschule Nürnberg | Keßlerplatz 12, 90489 Nürnberg, DE
+ TH Nürnberg | Kesslerplatz 12, 90489 Nuernberg, DE
+ Technische Hochschule Nuernberg Georg-Simon-Ohm | Kesslerpl. 12, D-90489 Nürnberg
+ TH Nürnberg Georg Simon Ohm, Zentrale IT | Keßlerplatz 12, 90489 Nürnberg, DE
+ Nuremberg Institute of Technology | Keßlerplatz 12, 90489 Nuremberg, Germany
+ Georg-Simon-Ohm-Hochschule Nürnberg | Keßlerplatz 12, 90489 Nürnberg, DE
+ Ohm-Hochschule Nürnberg, Fakultät Elektrotechnik | Wassertorstr. 10, 90489 Nürnberg, DE | th-nuernberg.de
- Evangelische Hochschule Nürnberg | Bärenschanzstr. 4, 90429 Nürnberg, DE
- Hochschule für Musik Nürnberg | Veilhofstr. 34, 90489 Nürnberg, DE
- Technische Universität Nürnberg | Ulmenstr. 52i, 90443 Nürnberg, DE
- Akademie der Bildenden Künste Nürnberg | Bingstr. 60, 90480 Nürnberg, DE
- Stadt Nürnberg | Hauptmarkt 18, 90403 Nürnberg, DE
- Studentenwerk Erlangen-Nürnberg | Langemarckplatz 4, 91054 Erlangen, DE

# tum.de | Technische Universität München | Arcisstraße 21, 80333 München, DE | tum.de | dns1.lrz.de dns2.lrz.bayern | 129.187.0.0/16 Leibniz-Rechenzentrum
+ TU München | Arcisstr. 21, 80333 München, DE
+ Technical University of Munich | Arcisstrasse 21, 80333 Munich, Germany
+ Techn. Univ. München | Arcisstr. 21, 80290 München
+ Technische Universitaet Muenchen, Lehrstuhl für Informatik I10 | Boltzmannstr. 3, 85748 Garching, DE
+ TUM | Arcisstr. 21, 80333 München
+ TUM School of Management | Arcisstr. 21, 80333 München, DE | tum.de
+ München, Technische Universität | Arcisstraße 21, 80333 München, DE
- Ludwig-Maximilians-Universität München | Geschwister-Scholl-Platz 1, 80539 München, DE
- LMU München | Geschwister-Scholl-Platz 1, 80539 München, DE
- Hochschule München | Lothstr. 34, 80335 München, DE
- Hochschule für Fernsehen und Film München | Bernd-Eichinger-Platz 1, 80333 München, DE
- Technische Universität Berlin | Straße des 17. Juni 135, 10623 Berlin, DE
- Universität der Bundeswehr München | Werner-Heisenberg-Weg 39, 85577 Neubiberg, DE
- | | | dns1.lrz.de dns2.lrz.bayern

# haw-hamburg.de | Hochschule für Angewandte Wissenschaften Hamburg | Berliner Tor 5, 20099 Hamburg, DE | haw-hamburg.de | ns1.haw-hamburg.de ns2.haw-hamburg.de | 141.22.0.0/16 HAW Hamburg
+ HAW Hamburg | Berliner Tor 5, 20099 Hamburg, DE
+ Hochsch. f. angew. Wiss. Hamburg | Berliner Tor 5, D-20099 Hamburg
+ Hamburg University of Applied Sciences | Berliner Tor 5, 20099 Hamburg, Germany
+ HOCHSCHULE FUER ANGEWANDTE WISSENSCHAFTEN HAMBURG | Berliner Tor 7, 20099 Hamburg
+ Fachhochschule Hamburg | Berliner Tor 5, 20099 Hamburg, DE
+ HAW Hamburg - Fakultät Life Sciences | Ulmenliet 20, 21033 Hamburg, DE
- Universität Hamburg | Mittelweg 177, 20148 Hamburg, DE
- Technische Universität Hamburg | Am Schwarzenberg-Campus 1, 21073 Hamburg, DE
- Hochschule für bildende Künste Hamburg | Lerchenfeld 2, 22081 Hamburg, DE
- Fachhochschule Wedel | Feldstr. 143, 22880 Wedel, DE

# uni-freiburg.de | Albert-Ludwigs-Universität Freiburg | Friedrichstr. 39, 79098 Freiburg, DE | uni-freiburg.de | ns1.uni-freiburg.de ns2.uni-freiburg.de | 132.230.0.0/16 Universitaet Freiburg
+ Universität Freiburg | Friedrichstraße 39, 79098 Freiburg im Breisgau, DE
+ University of Freiburg | Hermann-Herder-Str. 10, 79104 Freiburg, Germany
+ Universität Freiburg, Rechenzentrum | Hermann-Herder-Str. 10, 79104 Freiburg, DE
+ Albert-Ludwigs-Univ. Freiburg i. Br. | Friedrichstr. 39, 79098 Freiburg i. Br.
+ Freiburg, Universität | Friedrichstr. 39, 79098 Freiburg, DE
+ Universitätsbibliothek Freiburg | Platz der Universität 2, 79098 Freiburg, DE | ub.uni-freiburg.de
- Universität Freiburg | Av. de l'Europe 20, 1700 Freiburg, CH
- Université de Fribourg | Avenue de l'Europe 20, 1700 Fribourg, CH
- Pädagogische Hochschule Freiburg | Kunzenweg 21, 79117 Freiburg, DE
- Stadt Freiburg im Breisgau | Rathausplatz 2, 79098 Freiburg, DE
- TU Bergakademie Freiberg | Akademiestr. 6, 09599 Freiberg, DE
- Katholische Hochschule Freiburg gGmbH | Karlstr. 63, 79104 Freiburg, DE

# frankfurt-oder.de | Stadt Frankfurt (Oder) | Marktplatz 1, 15230 Frankfurt (Oder), DE | frankfurt-oder.de
+ Stadtverwaltung Frankfurt (Oder) | Marktplatz 1, 15230 Frankfurt (Oder), DE
+ Stadtverw. Frankfurt/Oder | Marktpl. 1, 15230 Frankfurt/Oder
+ City of Frankfurt (Oder) | Marktplatz 1, 15230 Frankfurt (Oder), Germany
- Stadt Frankfurt am Main | Römerberg 23, 60311 Frankfurt am Main, DE
- Magistrat der Stadt Frankfurt am Main | Römerberg 23, 60311 Frankfurt, DE
- Stadt Frankfurt | Römerberg 23, 60311 Frankfurt am Main, DE
- Europa-Universität Viadrina Frankfurt (Oder) | Große Scharrnstr. 59, 15230 Frankfurt (Oder), DE
- Wohnungswirtschaft Frankfurt (Oder) GmbH | Heinrich-von-Stephan-Str. 2, 15230 Frankfurt (Oder), DE

# hs-bremen.de | Hochschule Bremen | Neustadtswall 30, 28199 Bremen, DE | hs-bremen.de | ns1.hs-bremen.de ns2.hs-bremen.de
+ HS Bremen | Neustadtswall 30, 28199 Bremen, DE
+ City University of Applied Sciences Bremen | Neustadtswall 30, 28199 Bremen, Germany
+ Hochsch. Bremen | Neustadtswall 30, 28199 Bremen
+ Hochschule Bremen, Institut für Informatik und Automation | Flughafenallee 10, 28199 Bremen, DE
- Hochschule Bremerhaven | An der Karlstadt 8, 27568 Bremerhaven, DE
- Universität Bremen | Bibliothekstr. 1, 28359 Bremen, DE
- Hochschule für Künste Bremen | Am Speicher XI 8, 28217 Bremen, DE
- Apollon Hochschule der Gesundheitswirtschaft GmbH | Universitätsallee 18, 28359 Bremen, DE

# ethz.ch | ETH Zürich | Rämistrasse 101, 8092 Zürich, CH | ethz.ch | ns1.ethz.ch ns2.ethz.ch | 129.132.0.0/16 Swiss Federal Institute of Technology Zurich
+ Eidgenössische Technische Hochschule Zürich | Rämistr. 101, 8092 Zürich, CH
+ Eidg. Techn. Hochschule Zürich | Raemistrasse 101, 8092 Zuerich
+ Swiss Federal Institute of Technology Zurich | Ramistrasse 101, CH-8092 Zurich, Switzerland
+ ETH Zürich, Departement Physik | Otto-Stern-Weg 1, 8093 Zürich, CH
+ ETH-Bibliothek | Rämistrasse 101, 8092 Zürich, CH | library.ethz.ch
- Universität Zürich | Rämistrasse 71, 8006 Zürich, CH
- EPFL | Route Cantonale, 1015 Lausanne, CH
- Zürcher Hochschule der Künste | Pfingstweidstr. 96, 8005 Zürich, CH
- ETH Alumni Vereinigung | Rämistrasse 101, 8092 Zürich, CH | | 

# bnatschutz.de | Bundesamt für Naturschutz | Konstantinstr. 110, 53179 Bonn, DE | bfn.de | ns1.bund.de ns2.bund.de
+ Bundesamt f. Naturschutz (BfN) | Konstantinstraße 110, 53179 Bonn, DE
+ Federal Agency for Nature Conservation | Konstantinstr. 110, 53179 Bonn, Germany
+ BfN | Konstantinstr. 110, 53179 Bonn, DE
+ Bundesamt für Naturschutz - Außenstelle Leipzig | Alte Messe 6, 04103 Leipzig, DE
- Bundesamt für Strahlenschutz | Willy-Brandt-Str. 5, 38226 Salzgitter, DE
- Bundesanstalt für Landwirtschaft und Ernährung | Deichmanns Aue 29, 53179 Bonn, DE
- Bundesministerium für Umwelt, Naturschutz und nukleare Sicherheit | Robert-Schuman-Platz 3, 53175 Bonn, DE | | ns1.bund.de ns2.bund.de
- Naturschutzbund Deutschland e.V. | Charitéstr. 3, 10117 Berlin, DE

# sparkasse-hegau.de | Sparkasse Hegau-Bodensee | Erzbergerstr. 2a, 78224 Singen, DE | sparkasse-hegau-bodensee.de | ns1.s-web.de ns2.s-web.de
+ Sparkasse Hegau Bodensee | Erzbergerstraße 2 a, 78224 Singen, DE
+ Spk. Hegau-Bodensee | Erzbergerstr. 2a, 78224 Singen
+ Sparkasse Hegau-Bodensee, Geschäftsstelle Konstanz | Marktstätte 1, 78462 Konstanz, DE
- Sparkasse Bodensee | Bismarckplatz 1, 88045 Friedrichshafen, DE
- Sparkasse Pfullendorf-Meßkirch | Bahnhofstr. 11, 88630 Pfullendorf, DE | | ns1.s-web.de ns2.s-web.de
- Sparkassenverband Baden-Württemberg | Am Hauptbahnhof 2, 70173 Stuttgart, DE
- Volksbank Hegau eG | Erzbergerstr. 4, 78224 Singen, DE

# stabi-berlin.de | Staatsbibliothek zu Berlin - Preußischer Kulturbesitz | Unter den Linden 8, 10117 Berlin, DE | sbb.spk-berlin.de | ns1.spk-berlin.de ns2.spk-berlin.de
+ Staatsbibl. zu Berlin | Unter den Linden 8, 10117 Berlin, DE
+ Staatsbibliothek Berlin | Potsdamer Str. 33, 10785 Berlin, DE | sbb.spk-berlin.de
+ Berlin State Library | Unter den Linden 8, 10117 Berlin, Germany
+ Staatsbibliothek zu Berlin, Preussischer Kulturbesitz | Unter den Linden 8, D-10117 Berlin
- Zentral- und Landesbibliothek Berlin | Breite Str. 30, 10178 Berlin, DE
- Humboldt-Universität zu Berlin | Unter den Linden 6, 10099 Berlin, DE
- Staatsoper Unter den Linden | Unter den Linden 7, 10117 Berlin, DE
`;
