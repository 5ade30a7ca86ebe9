/** Bodies of kinds and countries that the sets before have not, written after labelled-countries-4.ts was judged and what it showed was done; judged once as it was. Its form is that of labelled-tuning.ts; names are invented. */
export const COUNTRIES_5 = `
# fjordlandet.no | Fjordlandet fylkeskommune | Postboks 2600, 6404 Moldvik, NO | fjordlandet.no | ns1.fjordlandet.no ns2.hyp.net |
+ Fjordlandet Fylkeskommune | Julsundvegen 9, 6412 Moldvik, Norge
+ FJORDLANDET FYLKESKOMMUNE IT-AVDELINGEN | Postboks 2600, 6404 Moldvik, NO
+ Fjordlandet County Council | Postboks 2600, 6404 Moldvik, Norway
+ Fjordlandet vidaregåande skule | Skulevegen 1, 6100 Voldvik, NO | fjordlandet.no
- Moldvik kommune | Rådhusplassen 1, 6413 Moldvik, NO
- Fjordlandet Turlag | Storgata 3, 6413 Moldvik, NO
- Fjordland Reiser AS | Julsundvegen 11, 6412 Moldvik, NO
- Sørlandet fylkeskommune | Postboks 517, 4605 Kristivik, NO

# jardimbotanico.pt | Jardim Botânico do Vale Verde, E.P.E. | Rua dos Cedros 30, 4150-181 Vila Serena, PT | jbvv.pt | ns1.jbvv.pt ns2.jbvv.pt |
+ Jardim Botanico do Vale Verde | R. dos Cedros, 30, 4150-181 Vila Serena, Portugal
+ JARDIM BOTÂNICO DO VALE VERDE EPE | Vila Serena, PT
+ Vale Verde Botanical Garden | Rua dos Cedros 30, 4150-181 Vila Serena, Portugal | jbvv.pt
+ JBVV | Rua dos Cedros 30, 4150-181 Vila Serena, PT
- Jardim Zoológico do Vale Verde | Rua dos Cedros 90, 4150-183 Vila Serena, PT
- Vale Verde Imobiliária, Lda. | Rua dos Cedros 32, 4150-181 Vila Serena, PT
- Câmara Municipal de Vila Serena | Praça Nova 1, 4150-001 Vila Serena, PT
- Liga dos Amigos do Jardim Botânico do Vale Verde | Rua dos Cedros 30, 4150-181 Vila Serena, PT

# episcopia.ro | Universitatea de Vest din Carpatia | Bd. Vasile Pârvan 4, 300223 Carpatia, RO | uvc.ro | ns1.uvc.ro ns2.roedu.net | 193.226.8.0/22 Universitatea de Vest din Carpatia
+ Universitatea de Vest din Carpatia | Bulevardul Vasile Parvan nr. 4, 300223 Carpatia, Romania
+ West University of Carpatia | Vasile Parvan Blvd. 4, 300223 Carpatia, Romania
+ UVC - Facultatea de Drept | Bd. Eroilor 9A, 300575 Carpatia, RO
+ UNIV. DE VEST DIN CARPATIA | 300223 Carpatia, RO
- Universitatea Politehnica Carpatia | Piața Victoriei 2, 300006 Carpatia, RO
- Primăria Municipiului Carpatia | Bd. C.D. Loga 1, 300030 Carpatia, RO
- Universitatea de Nord din Maramura | Str. Victoriei 76, 430122 Maramura, RO
- Liga Studenților din Universitatea de Vest | Bd. Vasile Pârvan 4, 300223 Carpatia, RO

# kharovsk-rada.ua | Карпатський національний заповідник | вул. Лісова 1, 78000 Явориця, UA | karpreserve.org.ua | ns1.karpreserve.org.ua ns2.karpreserve.org.ua |
+ Karpatskyi natsionalnyi zapovidnyk | vul. Lisova 1, 78000 Yavorytsia, Ukraine
+ КАРПАТСЬКИЙ НАЦІОНАЛЬНИЙ ЗАПОВІДНИК | вул. Лісова, 1, Явориця, 78000, Україна
+ Carpathian National Reserve | Lisova St. 1, 78000 Yavorytsia, Ukraine | karpreserve.org.ua
- Карпатський лісгосп | вул. Лісова 9, 78000 Явориця, UA
- Готель Карпати | вул. Лісова 3, 78000 Явориця, UA

# harbourlight.nz | Te Waka Broadcasting Limited | 14 Featherstone Street, Wellingham 6011, NZ | tewaka.co.nz | ns1.tewaka.co.nz ns2.tewaka.co.nz |
+ Te Waka Broadcasting Ltd | 14 Featherstone St, Wellingham 6011, New Zealand
+ TE WAKA BROADCASTING | PO Box 123, Wellingham 6140, NZ
+ Te Waka Radio | Level 3, 14 Featherstone Street, Wellingham 6011, NZ | tewaka.co.nz
+ Te Waka Broadcasting Limited, Aucklea Studio | 5 Queen St, Aucklea 1010, NZ
- Te Waka Canoes Ltd | 2 Marine Pde, Napton 4110, NZ
- Radio Wellingham Trust | 16 Featherstone Street, Wellingham 6011, NZ
- Te Puna Broadcasting Limited | 9 High St, Rotoa 3010, NZ

# bancolitoral.ar | Banco del Litoral S.A. | Av. Corrientes 456, C1043AAR Buena Costa, AR | bancolitoral.com.ar | ns1.bancolitoral.com.ar ns2.bancolitoral.com.ar | 200.41.100.0/24 BANCO DEL LITORAL SA
+ Banco del Litoral | Avenida Corrientes 456, Buena Costa, Argentina
+ BANCO DEL LITORAL SOCIEDAD ANONIMA | Av Corrientes 456, Buena Costa, AR
+ Bco. del Litoral S.A. | Av. Corrientes 456, Buena Costa, AR
+ Banco del Litoral S.A. - Sucursal Rosalia | Calle Córdoba 1100, Rosalia, AR
- Banco de la Sierra S.A. | San Jerónimo 166, Cordoval, AR
- Seguros del Litoral S.A. | Av. Corrientes 460, Buena Costa, AR
- Asociación Bancaria | Av. Corrientes 456, Buena Costa, AR
- Club Atlético Litoral | Calle 9 100, Santa Ana, AR

# beeldarchief.be | Koninklijk Beeldarchief van Vlaanderland | Kunstlaan 1, 1000 Brusselle, BE | beeldarchief.be | ns1.belnet.be ns1.beeldarchief.be |
+ Koninklijk Beeldarchief Vlaanderland | Kunstln. 1, B-1000 Brusselle
+ Royal Image Archive of Vlaanderland | Kunstlaan 1, 1000 Brusselle, Belgium
+ Archives royales de l'image de Vlaanderland | Avenue des Arts 1, 1000 Brusselle, Belgique | beeldarchief.be
+ | | | ns1.beeldarchief.be ns1.combell.net
- Koninklijke Bibliotheek van Vlaanderland | Kunstberg 28, 1000 Brusselle, BE
- Beeldhuis BV | Kunstlaan 3, 1000 Brusselle, BE
- Vlaanderlands Architectuurinstituut | Jezuïetenplein 2, 2000 Antwerpia, BE
- | | | ns1.belnet.be ns2.belnet.be

# zveza-gasilcev.si | Inštitut za geologijo Podgorje | Dimičeva ulica 14, 1000 Podgorje, SI | geo-podgorje.si | ns1.arnes.si ns.geo-podgorje.si |
+ Institut za geologijo Podgorje | Dimiceva ulica 14, SI-1000 Podgorje, Slovenia
+ Inštitut za geologijo, Podgorje | Dimičeva ul. 14, 1000 Podgorje, Slovenija
+ Podgorje Institute of Geology | Dimiceva 14, 1000 Podgorje, Slovenia
- Inštitut za gozdarstvo Podgorje | Večna pot 2, 1000 Podgorje, SI
- Mestna občina Podgorje | Mestni trg 1, 1000 Podgorje, SI
- Geologija Podgorje d.o.o. | Tržaška 5, 1000 Podgorje, SI

# genossenschaft-talbach.ch | Genossenschaft Elektra Talbach | Dorfstrasse 8, 5099 Talbach, CH | elektra-talbach.ch | ns1.hostpoint.ch ns2.hostpoint.ch |
+ Elektra Talbach | Dorfstr. 8, 5099 Talbach, CH
+ ELEKTRA TALBACH GENOSSENSCHAFT | Dorfstrasse 8, 5099 Talbach
+ Elektra-Genossenschaft Talbach | Dorfstrasse 8, 5099 Talbach, CH
- Gemeinde Talbach | Dorfstrasse 1, 5099 Talbach, CH
- Elektra Bergbach | Hauptstrasse 2, 5098 Bergbach, CH
- Landwirtschaftliche Genossenschaft Talbach | Dorfstrasse 10, 5099 Talbach, CH
- Skiclub Talbach | Dorfstrasse 8, 5099 Talbach, CH
`;
