/** Pages of dewiki and what becomes of them; how to read it: cases.ts. */
export const DE = `
## Internetquelle, eine Zeile
<ref>{{Internetquelle |url=http://dead.zz/a |titel=T |abruf=2011-05-02}}</ref>
=>
<ref>{{Internetquelle |url=http://dead.zz/a |titel=T |abruf=2011-05-02 |archiv-url=@COPY@ |archiv-datum=2019-03-12 |offline=ja}}</ref>

## Internetquelle, eine Zeile je Parameter
{{Internetquelle
 |autor=A
 |url=http://dead.zz/a
 |titel=T
 |abruf=2011-05-02
 |sprache=de}}
=>
{{Internetquelle
 |autor=A
 |url=http://dead.zz/a
 |titel=T
 |abruf=2011-05-02
 |sprache=de
 |archiv-url=@COPY@
 |archiv-datum=2019-03-12
 |offline=ja}}

## Internetquelle, untereinander ausgerichtet
{{Internetquelle
| url    = http://dead.zz/a
| titel  = T
| abruf  = 2. Mai 2011
}}
=>
{{Internetquelle
| url    = http://dead.zz/a
| titel  = T
| abruf  = 2. Mai 2011
| archiv-url = @COPY@
| archiv-datum = 2019-03-12
| offline = ja
}}

## leere Archivparameter
{{Internetquelle |url=http://dead.zz/a |titel=T |archiv-url= |archiv-datum= |archiv-bot= |offline= |abruf=2011-05-02}}
=>
{{Internetquelle |url=http://dead.zz/a |titel=T |archiv-url=@COPY@ |archiv-datum=2019-03-12 |archiv-bot= |offline=ja |abruf=2011-05-02}}

## offline=ja ohne Archiv
{{Internetquelle |url=http://dead.zz/a |titel=T |abruf=2011-05-02 |offline=ja}}
=>
{{Internetquelle |url=http://dead.zz/a |titel=T |abruf=2011-05-02 |offline=ja |archiv-url=@COPY@ |archiv-datum=2019-03-12}}

## offline=1 ohne Archiv, nichts archiviert {none}
{{Internetquelle |url=http://dead.zz/a |titel=T |abruf=2011-05-02 |offline=1}}
-- already-marked

## nichts archiviert {none}
{{Internetquelle |url=http://dead.zz/a |titel=T |abruf=2011-05-02}}
=>
{{Internetquelle |url=http://dead.zz/a |titel=T |abruf=2011-05-02 |offline=ja}}

## schon archiviert
{{Internetquelle |url=http://dead.zz/a |titel=T |archiv-url=@COPY@ |archiv-datum=2019-03-12 |abruf=2011-05-02 |offline=ja}}
-- already-archived

## archiviert ohne Datum
{{Internetquelle |url=http://dead.zz/a |titel=T |archiv-url=@COPY@ |abruf=2011-05-02}}
=>
{{Internetquelle |url=http://dead.zz/a |titel=T |archiv-url=@COPY@ |archiv-datum=2019-03-12 |abruf=2011-05-02}}

## Internetquelle mit Toter Link dahinter
<ref>{{Internetquelle |url=http://dead.zz/a |titel=T |abruf=2011-05-02}} {{Toter Link|url=http://dead.zz/a|date=2018-04|archivebot=2018-04-08 12:00:00 InternetArchiveBot}}</ref>
=>
<ref>{{Internetquelle |url=http://dead.zz/a |titel=T |abruf=2011-05-02 |archiv-url=@COPY@ |archiv-datum=2019-03-12 |offline=ja}}</ref>

## Cite web
{{Cite web |url=http://dead.zz/a |title=T |accessdate=2011-05-02}}
=>
{{Cite web |url=http://dead.zz/a |title=T |accessdate=2011-05-02 |archive-url=@COPY@ |archive-date=2019-03-12 |offline=yes}}

## Cite news mit leeren Parametern
{{cite news|url=http://dead.zz/a|title=T|archiveurl=|archivedate=}}
=>
{{cite news|url=http://dead.zz/a|title=T|archiveurl=@COPY@|archivedate=2019-03-12|offline=yes}}

## Cite book, nichts archiviert {none}
{{Cite book|url=http://dead.zz/a|title=T}}
=>
{{Cite book|url=http://dead.zz/a|title=T}} {{Toter Link |url=http://dead.zz/a |date=2026-11-22}}

## Cite web, nichts archiviert {none}
{{Cite web|url=http://dead.zz/a|title=T}}
=>
{{Cite web|url=http://dead.zz/a|title=T|offline=yes}}

## Literatur mit Adresse
{{Literatur |Autor=A |Titel=T |Online=http://dead.zz/a |Abruf=2011-05-02}}
=>
{{Literatur |Autor=A |Titel=T |Online={{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=online}} |Abruf=2011-05-02}}

## Literatur mit Link
{{Literatur |Autor=A |Titel=T |Online=[http://dead.zz/a PDF; 1,2 MB] |Abruf=2011-05-02}}
=>
{{Literatur |Autor=A |Titel=T |Online={{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=PDF; 1,2 MB}} |Abruf=2011-05-02}}

## Literatur mit Link, nichts archiviert {none}
{{Literatur |Titel=T |Online=[http://dead.zz/a PDF]}} {{Literatur |Titel=T |Online=http://dead.zz/a}}
=>
{{Literatur |Titel=T |Online={{Toter Link |url=http://dead.zz/a |text=PDF |date=2026-11-22}}}} {{Literatur |Titel=T |Online={{Toter Link |url=http://dead.zz/a |text=online |date=2026-11-22}}}}

## Literatur, anderer Parameter
{{Literatur |Titel=[http://dead.zz/a T]}}
-- other-parameter

## Weblink
* [http://dead.zz/a Titel]
=>
* {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=Titel}}

## Weblink mit Zusatz
* [http://dead.zz/a ''Titel''] (PDF; 1,2&nbsp;MB) auf example.org
=>
* {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=''Titel''}} (PDF; 1,2&nbsp;MB) auf example.org

## Weblink ohne Text
<ref>[http://dead.zz/a]</ref>
=>
<ref>{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=dead.zz}}</ref>

## Adresse allein
<ref>http://dead.zz/a</ref>
=>
<ref>{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=dead.zz}}</ref>

## Adresse am Satzende
Siehe http://dead.zz/a, http://dead.zz/a.
=>
Siehe {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=dead.zz}}, {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=dead.zz}}.

## Weblink mit Strich im Text
[http://dead.zz/a A | B]
=>
{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=A {{!}} B}}

## Weblink mit Formel oder Quelltext im Text
[http://dead.zz/a Über <math>|x|</math>] [http://dead.zz/a A | <CE>B</CE>] [http://dead.zz/a <math>x</math>] [http://dead.zz/a <code>a|b</code>]
=>
[http://dead.zz/a Über <math>|x|</math>] [http://dead.zz/a A | <CE>B</CE>] {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=<math>x</math>}} {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=<code>a{{!}}b</code>}}
-- link-text
-- link-text

## Weblink mit Vorlage im Text
[http://dead.zz/a A {{lang|en|B}}]
=>
{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=A {{lang|en|B}}}}

## Weblink mit Wikilink im Text
[http://dead.zz/a A [[B]]]
-- link-text

## Strich in der Adresse
[http://dead.zz/p|q T]
=>
{{Webarchiv |url=http://dead.zz/p%7Cq |wayback=20190312101112 |text=T}}

## Weblink mit Gleichheitszeichen
[http://dead.zz/q?x=1&y=2 A = B]
=>
{{Webarchiv |url=http://dead.zz/q?x=1&y=2 |wayback=20190312101112 |text=A = B}}

## protokollrelativ
[//dead.zz/a T]
=>
{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}

## Weblink, nichts archiviert {none}
* [http://dead.zz/a Titel]
=>
* {{Toter Link |url=http://dead.zz/a |text=Titel |date=2026-11-22}}

## Adresse allein, nichts archiviert {none}
<ref>http://dead.zz/a.</ref>
=>
<ref>{{Toter Link |url=http://dead.zz/a |text=dead.zz |date=2026-11-22}}.</ref>

## Webarchiv ist da
{{Webarchiv|url=http://dead.zz/a|wayback=20100101000000|text=T}}
-- already-archived

## Webarchiv mit archive-is ist da
{{Webarchiv | url=http://dead.zz/a | archive-is=20120713144500 | text=T}}
-- already-archived

## Webarchiv mit webciteID ist da
{{Webarchiv|text=T|url=http://dead.zz/a|webciteID=5eWaHRbn4}}
-- already-archived

## Webarchiv neben dem Weblink
[http://dead.zz/a T] ({{Webarchiv|url=http://dead.zz/a|wayback=20100101000000|text=Archiv}})
-- already-archived
-- already-archived

## Webarchiv eines anderen Weblinks daneben
[http://dead.zz/a T], {{Webarchiv|url=http://other.zz/|wayback=20100101000000|text=O}}
=>
{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}, {{Webarchiv|url=http://other.zz/|wayback=20100101000000|text=O}}

## Memento neben dem Weblink
[http://dead.zz/a T] ([@COPY@ Memento] vom 12. März 2019)
-- already-archived

## Toter Link
{{Toter Link|url=http://dead.zz/a|text=Titel|date=2015-04-19}}
=>
{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=Titel}}

## Toter Link, Adresse zweimal
{{Toter Link|url=http://dead.zz/a|text=Titel|url=http://dead.zz/a}}
-- two-addresses
-- two-addresses

## Toter Link mit Leerzeichen
<ref>{{Toter Link | date= 2018-12-11 | url=http://dead.zz/a | text=Seitentitel }}</ref>
=>
<ref>{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=Seitentitel}}</ref>

## Toter Link ohne Text
{{Toter Link|date=2015-04|url=http://dead.zz/a}}
=>
{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=dead.zz}}

## Toter Link in Klammern
[{{Toter Link|inline=ja|date=2015-04-19|url=http://dead.zz/a}} Titel]
=>
{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=Titel}}

## Toter Link hinter dem Weblink
[http://dead.zz/a Titel] {{Toter Link|url=http://dead.zz/a|date=2015-04}}
=>
{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=Titel}}

## Toter Link, nichts archiviert {none}
{{Toter Link|url=http://dead.zz/a|text=Titel|date=2015-04}}
-- already-marked

## Toter Link eines anderen
[http://dead.zz/a T] {{Toter Link|url=http://other.zz/|date=2015-04}}
=>
{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}} {{Toter Link|url=http://other.zz/|date=2015-04}}

## archive.today {copy https://archive.today/20120713144500/http://dead.zz/a}
[http://dead.zz/a T] {{Internetquelle|url=http://dead.zz/a|titel=T}}
=>
{{Webarchiv |url=http://dead.zz/a |archive-is=20120713144500 |text=T}} {{Internetquelle|url=http://dead.zz/a|titel=T|archiv-url=https://archive.today/20120713144500/http://dead.zz/a|archiv-datum=2012-07-13|offline=ja}}

## archive.is mit kurzem Namen und ohne Zeit {copy https://archive.is/abcDE}
[http://dead.zz/a T]
=>
{{Webarchiv |url=http://dead.zz/a |archive-is=abcDE |text=T}}

## webcitation {copy https://www.webcitation.org/5eWaHRbn4?url=http://dead.zz/a}
[http://dead.zz/a T]
=>
{{Webarchiv |url=http://dead.zz/a |webciteID=5eWaHRbn4 |text=T}}

## anderes Archiv {copy https://arquivo.pt/wayback/20150101000000/http://dead.zz/a}
[http://dead.zz/a T] {{Internetquelle|url=http://dead.zz/a|titel=T}}
=>
[http://dead.zz/a T] {{Internetquelle|url=http://dead.zz/a|titel=T|archiv-url=https://arquivo.pt/wayback/20150101000000/http://dead.zz/a|archiv-datum=2015-01-01|offline=ja}}
-- no-form

## umgezogen {moved https://neu.zz/b}
{{Internetquelle |url=http://dead.zz/a |titel=T |offline=ja |abruf=2011-05-02}} [http://dead.zz/a T] {{Toter Link|url=http://dead.zz/a|date=2015-04}}
=>
{{Internetquelle |url=https://neu.zz/b |titel=T |abruf=2011-05-02}} [https://neu.zz/b T]

## umgezogen, Toter Link {moved https://neu.zz/b}
{{Toter Link|url=http://dead.zz/a|text=Titel|date=2015-04}}
=>
[https://neu.zz/b Titel]

## umgezogen, Toter Link mit Fragment {moved https://neu.zz/b}
{{Toter Link|url=http://dead.zz/a#c|text=Titel|date=2015-04}}
=>
[https://neu.zz/b#c Titel]

## umgezogen, Adresse in Literatur {moved https://neu.zz/b}
{{Literatur |Titel=T |Online=http://dead.zz/a}}
=>
{{Literatur |Titel=T |Online=https://neu.zz/b}}

## Einzelnachweise mit Namen
A<ref name="x">[http://dead.zz/a T]</ref> B<ref name="x" />
<references>
<ref name="y">{{Internetquelle|url=http://dead.zz/a|titel=T}}</ref>
</references>
=>
A<ref name="x">{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}</ref> B<ref name="x" />
<references>
<ref name="y">{{Internetquelle|url=http://dead.zz/a|titel=T|archiv-url=@COPY@|archiv-datum=2019-03-12|offline=ja}}</ref>
</references>

## Bildunterschrift
[[Datei:X.jpg|mini|Quelle: [http://dead.zz/a T]]]
=>
[[Datei:X.jpg|mini|Quelle: {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}]]

## Bildunterschrift, die ein anderer Weblink beendet
[[Datei:X.jpg|mini|Karte: [http://dead.zz/a T], Daten: [http://alive.zz/ A]]]
-- caption

## Verweis eines Bildes
[[Datei:X.jpg|verweis=http://dead.zz/a|mini|B]]
-- option

## unbekannte Vorlagen
{{IMDb|http://dead.zz/a}} {{Infobox Ort |Website=[http://dead.zz/a dead.zz]}}
-- unknown-template
-- unknown-template

## Überschrift
=== [http://dead.zz/a T] ===
-- heading

## Tabelle
{| class="wikitable"
|-
| A || [http://dead.zz/a T]
|}
=>
{| class="wikitable"
|-
| A || {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}
|}

## Weiterleitung
#WEITERLEITUNG [[X]]
http://dead.zz/a
-- redirect

## unsichtbar
<!-- [http://dead.zz/a T] --> <nowiki>http://dead.zz/a</nowiki>
-- no-wikitext
-- no-wikitext

## Vorlage im Namensraum
{{Vorlage:Internetquelle|url=http://dead.zz/a|titel=T}}
=>
{{Vorlage:Internetquelle|url=http://dead.zz/a|titel=T|archiv-url=@COPY@|archiv-datum=2019-03-12|offline=ja}}

## Ersatz vorgeschlagen {replacement https://ersatz.zz/}
[http://dead.zz/a T] {{Internetquelle|url=http://dead.zz/a|titel=T}}
-- replacement
-- replacement

## Referenz in einer Infobox
{{Infobox Ort
|Einwohner = 5<ref>[http://dead.zz/a T]</ref>
}}
=>
{{Infobox Ort
|Einwohner = 5<ref>{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}</ref>
}}

## Galerie
<gallery>
Datei:A.jpg|Quelle: [http://dead.zz/a T]
</gallery>
=>
<gallery>
Datei:A.jpg|Quelle: {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}
</gallery>

## Vorlage nicht geschlossen
{{Internetquelle|url=http://dead.zz/a|titel=T
-- unclosed

## Internetquelle mit Kommentar
{{Internetquelle |url=http://dead.zz/a <!-- geprüft --> |titel=T |abruf=2011-05-02 <!-- sic -->}}
=>
{{Internetquelle |url=http://dead.zz/a <!-- geprüft --> |titel=T |abruf=2011-05-02 <!-- sic --> |archiv-url=@COPY@ |archiv-datum=2019-03-12 |offline=ja}}

## Toter Link in einem Parameter, nichts archiviert {none}
{{Internetquelle |url=http://dead.zz/a |titel=T {{Toter Link}}}}
-- already-marked

## archivierte Zitation, deren letzter Parameter mit einer anderen endet {none}
{{Internetquelle |url=http://dead.zz/archived |titel=T |kommentar={{Cite book|url=http://dead.zz/a|title=U}}}}
=>
{{Internetquelle |url=http://dead.zz/archived |titel=T |kommentar={{Cite book|url=http://dead.zz/a|title=U}} {{Toter Link |url=http://dead.zz/a |date=2026-11-22}} |archiv-url=https://web.archive.org/web/20190312101112/http://dead.zz/archived |archiv-datum=2019-03-12 |offline=ja}}

## Adresse zweimal
{{Internetquelle |url=http://dead.zz/a |url=http://dead.zz/a |titel=T}}
-- two-addresses
-- two-addresses

## offline=nein
{{Internetquelle |url=http://dead.zz/a |titel=T |offline=nein}}
=>
{{Internetquelle |url=http://dead.zz/a |titel=T |offline=ja |archiv-url=@COPY@ |archiv-datum=2019-03-12}}

## Adresse in einer Fußnote
A{{FN|1}} B{{#tag:ref|[http://dead.zz/a T]}}
=>
A{{FN|1}} B{{#tag:ref|{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}}}

## Umlaute in Adresse und Titel
[http://dead.zz/%C3%BC Übersicht] [http://dead.zz/ü Übersicht]
=>
{{Webarchiv |url=http://dead.zz/%C3%BC |wayback=20190312101112 |text=Übersicht}} {{Webarchiv |url=http://dead.zz/ü |wayback=20190312101112 |text=Übersicht}}

## Adresse als Text
[http://dead.zz/a http://dead.zz/a]
=>
{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=http://dead.zz/a}}

## Zitation im Text des Weblinks
[http://dead.zz/a T {{Internetquelle|url=http://dead.zz/a|titel=T}}]
=>
[http://dead.zz/a T {{Internetquelle|url=http://dead.zz/a|titel=T|archiv-url=@COPY@|archiv-datum=2019-03-12|offline=ja}}]
-- link-text

## Kopie vor dem Original
* {{Webarchiv|url=http://dead.zz/a|wayback=20100101000000|text=T}} ([http://dead.zz/a Original])
* [https://web.archive.org/web/20100101000000/http://dead.zz/a T] ([http://dead.zz/a Original])
-- already-archived
-- already-archived
-- already-archived

## Kopie einer anderen Adresse
{{Internetquelle |url=http://dead.zz/a |titel=T |archiv-url=https://web.archive.org/web/20100101000000/http://other.zz/b |archiv-datum=2010-01-01}}
-- other-copy

## umgezogen, letzter Parameter entfällt {moved https://neu.zz/b}
{{Internetquelle |url=http://dead.zz/a |titel=T |offline=ja}}
=>
{{Internetquelle |url=https://neu.zz/b |titel=T}}

## archive.today ohne Datum in der Zitation {copy https://archive.ph/abcde}
{{Internetquelle |url=http://dead.zz/a |titel=T}} http://dead.zz/a
=>
{{Internetquelle |url=http://dead.zz/a |titel=T}} {{Webarchiv |url=http://dead.zz/a |archive-is=abcde |text=dead.zz}}
-- no-date

## umgezogen zu einer Adresse mit Gleichheitszeichen, in einem Argument ohne Namen {moved https://neu.zz/?p=1}
{{nowrap|siehe {{Toter Link|url=http://dead.zz/a|text=A = B}}}}
=>
{{nowrap|siehe [https://neu.zz/?p{{=}}1 A {{=}} B]}}

## Toter Link im Text des Weblinks
[http://dead.zz/a T {{Toter Link}}]
-- link-text

## Toter Link ohne Text hinter anderem Text
* {{Internetquelle|url=http://dead.zz/a|titel=T}}, auch {{Toter Link |url=http://dead.zz/a |date=2015-04}} hier
* ''[http://dead.zz/a T]'' {{Toter Link|date=2018-04 |url=http://dead.zz/a }}
* „[http://dead.zz/a T]“ (PDF; 1,2 MB), abgerufen am 3. Mai 2010 {{Toter Link|url=http://dead.zz/a}}
=>
* {{Internetquelle|url=http://dead.zz/a|titel=T|archiv-url=@COPY@|archiv-datum=2019-03-12|offline=ja}}, auch hier
* ''{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}''
* „{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}“ (PDF; 1,2 MB), abgerufen am 3. Mai 2010

## Toter Link ohne Text hinter anderem Text, umgezogen {moved https://neu.zz/b}
* [http://dead.zz/a T] (PDF; 1,2 MB) {{Toter Link|url=http://dead.zz/a}}
=>
* [https://neu.zz/b T] (PDF; 1,2 MB)

## Toter Link ohne Text hinter anderem Text, nichts archiviert {none}
* {{Cite book|url=http://dead.zz/a|title=T}}, auch {{Toter Link |url=http://dead.zz/a |date=2015-04}} hier
* ''[http://dead.zz/a T]'' {{Toter Link|url=http://dead.zz/a}}
-- already-marked
-- already-marked

## zweiter Weblink der Zeile, als tot markiert
* [http://dead.zz/a T], auch {{Toter Link |url=http://dead.zz/a |text=dead.zz}} und [{{Toter Link |url=http://dead.zz/a}} U]
=>
* {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}, auch {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=dead.zz}} und {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=U}}

## zweiter Weblink der Zeile, nichts archiviert {none}
* {{Cite book|url=http://dead.zz/a|title=T}}, auch http://dead.zz/a
=>
* {{Cite book|url=http://dead.zz/a|title=T}} {{Toter Link |url=http://dead.zz/a |date=2026-11-22}}, auch {{Toter Link |url=http://dead.zz/a |text=dead.zz |date=2026-11-22}}

## Cite book, Adresse mit Strich und Gleichheitszeichen als Vorlagen, nichts archiviert {none}
{{Cite book|url=http://dead.zz/p{{!}}q|title=T}} {{Cite book|url=http://dead.zz/q?x{{=}}1&y{{=}}2|title=T}}
=>
{{Cite book|url=http://dead.zz/p{{!}}q|title=T}} {{Toter Link |url=http://dead.zz/p{{!}}q |date=2026-11-22}} {{Cite book|url=http://dead.zz/q?x{{=}}1&y{{=}}2|title=T}} {{Toter Link |url=http://dead.zz/q?x{{=}}1&y{{=}}2 |date=2026-11-22}}

## Toter Link in der Option eines Bildes
[[Datei:X.jpg|alternativtext=siehe {{Toter Link|url=http://dead.zz/a|text=T}}|B]]
-- option

## Toter Link in einer Überschrift
== {{Toter Link|url=http://dead.zz/a|text=T}} ==
-- heading

## hinter einer Vorlage, die niemand kennt: was den Link nennt, gehört zu ihm
* <ref>[http://dead.zz/a T], {{ISSN|1}} {{Toter Link|date=2019-01|url=http://dead.zz/a}}</ref>
* <ref>{{BibISBN|1}} [http://dead.zz/a U]</ref>{{Toter Link|url=http://dead.zz/a}}
=>
* <ref>{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}, {{ISSN|1}}</ref>
* <ref>{{BibISBN|1}} {{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=U}}</ref>

## hinter einer Vorlage, die niemand kennt, nichts archiviert {none}
<ref>[http://dead.zz/a T], {{ISSN|1}} {{Toter Link|date=2019-01|url=http://dead.zz/a}}</ref>
-- already-marked

## Toter Link ohne Namen der Parameter
{{Toter Link|http://dead.zz/a|T}} {{Toter Link|url=[http://dead.zz/a T]}}
-- no-form
-- no-form
`;
