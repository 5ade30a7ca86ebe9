/** Institutions of twelve countries, written before any of it was judged; judged once as it was. Its form is that of labelled-tuning.ts; names are invented. */
export const COUNTRIES_1 = `
# uni-wolfsroda.de | Friedrich-Krause-Universität Wolfsroda | Schlossgasse 3, 07331 Wolfsroda, DE | uni-wolfsroda.de | dns1.rz.uni-wolfsroda.de dns2.rz.uni-wolfsroda.de ws-wei1.win-ip.dfn.de | 141.36.0.0/16 Friedrich-Krause-Universitaet Wolfsroda
+ Friedrich Krause Universitaet Wolfsroda | Schloßg. 3, 07331 Wolfsroda, DE | | ns1.your-server.de ns.second-ns.com
+ FKU Wolfsroda | Schlossgasse 3, 07331 Wolfsroda, Germany
+ University of Wolfsroda | Schlossgasse 3, 07331 Wolfsroda, Germany
+ Universität Wolfsroda | Postfach 210, 07330 Wolfsroda, DE
+ Universitätsarchiv Wolfsroda | Bachstr. 18, 07331 Wolfsroda, DE
+ Lehrstuhl für Neuere Geschichte, Friedrich-Krause-Universität | 07331 Wolfsroda, DE
+ Graduiertenkolleg 1412 Raumzeiten | Postfach 12, 07330 Wolfsroda, DE | uni-wolfsroda.de
+ | | | dns2.rz.uni-wolfsroda.de ns.hoster-b.net
+ | | | ns.hoster-b.net | 141.36.77.4
- Fachhochschule Wolfsroda | Carl-Zeiss-Promenade 2, 07745 Wolfsroda, DE
- Friedrich-Krause-Gymnasium Wolfsroda | Lutherstr. 4, 07331 Wolfsroda, DE
- Universitätsklinikum Wolfsroda AöR | Am Klinikum 1, 07331 Wolfsroda, DE | med-wolfsroda.de
- Verein der Freunde und Förderer der Friedrich-Krause-Universität Wolfsroda e.V. | Schlossgasse 3, 07331 Wolfsroda, DE
- Buchhandlung am Schloss GmbH | Schlossgasse 5, 07331 Wolfsroda, DE
- | | | ws-wei1.win-ip.dfn.de ns1.fh-saalfelden.de | 141.37.4.4

# savoirs-nantoise.fr | Université de Nantoise | 1 quai de Tourmaline, BP 13522, 44035 Nantoise Cedex 1, FR | univ-nantoise.fr | ns1.univ-nantoise.fr ns2.renater.fr | 193.52.96.0/21 Universite de Nantoise
+ Universite de Nantoise | 1 quai de Tourmaline, 44000 Nantoise, France
+ Univ Nantoise | 1, Quai de Tourmaline - BP 13522, 44035 NANTOISE CEDEX 01, FR
+ Université de Nantoise - UFR Sciences et Techniques | 2 rue de la Houssinière, 44322 Nantoise Cedex 3, FR
+ Nantoise Université | 1 quai de Tourmaline, 44035 Nantoise, FR
+ Laboratoire d'Informatique de l'Université de Nantoise | 2 rue de la Houssinière, 44300 Nantoise, FR
+ Bibliothèque universitaire, Université de Nantoise | Nantoise, FR
+ Maison des Sciences de l'Homme | 5 allée Berque, 44000 Nantoise, FR | univ-nantoise.fr
- École Centrale de Nantoise | 1 rue de la Noë, 44300 Nantoise, FR
- Ville de Nantoise | 2 rue de l'Hôtel de Ville, 44000 Nantoise, FR
- CHU de Nantoise | 5 allée de l'île, 44093 Nantoise Cedex 1, FR
- Association des étudiants de l'Université de Nantoise | 1 quai de Tourmaline, 44000 Nantoise, FR
- Université de Nanterolle | 200 avenue de la République, 92001 Nanterolle, FR
- | | | ns2.renater.fr ns1.ec-nantoise.fr

# tsu.edu | Tallow State University | 400 University Drive, Tallow, KS 66999, US | tsu.edu | ns1.tsu.edu ns2.tsu.edu ns3.kanren.net | 129.130.0.0/18 Tallow State University
+ Tallow State Univ. | 400 University Dr, Tallow, Kansas 66999, United States
+ TSU | 400 University Drive, Tallow, KS 66999, US
+ Tallow State University, Department of Agronomy | 2004 Throckmorton Hall, Tallow, KS 66999, US
+ Tallow State University Libraries | 1117 Mid-Campus Dr, Tallow KS 66999-2134, US
+ TALLOW STATE UNIVERSITY - ITS | 214 Hale Hall, Tallow, KS 66999, US
+ College of Veterinary Medicine, Tallow State University | 1700 Denison Ave, Tallow, KS 66999, USA
+ Board of Regents, Tallow State University | Tallow, KS, US
+ Prairie Weather Project | PO Box 9, Tallow, KS 66999, US | mesonet.tsu.edu
- Tallow State University Foundation | 1800 Kimball Ave, Tallow, KS 66999, US | tallowfoundation.org
- Tallow State University Alumni Association | 100 Alumni Center, Tallow, KS 66999, US
- University of Tallow | 1 College Row, Tallow, KS 66998, US
- Tallow Community College | 12 Elm St, Tallow, KS 66998, US
- Tallow State Bank | 400 Main St, Tallow, KS 66999, US
- Tarlow State University | 900 University Drive, Tarlow, OR 97999, US
- Tallow State Park Friends Inc. | 88 Lake Rd, Tallow, KS 66999, US

# iitk.example | Indian Institute of Metallurgy Kandrapur | NH-6, Kandrapur Campus, Kandrapur 756099, Odisha, IN | iimk.ac.in | ns1.iimk.ac.in ns2.iimk.ac.in | 14.139.192.0/22 Indian Institute of Metallurgy Kandrapur
+ Indian Institute of Metallurgy, Kandrapur | Kandrapur, Odisha, 756099, India
+ INDIAN INST OF METALLURGY KANDRAPUR | NH 6, Kandrapur Campus, Kandrapur, Orissa 756099, IN
+ IIM Kandrapur | Kandrapur Campus, Kandrapur, Odisha 756099, IN
+ Centre for Alloy Design, Indian Institute of Metallurgy Kandrapur | Kandrapur, IN
+ Registrar, Indian Institute of Metallurgy Kandrapur | Kandrapur 756099, Odisha, India
- Indian Institute of Metallurgy Bhaderi | Civil Lines, Bhaderi 208099, UP, IN
- Kandrapur Institute of Management | College Road, Kandrapur 756099, Odisha, IN
- Metallurgical Society of India | Kandrapur 756099, Odisha, IN
- Government Polytechnic Kandrapur | NH-6, Kandrapur 756099, Odisha, IN

# hakone-kogei.jp | 国立大学法人白峰大学 | 石川県白峰市角間町1, 920-1192, JP | shiramine-u.ac.jp | ns1.shiramine-u.ac.jp ns2.shiramine-u.ac.jp | 133.28.0.0/16 Shiramine University
+ Shiramine University | Kakuma-machi 1, Shiramine, Ishikawa 920-1192, Japan | shiramine-u.ac.jp
+ 白峰大学 | 石川県白峰市角間町1, JP
+ 白峰大学附属図書館 | 石川県白峰市角間町1, 920-1192, JP
+ | | | ns1.shiramine-u.ac.jp
+ | | | ns1.sakura.ne.jp | 133.28.200.1
- 白峰工業大学 | 石川県白峰市扇が丘7, 921-8501, JP
- 白峰市 | 石川県白峰市広坂1, 920-8577, JP

# ufsv.br | Universidade Federal de Serra Vermelha | Av. Roraima, 1000, Cidade Universitária, 97105-900 Serra Vermelha - RS, BR | ufsv.br | ns1.ufsv.br ns2.ufsv.br | 200.18.32.0/19 Universidade Federal de Serra Vermelha
+ UNIVERSIDADE FEDERAL DE SERRA VERMELHA | Avenida Roraima 1000, Serra Vermelha, RS, 97105-900, Brasil
+ UFSV | Av Roraima 1000, 97105900 Serra Vermelha, BR
+ Univ. Federal de Serra Vermelha - Centro de Ciências Rurais | Av. Roraima, 1000, Serra Vermelha, RS, BR
+ Federal University of Serra Vermelha | Av. Roraima 1000, 97105-900 Serra Vermelha, Brazil
+ Hospital Veterinário da Universidade Federal de Serra Vermelha | Av. Roraima 1000, 97105-900 Serra Vermelha, BR
- Universidade Estadual de Serra Vermelha | Rua Sete 10, 97010-000 Serra Vermelha, BR
- Prefeitura Municipal de Serra Vermelha | Rua Venâncio Aires 2277, 97010-005 Serra Vermelha, BR
- Universidade Federal de Serra Dourada | Av. Brasil 1, 75000-000 Serra Dourada, BR
- Diretório Central dos Estudantes da UFSV | Av. Roraima 1000, 97105-900 Serra Vermelha, BR
- Fundação de Apoio à Tecnologia de Serra Vermelha | Rua Quatro 55, 97015-000 Serra Vermelha, BR

# parcs-lacs.gc.ca | Lakes and Harbours Agency Canada | 30 Victoria Street, Gatineau, QC J8X 0B3, CA | lhac-alhc.gc.ca | ns1.lhac-alhc.gc.ca ns2.lhac-alhc.gc.ca |
+ Agence des lacs et des ports du Canada | 30, rue Victoria, Gatineau (Québec) J8X 0B3, Canada | lhac-alhc.gc.ca
+ Lakes & Harbours Agency of Canada | 30 Victoria St., Gatineau, Quebec J8X0B3, CA
+ Lakes and Harbours Agency Canada / Agence des lacs et des ports Canada | 30 Victoria Street, Gatineau, QC J8X 0B3, CA
+ LAKES AND HARBOURS AGENCY CANADA, ONTARIO REGION | 111 Water St E, Cornwall, ON K6H 6S2, CA
- Parks and Forests Agency Canada | 30 Victoria Street, Gatineau, QC J8X 0B3, CA
- Harbour Pilots Canada Inc. | 30 Victoria Street, Gatineau, QC J8X 0B3, CA
- Great Lakes Shipping Ltd. | 4 Pier Rd, Hamilton, ON L8L 1A1, CA

# moravske-knihy.cz | Moravská krajská knihovna v Olšanech | Bezručova 2, 779 11 Olšany, CZ | mkol.cz | ns.mkol.cz ns.cesnet.cz |
+ Moravska krajska knihovna v Olsanech | Bezrucova 2, 77911 Olsany, Czech Republic
+ Moravská krajská knihovna v Olšanech, příspěvková organizace | Bezručova 1180/2, 779 00 Olšany, CZ
+ Moravian Regional Library in Olsany | Bezrucova 2, 779 11 Olsany, Czechia
+ MKOL | Bezručova 2, 779 11 Olšany, CZ
- Krajská knihovna Vysočiny | Havlíčkovo nám. 87, 580 02 Havlov, CZ
- Městská knihovna Olšany | Náměstí Republiky 1, 779 00 Olšany, CZ
- Moravské divadlo Olšany | tř. Svobody 33, 771 07 Olšany, CZ
- Moravská vinařská s.r.o. | Bezručova 4, 779 11 Olšany, CZ

# karasu.edu.tr | Karasu Üniversitesi Rektörlüğü | Esentepe Kampüsü, 54187 Karasu, Sakarya, TR | karasu.edu.tr | ns1.karasu.edu.tr ns2.karasu.edu.tr | 193.140.253.0/24 Karasu Universitesi
+ Karasu Universitesi | Esentepe Kampusu, 54187 Karasu, Turkey
+ Karasu University | Esentepe Campus, 54187 Karasu, Türkiye
+ Karasu Üniversitesi Bilgi İşlem Daire Başkanlığı | Karasu, TR
+ Karasu Üniversitesi Mühendislik Fakültesi | M5 Binası, 54187 Karasu, TR
- Karasu Uygulamalı Bilimler Üniversitesi | Esentepe Kampüsü, 54187 Karasu, TR
- Karasu Belediyesi | Atatürk Bulvarı 1, 54500 Karasu, TR
- Karasu İnşaat A.Ş. | Sanayi Cad. 3, 54187 Karasu, TR

# nmk.ie | National Museum of Kilmoyle | Collins Quay, Kilmoyle, V99 XK72, IE | nmk.ie | ns1.nmk.ie ns0.heanet.ie |
+ Natl. Museum of Kilmoyle | Collins Quay, Kilmoyle, Ireland
+ The National Museum of Kilmoyle | Collins Quay, Kilmoyle V99XK72, IE
+ National Museum of Kilmoyle Education Department | Merrion Row, Kilmoyle, IE
+ NMK | Collins Quay, Kilmoyle, IE
- National Library of Kilmoyle | Kildare Street, Kilmoyle, IE
- Kilmoyle City Museum | Castle Street, Kilmoyle, IE
- Friends of the National Museum of Kilmoyle | Collins Quay, Kilmoyle, IE
- Collins Quay Cafe Ltd | Collins Quay, Kilmoyle, IE

# geoinst.bg | Институт по земни науки „Петър Станев“ | ул. Академик Бончев 24, 1113 Софийград, BG | geoinst.bg | ns.geoinst.bg ns.acad-bg.net |
+ Institut po zemni nauki Petar Stanev | ul. Akademik Bonchev 24, 1113 Sofiygrad, Bulgaria
+ Petar Stanev Institute of Earth Sciences | Acad. Bonchev Str. 24, 1113 Sofiygrad, Bulgaria | geoinst.bg
+ ИНСТИТУТ ПО ЗЕМНИ НАУКИ ПЕТЪР СТАНЕВ | 1113 Софийград, BG
- Институт по физика на Земята | ул. Академик Бончев 24, 1113 Софийград, BG
- Станев Консулт ЕООД | бул. Витоша 3, 1000 Софийград, BG
`;
