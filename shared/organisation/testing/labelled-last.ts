/** Written after all thresholds were chosen, and judged once; its form is that of labelled-tuning.ts. */
export const LAST = `
# lindenau-tech.example | Hochschule Lindenau – University of Applied Sciences | Alter Postplatz 2, 07999 Lindenau, DE | hs-lindenau.example | ns1.hs-lindenau.example | 2001:db8:40::/44 Hochschule Lindenau
+ Hochschule Lindenau | Alter Postplatz 2, 07999 Lindenau, DE
+ HS Lindenau | Alter Postpl. 2, 07999 Lindenau
+ Lindenau University of Applied Sciences | Alter Postplatz 2, 07999 Lindenau, Germany
+ Fachhochschule Lindenau | Alter Postplatz 2, 07999 Lindenau, DE
+ Hochschule Lindenau, Fakultät Informatik | Alter Postplatz 2, 07999 Lindenau, DE
+ Hochscule Lindenau | Alter Postplatz 2, 07999 Lindenau, DE
+ Hochschule für angewandte Wissenschaften Lindenau | Alter Postplatz 2, 07999 Lindenau, DE
+ | | | | 2001:db8:4f::80
- Universität Lindenau | Fürstengraben 1, 07998 Lindenau, DE
- Technische Hochschule Lindenau | Ring 5, 07999 Lindenau, DE
- Hochschule für Musik Lindenau | Platz 3, 07998 Lindenau, DE
- Studentenrat der Hochschule Lindenau | Alter Postplatz 2, 07999 Lindenau, DE
- Hochschule Lindau | Kemptener Str. 1, 88999 Lindau, DE
- Stadtwerke Lindenau GmbH | Alter Postplatz 20, 07999 Lindenau, DE
- | | | | 2001:db8:50::80

# ibex-versicherung.example | Ibex Versicherungen AG | Dufourstrasse 40, 9099 St. Gallen, CH | ibex.example
+ Ibex Versicherungen | Dufourstr. 40, 9099 Sankt Gallen, Switzerland
+ Ibex Insurance Ltd | Dufourstrasse 40, CH-9099 St. Gallen
+ Ibex Versicherungs AG | Dufourstrasse 40, 9099 St.Gallen, CH
+ Ibex Assurances SA | Dufourstrasse 40, 9099 Saint-Gall, Suisse
+ IBEX VERSICHERUNGEN AG, Generalagentur Chur | Bahnhofstr. 8, 7099 Chur, CH | ibex.example
- Ibex Immobilien AG | Dufourstrasse 40, 9099 St. Gallen, CH
- Ibis Versicherungen AG | Marktgasse 3, 9099 St. Gallen, CH
- Ibex Outdoor GmbH | Alpweg 1, 6999 Alpberg, AT
- Helvibex Versicherungen AG | Dufourstrasse 41, 9099 St. Gallen, CH
- Ibex Versicherungen Pensionskasse | Dufourstrasse 40, 9099 St. Gallen, CH
- c/o whoisproxy.com | 604 Cameron Street, Alexandria, VA 22314, US
- n/a

# royal-obs.example | Royal Observatory of Glenmoor | Blackford Hill, Glenmoor EH99 3HJ, GB | rog.example | ns0.rog.example ns1.rog.example
+ Royal Observatory Glenmoor | Blackford Hill, Glenmoor, EH99 3HJ, United Kingdom
+ The Royal Observatory, Glenmoor | Blackford Hill, Glenmoor, EH993HJ, GB
+ Royal Obs. Glenmoor | Blackford Hill, Glenmoor, EH99 3HJ, GB
+ Royal Observatroy of Glenmoor | Blackford Hill, Glenmoor, EH99 3HJ, GB
+ Friends Of Stars Ltd | 2 Low St, Glenmoor, GB | | ns1.rog.example ns0.rog.example
- Royal Botanic Garden Glenmoor | Inverleith Row, Glenmoor EH99 5LR, GB
- Royal Observatory of Dunmoor | Castle Hill, Dunmoor KY99 1AA, GB
- Friends of the Royal Observatory Glenmoor | Blackford Hill, Glenmoor, EH99 3HJ, GB
- Glenmoor City Observatory | Calton Hill, Glenmoor EH99 7AA, GB
- University of Glenmoor | Old College, Glenmoor EH99 9YL, GB

# min-forst.example | Ministerium für Forst und Jagd | Waldallee 1, 39999 Magdestadt, DE | mfj.example | ns1.landesnetz.example ns2.landesnetz.example
+ Ministerium f. Forst u. Jagd | Waldallee 1, 39999 Magdestadt, DE
+ MINISTERIUM FÜR FORST UND JAGD | Waldallee 1, 39999 Magdestadt, DE
+ Ministry of Forst und Jagd | Waldallee 1, 39999 Magdestadt, DE
+ Ministerium für Forst und Jagd, Referat 12 | Waldallee 1, 39999 Magdestadt, DE
+ Ministerium für Forst und Jadg | Waldallee 1, 39999 Magdestadt, DE
- Ministerium für Finanzen | Waldallee 3, 39999 Magdestadt, DE | | ns1.landesnetz.example ns2.landesnetz.example
- Bundesministerium für Forst und Jagd | Rochusstr. 1, 53999 Bonn, DE
- Verein für Forst und Jagd e.V. | Waldallee 10, 39999 Magdestadt, DE
- Landesforst Magdestadt | Waldallee 1, 39999 Magdestadt, DE

# cerveceria-norte.example | Cervecería del Norte, S.L. | Calle Mayor 12, 39999 Santander, ES | cervenorte.example
+ Cerveceria del Norte SL | C/ Mayor 12, 39999 Santander, España
+ Cervecería Norte | Calle Mayor, 12, 39999 Santander, Spain
+ Cerveceria del Norte Sociedad Limitada | Calle Mayor 12, 39999 Santander, ES
- Cervecería del Sur, S.L. | Calle Real 1, 41999 Sevilla, ES
- Panadería del Norte, S.L. | Calle Mayor 14, 39999 Santander, ES
- Norte Energía S.A. | Calle Mayor 12, 39999 Santander, ES
- Ayuntamiento de Santander | Plaza 1, 39998 Santander, ES

# bluebird-ngo.example | Bluebird Foundation | 77 Canal Street, New York, NY 10099, US | bluebird.example | ns1.dns-for-all.example ns2.dns-for-all.example
+ Bluebird Foundation, Inc. | 77 Canal St, New York, NY 10099, USA
+ The Bluebird Foundation | 77 Canal Street, New York NY, 10099, United States
+ BLUEBIRD FOUNDATION
+ | | | ns2.dns-for-all.example ns1.dns-for-all.example
- Bluebird Bus Company | 402 Main St, Fort Valley, GA 31099, US
- Blackbird Foundation | 77 Canal Street, New York, NY 10099, US
- Bluebell Foundation | 70 Canal Street, New York, NY 10099, US
- Bluebird Capital LLC | 1 Wall St, New York, NY 10099, US
- Joe's Diner | 80 Canal Street, New York, NY 10099, US | | ns1.dns-for-all.example ns2.dns-for-all.example

# gemeinde-waldau.example | Gemeinde Waldau | Dorfstrasse 17, 9199 Waldau, CH | waldau.example
+ Gemeindeverwaltung Waldau | Dorfstr. 17, 9199 Waldau, CH
+ Commune de Waldau | Dorfstrasse 17, 9199 Waldau, Suisse
+ Gemeinde Waldau, Bauamt | Dorfstrasse 19, 9199 Waldau, CH
- Gemeinde Waldau | Rathausgasse 1, 6199 Waldau, AT
- Kirchgemeinde Waldau | Kirchweg 2, 9199 Waldau, CH
- Schule Waldau | Schulstr. 3, 9199 Waldau, CH
- Restaurant Waldau | Dorfstrasse 20, 9199 Waldau, CH
- Gemeinde Waldkirch | Arneggerstr. 3, 9205 Waldkirch, CH

# dr-data.example | DataSolve s.r.o. | Technická 5, 616 99 Brno, CZ | datasolve.example
+ DataSolve, s. r. o. | Technicka 5, 61699 Brünn, Czech Republic
+ DATASOLVE SRO
+ Datasolve | Technická 5, Brno
- DataSave s.r.o. | Technická 9, 616 99 Brno, CZ
- DataSolve Polska Sp. z o.o. | ul. Prosta 1, 00-999 Warszawa, PL
- Jan Novák - DataServis | Lidická 3, 602 99 Brno, CZ
`;
