/** Pages of enwiki and what becomes of them; how to read it: cases.ts. */
export const EN = `
## cite web, all on one line
<ref>{{cite web |url=http://dead.zz/a |title=T |access-date=2 May 2011}}</ref>
=>
<ref>{{cite web |url=http://dead.zz/a |title=T |access-date=2 May 2011 |archive-url=@COPY@ |archive-date=12 March 2019 |url-status=dead}}</ref>

## cite news, no spaces
<ref>{{cite news|url=http://dead.zz/a|title=T|work=W|date=May 2, 2011}}</ref>
=>
<ref>{{cite news|url=http://dead.zz/a|title=T|work=W|date=May 2, 2011|archive-url=@COPY@|archive-date=March 12, 2019|url-status=dead}}</ref>

## cite book, spaces around everything
{{cite book | url = http://dead.zz/a | title = T | access-date = 2011-05-02 }}
=>
{{cite book | url = http://dead.zz/a | title = T | access-date = 2011-05-02 | archive-url = @COPY@ | archive-date = 2019-03-12 | url-status = dead }}

## cite journal, one parameter a line, equals signs below each other
{{Cite journal
| url         = http://dead.zz/a
| title       = T
| access-date = 2 May 2011
}}
=>
{{Cite journal
| url         = http://dead.zz/a
| title       = T
| access-date = 2 May 2011
| archive-url = @COPY@
| archive-date = 12 March 2019
| url-status  = dead
}}

## one parameter a line, not aligned
{{cite web
|url=http://dead.zz/a
|title=T
}}
=>
{{cite web
|url=http://dead.zz/a
|title=T
|archive-url=@COPY@
|archive-date=2019-03-12
|url-status=dead
}}

## bars at the ends of the lines
{{cite web|
 url=http://dead.zz/a|
 title=T
}}
=>
{{cite web|
 url=http://dead.zz/a|
 title=T|
 archive-url=@COPY@|
 archive-date=2019-03-12|
 url-status=dead
}}

## the citation template
{{citation|url=http://dead.zz/a|title=T|date=12 Feb 2010}}
=>
{{citation|url=http://dead.zz/a|title=T|date=12 Feb 2010|archive-url=@COPY@|archive-date=12 Mar 2019|url-status=dead}}

## name with capitals, underscore and namespace
{{Template:Cite_web|url=http://dead.zz/a|title=T}}
=>
{{Template:Cite_web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## archive parameters are there and empty
{{cite web |url=http://dead.zz/a |title=T |archive-url= |archive-date= |url-status= |access-date=2 May 2011}}
=>
{{cite web |url=http://dead.zz/a |title=T |archive-url=@COPY@ |archive-date=12 March 2019 |url-status=dead |access-date=2 May 2011}}

## archive parameters are there and empty, aligned
{{cite web
| url          = http://dead.zz/a
| title        = T
| archive-url  =
| archive-date =
| access-date  = May 2, 2011
}}
=>
{{cite web
| url          = http://dead.zz/a
| title        = T
| archive-url  = @COPY@
| archive-date = March 12, 2019
| url-status   = dead
| access-date  = May 2, 2011
}}

## empty archive parameters with spaces
{{cite web | url = http://dead.zz/a | archive-url = | archive-date = | title = T }}
=>
{{cite web | url = http://dead.zz/a | archive-url = @COPY@ | archive-date = 2019-03-12 | url-status = dead | title = T }}

## old spelling archiveurl
{{cite web|url=http://dead.zz/a|title=T|archiveurl=|archivedate=|accessdate=2 May 2011}}
=>
{{cite web|url=http://dead.zz/a|title=T|archiveurl=@COPY@|archivedate=12 March 2019|url-status=dead|accessdate=2 May 2011}}

## old spelling, only archivedate
{{cite web|url=http://dead.zz/a|title=T|archivedate=}}
=>
{{cite web|url=http://dead.zz/a|title=T|archivedate=2019-03-12|archiveurl=@COPY@|url-status=dead}}

## a date of an archived copy without the copy
{{cite web|url=http://dead.zz/a|title=T|archive-date=2015-01-01}}
=>
{{cite web|url=http://dead.zz/a|title=T|archive-date=2019-03-12|archive-url=@COPY@|url-status=dead}}

## copy without its date
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|access-date=2 May 2011}}
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=12 March 2019|access-date=2 May 2011}}

## copy without its date, which is there and empty
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=}}
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12}}

## url-status=live
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=live}}
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## url-status=live without a copy
{{cite web|url=http://dead.zz/a|title=T|url-status=live}}
=>
{{cite web|url=http://dead.zz/a|title=T|url-status=dead|archive-url=@COPY@|archive-date=2019-03-12}}

## deadurl=no, outdated
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|deadurl=no}}
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## dead-url=yes, outdated, without a copy
{{cite web|url=http://dead.zz/a|title=T|dead-url=yes}}
=>
{{cite web|url=http://dead.zz/a|title=T|dead-url=yes|archive-url=@COPY@|archive-date=2019-03-12}}

## archived already
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=12 March 2019|url-status=dead}}
-- already-archived

## archived already, state not given
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=12 March 2019}}
-- already-archived

## archived already, usurped
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=12 March 2019|url-status=usurped}}
-- already-archived

## archived already, by another address of the archive
{{cite web|url=http://dead.zz/a|title=T|archive-url=https://archive.today/abcDE|archive-date=1 May 2014}}
-- already-archived

## marked as dead, no space before the mark
<ref>{{cite web|url=http://dead.zz/a|title=T}}{{dead link|date=May 2010}}</ref>
=>
<ref>{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}</ref>

## marked as dead, with a space
<ref>{{cite web|url=http://dead.zz/a|title=T}} {{Dead link|date=May 2010|bot=B}}</ref>
=>
<ref>{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}</ref>

## marked as dead, text between
<ref>{{cite web|url=http://dead.zz/a|title=T}}, p. 5.{{dl}}</ref>
=>
<ref>{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}, p. 5.</ref>

## marked as permanently dead
<ref>{{cite web|url=http://dead.zz/a|title=T}}{{Permanent dead link|date=May 2010|bot=InternetArchiveBot|fix-attempted=yes}}</ref>
=>
<ref>{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}</ref>

## marked as dead after the reference
A.<ref>{{cite web|url=http://dead.zz/a|title=T}}</ref>{{dead link|date=May 2010}} B.
=>
A.<ref>{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}</ref> B.

## marked as dead already {none}
<ref>{{cite web|url=http://dead.zz/a|title=T}}{{dead link|date=May 2010}}</ref>
-- already-marked

## mark for a citation {none}
<ref>{{cite web|url=http://dead.zz/a|title=T}}</ref>
=>
<ref>{{cite web|url=http://dead.zz/a|title=T}}{{dead link|date=November 2026}}</ref>

## mark for a citation on several lines {none}
{{cite web
| url = http://dead.zz/a
| title = T
}}
=>
{{cite web
| url = http://dead.zz/a
| title = T
}}{{dead link|date=November 2026}}

## webarchive after a citation
<ref>{{cite web|url=http://dead.zz/a|title=T}} {{webarchive|url=@COPY@|date=12 March 2019}}</ref>
-- already-archived

## pages in dmy dates
{{Use dmy dates|date=May 2020}}
{{cite web|url=http://dead.zz/a|title=T|access-date=2011-05-02}} [http://dead.zz/a T]
=>
{{Use dmy dates|date=May 2020}}
{{cite web|url=http://dead.zz/a|title=T|access-date=2011-05-02|archive-url=@COPY@|archive-date=12 March 2019|url-status=dead}} [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=12 March 2019}}

## pages in mdy dates
{{Use mdy dates|date=May 2020}}
{{cite web|url=http://dead.zz/a|title=T}} [http://dead.zz/a T]
=>
{{Use mdy dates|date=May 2020}}
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=March 12, 2019|url-status=dead}} [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=March 12, 2019}}

## dates as in other citations of the page
{{cite web|url=http://other.zz/|title=O|access-date=2 May 2011}} [http://dead.zz/a T]
=>
{{cite web|url=http://other.zz/|title=O|access-date=2 May 2011}} [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=12 March 2019}}

## named reference
A<ref name="x">{{cite web|url=http://dead.zz/a|title=T}}</ref> B<ref name="x" /> C<ref name=x/>
=>
A<ref name="x">{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}</ref> B<ref name="x" /> C<ref name=x/>

## list-defined references
{{reflist|refs=
<ref name="a">{{cite web|url=http://dead.zz/a|title=T}}</ref>
<ref name="b">[http://dead.zz/a T]</ref>
}}
=>
{{reflist|refs=
<ref name="a">{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}</ref>
<ref name="b">[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}</ref>
}}

## references tag
<references>
<ref name="a">{{cite web|url=http://dead.zz/a|title=T}}</ref>
</references>
=>
<references>
<ref name="a">{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}</ref>
</references>

## reference in an infobox
{{Infobox settlement
| population = 5<ref>{{cite web|url=http://dead.zz/a|title=T}}</ref>
| area       = 7<ref>[http://dead.zz/a T]</ref>
}}
=>
{{Infobox settlement
| population = 5<ref>{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}</ref>
| area       = 7<ref>[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}</ref>
}}

## chapter address
{{cite book|chapter-url=http://dead.zz/a|chapter=C|title=T}}
=>
{{cite book|chapter-url=http://dead.zz/a|chapter=C|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## two addresses
{{cite book|url=http://other.zz/|chapter-url=http://dead.zz/a|chapter=C|title=T}}
-- two-addresses

## address of a parameter without a copy of its own
{{cite conference|conference-url=http://dead.zz/a|title=T}}
-- other-parameter

## date twice: the last one counts
{{cite web|url=http://dead.zz/a|title=T|access-date=2 May 2011|access-date=2011-05-02}}
=>
{{cite web|url=http://dead.zz/a|title=T|access-date=2 May 2011|access-date=2011-05-02|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## address twice
{{cite web|url=http://dead.zz/a|title=T|url=http://other.zz/}}
-- given-twice

## empty address, and positional one
{{cite web|url=|title=T|http://dead.zz/a}}
-- other-parameter

## more than an address in the parameter
{{cite web|url=http://dead.zz/a (PDF)|title=T}}
-- not-plain

## link in brackets in the parameter
{{cite web|url=[http://dead.zz/a]|title=T}}
-- not-plain

## link in the title
{{cite web|title=[http://dead.zz/a T]|work=W}}
-- other-parameter

## comment after the address
{{cite web|url=http://dead.zz/a<!-- new address? -->|title=T}}
=>
{{cite web|url=http://dead.zz/a<!-- new address? -->|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## comment in an empty parameter
{{cite web|url=http://dead.zz/a|title=T|archive-url=<!-- none -->|archive-date=}}
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@<!-- none -->|archive-date=2019-03-12|url-status=dead}}

## comment in the template's name
{{cite web<!-- c -->|url=http://dead.zz/a|title=T}}
=>
{{cite web<!-- c -->|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## comment after the last parameter
{{cite web|url=http://dead.zz/a|title=T <!-- done -->}}
=>
{{cite web|url=http://dead.zz/a|title=T <!-- done -->|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## spelling: entity
{{cite web|url=http://dead.zz/q?x=1&amp;y=2|title=T}}
=>
{{cite web|url=http://dead.zz/q?x=1&amp;y=2|title=T|archive-url=https://web.archive.org/web/20190312101112/http://dead.zz/q?x=1&y=2|archive-date=2019-03-12|url-status=dead}}

## spelling: bar as template
{{cite web|url=http://dead.zz/p{{!}}q|title=T}}
=>
{{cite web|url=http://dead.zz/p{{!}}q|title=T|archive-url=https://web.archive.org/web/20190312101112/http://dead.zz/p%7Cq|archive-date=2019-03-12|url-status=dead}}

## spelling: percent-encoded
[http://dead.zz/%61 T]
=>
[http://dead.zz/%61 T] {{webarchive |url=@COPY@ |date=2019-03-12}}

## spelling: fragment, host in capitals, default port
[http://DEAD.zz:80/a#part T]
=>
[http://DEAD.zz:80/a#part T] {{webarchive |url=@COPY@ |date=2019-03-12}}

## spelling: protocol-relative
[//dead.zz/a T] {{cite web|url=//dead.zz/a|title=U}}
=>
[//dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} {{cite web|url=//dead.zz/a|title=U|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## another address that begins alike
[http://dead.zz/ab T] [http://dead.zz/a T]
=>
[http://dead.zz/ab T] [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}

## bracketed link
* [http://dead.zz/a Title]
=>
* [http://dead.zz/a Title] {{webarchive |url=@COPY@ |date=2019-03-12}}

## bracketed link without text
Text.<ref>[http://dead.zz/a]</ref>
=>
Text.<ref>[http://dead.zz/a] {{webarchive |url=@COPY@ |date=2019-03-12}}</ref>

## bare link at the end of a sentence
See http://dead.zz/a.
=>
See http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}.

## bare link in parentheses
(http://dead.zz/a)
=>
(http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}})

## bare link in a reference
<ref>http://dead.zz/a</ref>
=>
<ref>http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}</ref>

## bare link in a list
* http://dead.zz/a
* http://alive.zz/
=>
* http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}
* http://alive.zz/

## link in italics and bold
''[http://dead.zz/a Title]'' and '''http://dead.zz/a'''
=>
''[http://dead.zz/a Title] {{webarchive |url=@COPY@ |date=2019-03-12}}'' and '''http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}'''

## link in a table
{| class="wikitext"
| [http://dead.zz/a T] || http://dead.zz/a
|-
! http://dead.zz/a !! x
|}
=>
{| class="wikitext"
| [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} || http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}
|-
! http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}} !! x
|}

## link in a caption
[[File:X.jpg|thumb|left|See [http://dead.zz/a T]]]
=>
[[File:X.jpg|thumb|left|See [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}]]

## link in a caption that another one ends
[[File:X.jpg|thumb|Map from [http://dead.zz/a A], data from [http://alive.zz/ B]]]
[[File:X.jpg|thumb|Map from {{cite web|url=http://dead.zz/a|title=A}}, data from [http://alive.zz/ B]]]
[[File:X.jpg|thumb|Map from [http://dead.zz/a A], data from [http://dead.zz/a B]]]
[[File:X.jpg|thumb|Map from [http://dead.zz/a A], data from [[Main Page]]]]
=>
[[File:X.jpg|thumb|Map from [http://dead.zz/a A], data from [http://alive.zz/ B]]]
[[File:X.jpg|thumb|Map from {{cite web|url=http://dead.zz/a|title=A|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}, data from [http://alive.zz/ B]]]
[[File:X.jpg|thumb|Map from [http://dead.zz/a A] {{webarchive |url=@COPY@ |date=2019-03-12}}, data from [http://dead.zz/a B] {{webarchive |url=@COPY@ |date=2019-03-12}}]]
[[File:X.jpg|thumb|Map from [http://dead.zz/a A] {{webarchive |url=@COPY@ |date=2019-03-12}}, data from [[Main Page]]]]
-- caption

## citation in a caption that a link ends {none}
[[File:X.jpg|thumb|Map from {{cite web|url=http://dead.zz/a|title=A}}, data from [http://alive.zz/ B]]]
-- caption

## moved, in a caption that a link ends {moved https://new.zz/b}
[[File:X.jpg|thumb|Map from [http://dead.zz/a A], data from [http://dead.zz/a B]]]
=>
[[File:X.jpg|thumb|Map from [https://new.zz/b A], data from [https://new.zz/b B]]]

## link of a picture
[[File:X.jpg|link=http://dead.zz/a|thumb|C]]
-- option

## gallery
<gallery>
File:A.jpg|See [http://dead.zz/a T]
File:B.jpg|link=http://dead.zz/a|C
</gallery>
=>
<gallery>
File:A.jpg|See [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}
File:B.jpg|link=http://dead.zz/a|C
</gallery>
-- option

## image map
<imagemap>
File:A.jpg
rect 0 0 5 5 [http://dead.zz/a T]
</imagemap>
-- no-wikitext

## heading
== [http://dead.zz/a T] ==
[http://dead.zz/a T]
=>
== [http://dead.zz/a T] ==
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}
-- heading

## internal link with an address
[[Page|http://dead.zz/a]]
-- internal-link

## internal link in the link's text
[http://dead.zz/a the [[Title]] of it]
=>
[http://dead.zz/a the [[Title]] of it] {{webarchive |url=@COPY@ |date=2019-03-12}}

## double brackets around an address
[[http://dead.zz/a T]]
=>
[[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}]

## footnote template
A{{efn|See [http://dead.zz/a T].}} B{{#tag:ref|http://dead.zz/a|name=n}}
=>
A{{efn|See [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}.}} B{{#tag:ref|http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}|name=n}}

## unknown templates
{{URL|http://dead.zz/a}} {{Official website|http://dead.zz/a}} {{Infobox person|website=[http://dead.zz/a T]}}
-- unknown-template
-- unknown-template
-- unknown-template

## citation in an unknown template
{{Unknown|1={{cite web|url=http://dead.zz/a|title=T}}}}
=>
{{Unknown|1={{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}}}

## parser function
{{#if:x|http://dead.zz/a}}
-- parser-function

## parameter of a template page
{{{1|http://dead.zz/a}}}
-- parser-function

## nowiki
<nowiki>[http://dead.zz/a T]</nowiki> [http://dead.zz/a T]
=>
<nowiki>[http://dead.zz/a T]</nowiki> [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}
-- no-wikitext

## pre
<pre>
{{cite web|url=http://dead.zz/a|title=T}}
</pre>
{{cite web|url=http://dead.zz/a|title=T}}
=>
<pre>
{{cite web|url=http://dead.zz/a|title=T}}
</pre>
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}
-- no-wikitext

## source code, formulas, scores and template data
<syntaxhighlight lang="html">http://dead.zz/a</syntaxhighlight><source>http://dead.zz/a</source><math>http://dead.zz/a</math><score>http://dead.zz/a</score><templatedata>{"u":"http://dead.zz/a"}</templatedata>
-- no-wikitext
-- no-wikitext
-- no-wikitext
-- no-wikitext
-- no-wikitext

## comment
<!-- {{cite web|url=http://dead.zz/a|title=T}} -->
-- no-wikitext

## attribute of a tag
<ref name="http://dead.zz/a">x</ref> <span title="http://dead.zz/a">x</span>
-- no-wikitext
-- no-wikitext

## template that is not closed
{{cite web|url=http://dead.zz/a|title=T

[http://dead.zz/a T]
=>
{{cite web|url=http://dead.zz/a|title=T

[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}
-- unclosed

## internal link that is not closed, in a citation
{{cite web|url=http://dead.zz/a|title=[[T}}
-- unclosed

## bracket that is not closed
[http://dead.zz/a T
-- unclosed

## comment that is not closed
[http://dead.zz/a T] <!-- x [http://dead.zz/a T]
=>
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} <!-- x [http://dead.zz/a T]
-- no-wikitext

## reference that is not closed
<ref>{{cite web|url=http://dead.zz/a|title=T}}
-- unclosed

## nowiki that is not closed
<nowiki>x [http://dead.zz/a T]
-- no-wikitext

## copy beside the link
[http://dead.zz/a T] ([@COPY@ archived])
-- already-archived

## webarchive beside the link
[http://dead.zz/a T] {{webarchive|url=@COPY@|date=2019-03-12}}
-- already-archived

## mark beside the link
[http://dead.zz/a T] {{dead link|date=May 2010}}
=>
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}

## mark directly after a bare address
http://dead.zz/a{{dead link|date=May 2010}}
=>
http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}

## mark of another link
[http://dead.zz/a T] and [http://other.zz/ O]{{dead link|date=May 2010}}
=>
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} and [http://other.zz/ O]{{dead link|date=May 2010}}

## mark for a bracketed link {none}
[http://dead.zz/a T]
=>
[http://dead.zz/a T]{{dead link|date=November 2026}}

## mark for a bare link {none}
http://dead.zz/a, and more
=>
http://dead.zz/a {{dead link|date=November 2026}}, and more

## marked already {none}
[http://dead.zz/a T]{{dead link|date=May 2010}}
-- already-marked

## address goes on by a template
http://dead.zz/a{{PAGENAME}}
-- continued

## moved, citation {moved https://new.zz/b}
{{cite web|url=http://dead.zz/a|title=T}}{{dead link|date=May 2010}}
=>
{{cite web|url=https://new.zz/b|title=T}}

## moved, citation said to be dead {moved https://new.zz/b}
{{cite web |url=http://dead.zz/a |url-status=dead |title=T}}
=>
{{cite web |url=https://new.zz/b |title=T}}

## moved, links {moved https://new.zz/b}
[http://dead.zz/a T] http://dead.zz/a. {{URL|http://dead.zz/a}}
=>
[https://new.zz/b T] https://new.zz/b. {{URL|http://dead.zz/a}}
-- unknown-template

## moved, address with characters of wikitext {moved https://new.zz/b|c}
[http://dead.zz/a T]
=>
[https://new.zz/b%7Cc T]

## replacement, nothing else {replacement https://offered.zz/}
[http://dead.zz/a T]
-- replacement

## alive links stay {working}
[http://dead.zz/a T] {{cite web|url=http://dead.zz/a|title=T}}
-- absent

## redirect
#REDIRECT [[X]] [http://dead.zz/a T]
-- redirect

## archive.today
{{cite web|url=http://dead.zz/a|title=T}} [http://dead.zz/a T]
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}} [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}

## same link in many places
<ref>[http://dead.zz/a T]</ref> <ref>[http://dead.zz/a T]</ref>
[http://dead.zz/a T] http://dead.zz/a {{cite web|url=http://dead.zz/a|title=T}}
=>
<ref>[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}</ref> <ref>[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}</ref>
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}} {{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## last parameter is empty
{{cite web|url=http://dead.zz/a|title=T|}}
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead|}}

## citation in a list, with text after it
* {{cite web|url=http://dead.zz/a|title=T}}. Retrieved 2011. ISBN 0-00-000000-0
=>
* {{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}. Retrieved 2011. ISBN 0-00-000000-0

## wide characters before it
Ünïcödé 日本 😀 [http://dead.zz/a 日本 😀]
=>
Ünïcödé 日本 😀 [http://dead.zz/a 日本 😀] {{webarchive |url=@COPY@ |date=2019-03-12}}

## carriage returns
{{cite web|url=http://dead.zz/a|title=T}}@CR@
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}@CR@

## indented parameters
{{cite web
  |url=http://dead.zz/a
  |title=T}}
=>
{{cite web
  |url=http://dead.zz/a
  |title=T
  |archive-url=@COPY@
  |archive-date=2019-03-12
  |url-status=dead}}

## copy without a known date {copy https://archive.today/abcDE}
{{cite web|url=http://dead.zz/a|title=T}} [http://dead.zz/a T]
-- no-date
-- no-form

## archive.today in an article of dmy dates {copy https://archive.today/20120713144500/http://dead.zz/a}
{{Use dmy dates|date=May 2020}} [http://dead.zz/a T]
=>
{{Use dmy dates|date=May 2020}} [http://dead.zz/a T] {{webarchive |url=https://archive.today/20120713144500/http://dead.zz/a |date=13 July 2012}}

## copy in the archive's other form {copy https://archive.today/2012.07.13-144500/http://dead.zz/a}
{{cite web|url=http://dead.zz/a|title=T}}
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=https://archive.today/2012.07.13-144500/http://dead.zz/a|archive-date=2012-07-13|url-status=dead}}

## copy with characters of wikitext {copy https://web.archive.org/web/20190312101112/http://dead.zz/a|b[c]{{d}}}
{{cite web|url=http://dead.zz/a|title=T}} [http://dead.zz/a T]
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@%7Cb%5Bc%5D%7B%7Bd%7D%7D|archive-date=2019-03-12|url-status=dead}} [http://dead.zz/a T] {{webarchive |url=@COPY@%7Cb%5Bc%5D%7B%7Bd%7D%7D |date=2019-03-12}}

## url-status=live with a copy and a mark
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=live}}{{dead link|date=May 2010}}
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## archived, and marked: the mark may be about the copy
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12}}{{dead link|date=May 2010}}
-- already-archived

## blank line in a citation
{{cite web
| url = http://dead.zz/a

| title = T

| archive-url =
}}
=>
{{cite web
| url = http://dead.zz/a

| title = T

| archive-url = @COPY@
| archive-date = 2019-03-12
| url-status = dead
}}

## nested references are not certain
<ref>a {{cite web|url=http://dead.zz/a|title=T}} <ref>b [http://dead.zz/a T]</ref>
-- unclosed
-- unclosed

## stray braces in another paragraph
{{ stray

{{cite web|url=http://dead.zz/a|title=T}}
=>
{{ stray

{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## citation in a citation
{{cite web|url=http://dead.zz/a|title=T|quote={{cite web|url=http://dead.zz/a|title=U}}}}
=>
{{cite web|url=http://dead.zz/a|title=T|quote={{cite web|url=http://dead.zz/a|title=U|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## archived citation whose last parameter ends in one that is not {none}
{{cite book|url=http://dead.zz/archived|title=T|quote={{cite web|url=http://dead.zz/a|title=U}}}}
=>
{{cite book|url=http://dead.zz/archived|title=T|quote={{cite web|url=http://dead.zz/a|title=U}}{{dead link|date=November 2026}}|archive-url=https://web.archive.org/web/20190312101112/http://dead.zz/archived|archive-date=2019-03-12|url-status=dead}}

## triple and fourfold braces
{{{{{1}}}|http://dead.zz/a}} {{{{cite web|url=http://dead.zz/a|title=T}}}}
-- unknown-template
-- parser-function

## uppercase scheme
[HTTP://dead.zz/a T]
=>
[HTTP://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}

## no link inside a word
xhttp://dead.zz/a
-- absent

## no host
http:// [http:// T] http://dead.zz/a
=>
http:// [http:// T] http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}

## brackets in brackets
[http://dead.zz/a see [http://dead.zz/a T]]
-- unclosed
-- unclosed

## moved, archived already {moved https://new.zz/b}
{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}
-- already-archived

## moved, comment in the address {moved https://new.zz/b}
{{cite web|url=http://dead.zz/a<!-- c -->|title=T}}
-- not-plain

## moved to an address that ends with punctuation {moved https://new.zz/b?}
http://dead.zz/a [http://dead.zz/a T]
=>
https://new.zz/b%3F [https://new.zz/b? T]

## moved, the fragment is kept {moved https://new.zz/b.pdf}
{{cite web|url=http://dead.zz/a#page=12|title=T}} [http://dead.zz/a#page=12 T] http://dead.zz/a#a(b). {{nowrap|[http://dead.zz/a#page{{=}}12 T]}}
[http://dead.zz/q?x=1&#38;y=2 T] [http://dead.zz/q?x=1&#38;y=2#z T] [http://dead.zz/a#&#32;b T]
=>
{{cite web|url=https://new.zz/b.pdf#page=12|title=T}} [https://new.zz/b.pdf#page=12 T] https://new.zz/b.pdf#a%28b%29. {{nowrap|[https://new.zz/b.pdf#page{{=}}12 T]}}
[https://new.zz/b.pdf T] [https://new.zz/b.pdf#z T] [https://new.zz/b.pdf T]

## moved to an address with a fragment {moved https://new.zz/b#c}
{{cite web|url=http://dead.zz/a#page=12|title=T}} [http://dead.zz/a#page=12 T]
=>
{{cite web|url=https://new.zz/b#c|title=T}} [https://new.zz/b#c T]

## moved to an address with brackets {moved https://new.zz/b_(c)}
(http://dead.zz/a) http://dead.zz/a. [http://dead.zz/a T] {{cite web|url=http://dead.zz/a|title=T}}
=>
(https://new.zz/b_%28c%29) https://new.zz/b_%28c%29. [https://new.zz/b_(c) T] {{cite web|url=https://new.zz/b_(c)|title=T}}

## moved to an address that ends with an apostrophe {moved https://new.zz/'b'}
''http://dead.zz/a'' ''[http://dead.zz/a T]''
=>
''https://new.zz/'b%27'' ''[https://new.zz/'b' T]''

## table cell with an attribute
{| class="wikitable"
| style="color:red" | [http://dead.zz/a T]
| http://dead.zz/a|x
|}
=>
{| class="wikitable"
| style="color:red" | [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}
| http://dead.zz/a|x
|}
-- cell

## definition list and indentation
; [http://dead.zz/a T] : d
:: http://dead.zz/a
=>
; [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} : d
:: http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}

## two marks beside the link
[http://dead.zz/a T]{{dead link|date=May 2010}}{{dead link|date=May 2011}}
=>
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}

## links of one line
[http://dead.zz/a T] [http://alive.zz/ A] [http://dead.zz/a U]
=>
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} [http://alive.zz/ A] [http://dead.zz/a U] {{webarchive |url=@COPY@ |date=2019-03-12}}

## mark in the parameter of the address
{{cite web|url=http://dead.zz/a {{dead link|date=May 2010}}|title=T}}
-- not-plain

## mark in another parameter {none}
{{cite web|url=http://dead.zz/a|title=T|publisher=P {{dead link|date=May 2010}}}}
{{cite web|url=http://dead.zz/a|title=T|quote=see [http://alive.zz/ A] {{dead link|date=May 2010}}}}
{{cite web|url=http://dead.zz/a|title=T|quote={{cite web|url=http://alive.zz/|title=A}}|via=V{{dead link}}}}
=>
{{cite web|url=http://dead.zz/a|title=T|publisher=P {{dead link|date=May 2010}}}}
{{cite web|url=http://dead.zz/a|title=T|quote=see [http://alive.zz/ A] {{dead link|date=May 2010}}}}{{dead link|date=November 2026}}
{{cite web|url=http://dead.zz/a|title=T|quote={{cite web|url=http://alive.zz/|title=A}}|via=V{{dead link}}}}
-- already-marked
-- already-marked

## mark in another parameter, archived
{{cite web|url=http://dead.zz/a|title=T|publisher=P {{dead link|date=May 2010}}}}
=>
{{cite web|url=http://dead.zz/a|title=T|publisher=P {{dead link|date=May 2010}}|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## address that goes on behind a comment
http://dead.zz/a<!-- c -->b http://dead.zz/a<!-- c --> b
=>
http://dead.zz/a<!-- c -->b http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}<!-- c --> b
-- continued

## carriage returns at the ends of lines
{{cite web@CR@
| url = http://dead.zz/a@CR@
| title = T@CR@
}}
=>
{{cite web@CR@
| url = http://dead.zz/a@CR@
| title = T@CR@
| archive-url = @COPY@@CR@
| archive-date = 2019-03-12@CR@
| url-status = dead@CR@
}}

## text of a link that is its address
[http://dead.zz/a http://dead.zz/a]
=>
[http://dead.zz/a http://dead.zz/a] {{webarchive |url=@COPY@ |date=2019-03-12}}

## citation with a positional parameter and a template in its title
{{cite web|T|url=http://dead.zz/a|title={{lang|fr|A|B}} [[C|D]]}}
=>
{{cite web|T|url=http://dead.zz/a|title={{lang|fr|A|B}} [[C|D]]|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}

## mark after another template
<ref>{{cite web|url=http://dead.zz/a|title=T}} {{in lang|fr}}{{dead link|date=May 2010}}</ref>
=>
<ref>{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}} {{in lang|fr}}</ref>

## mark after a cleanup template
<ref>http://dead.zz/a {{Bare URL inline|date=May 2022}} {{dead link|date=May 2022}}</ref>
<ref>[http://dead.zz/a T] {{retrieved|access-date=1 May 2010}} {{cbignore}}{{dead link|date=May 2022}}</ref>
=>
<ref>http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}} {{Bare URL inline|date=May 2022}}</ref>
<ref>[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} {{retrieved|access-date=1 May 2010}} {{cbignore}}</ref>

## mark after a cleanup template, nothing archived {none}
<ref>http://dead.zz/a {{Bare URL inline|date=May 2022}} {{dead link|date=May 2022}}</ref>
-- already-marked

## unknown template at the end of a link's text
<ref>{{cite web |url=http://dead.zz/a |title=T |access-date=2 May 2011}}</ref>
[http://dead.zz/a T {{Unknown|url=http://dead.zz/a|titel=T}}]
=>
<ref>{{cite web |url=http://dead.zz/a |title=T |access-date=2 May 2011 |archive-url=@COPY@ |archive-date=12 March 2019 |url-status=dead}}</ref>
[http://dead.zz/a T {{Unknown|url=http://dead.zz/a|titel=T}}] {{webarchive |url=@COPY@ |date=12 March 2019}}
-- unknown-template

## copy before the original
* [https://web.archive.org/web/20100101000000/http://dead.zz/a Archived] from [http://dead.zz/a the original] on 1 January 2010.
-- already-archived

## copy before a link belongs to the same link before it
* [http://dead.zz/a T] [https://web.archive.org/web/20100101000000/http://dead.zz/a archived], [http://dead.zz/a U]
=>
* [http://dead.zz/a T] [https://web.archive.org/web/20100101000000/http://dead.zz/a archived], [http://dead.zz/a U] {{webarchive |url=@COPY@ |date=2019-03-12}}
-- already-archived

## copy before a link is one of another link
* [https://web.archive.org/web/20100101000000/http://other.zz/b Archived] and [http://dead.zz/a T]
=>
* [https://web.archive.org/web/20100101000000/http://other.zz/b Archived] and [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}

## copy in a citation before a link
{{cite web|url=http://dead.zz/a|title=T|archive-url=https://web.archive.org/web/20100101000000/http://dead.zz/a|archive-date=2010-01-01}} [http://dead.zz/a T]
=>
{{cite web|url=http://dead.zz/a|title=T|archive-url=https://web.archive.org/web/20100101000000/http://dead.zz/a|archive-date=2010-01-01}} [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}
-- already-archived

## copy of another address in the citation
{{cite web|url=http://dead.zz/a|title=T|archive-url=https://web.archive.org/web/20100101000000/http://other.zz/b|url-status=live}}
-- other-copy

## address itself as its archived copy
{{cite web |title=T |archive-url=http://dead.zz/a |url=http://dead.zz/a }}
-- other-parameter
-- other-copy

## obsolete parameter for a live address, archived
{{cite web|url=http://dead.zz/a|title=T|archiveurl=https://web.archive.org/web/20100101000000/http://dead.zz/a|archivedate=2010-01-01|deadurl=no}}
=>
{{cite web|url=http://dead.zz/a|title=T|archiveurl=https://web.archive.org/web/20100101000000/http://dead.zz/a|archivedate=2010-01-01|url-status=dead}}

## quotations
{{quote|A [http://dead.zz/a T]|source=[http://dead.zz/a U]}}
=>
{{quote|A [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}|source=[http://dead.zz/a U] {{webarchive |url=@COPY@ |date=2019-03-12}}}}

## moved, last parameter goes {moved https://new.zz/b}
{{cite web |url=http://dead.zz/a |title=T |url-status=dead}}
{{cite web | url = http://dead.zz/a | title = T | url-status = dead }}
{{cite web
 | url = http://dead.zz/a
 | title = T
 | url-status = dead
}}
{{cite web |url=http://dead.zz/a |url-status=dead }}
=>
{{cite web |url=https://new.zz/b |title=T}}
{{cite web | url = https://new.zz/b | title = T }}
{{cite web
 | url = https://new.zz/b
 | title = T
}}
{{cite web |url=https://new.zz/b }}

## a mark in two paragraphs stays
[http://dead.zz/a T]{{dead link

}}
=>
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}{{dead link

}}

## moved to an address with an equals sign, in arguments with and without a name {moved https://new.zz/?p=1}
{{nowrap|see [http://dead.zz/a T] now}} {{nowrap|http://dead.zz/a}} {{efn|1=[http://dead.zz/a T]}}
{{#tag:ref|[http://dead.zz/a T]}} {{nowrap|<ref>[http://dead.zz/a T]</ref>}}
=>
{{nowrap|see [https://new.zz/?p{{=}}1 T] now}} {{nowrap|https://new.zz/?p{{=}}1}} {{efn|1=[https://new.zz/?p=1 T]}}
{{#tag:ref|[https://new.zz/?p=1 T]}} {{nowrap|<ref>[https://new.zz/?p=1 T]</ref>}}

## reference or citation in the text of a link
[http://dead.zz/a T<ref>r</ref>] [http://dead.zz/a T {{cite web|url=http://other.zz/|title=x}}]{{dead link|date=May 2010}}
=>
[http://dead.zz/a T<ref>r</ref>] {{webarchive |url=@COPY@ |date=2019-03-12}} [http://dead.zz/a T {{cite web|url=http://other.zz/|title=x}}] {{webarchive |url=@COPY@ |date=2019-03-12}}

## reference or citation in the text of a link, nothing archived {none}
[http://dead.zz/a T<ref>r</ref>] [http://dead.zz/a T {{cite web|url=http://other.zz/|title=x}}]
=>
[http://dead.zz/a T<ref>r</ref>]{{dead link|date=November 2026}} [http://dead.zz/a T {{cite web|url=http://other.zz/|title=x}}]{{dead link|date=November 2026}}

## copy before the original, with a reference in its text
[https://web.archive.org/web/20100101000000/http://dead.zz/a T<ref>r</ref>] ([http://dead.zz/a original])
-- already-archived

## mark in the text of a link {none}
[http://dead.zz/a T {{dead link|date=May 2010}}]
-- already-marked

## mark in the text of a link, archived
[http://dead.zz/a T {{dead link|date=May 2010}}]
=>
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}

## mark behind a template that may show a link
* [http://dead.zz/a T], {{URL|http://other.zz/}}{{dead link|date=May 2010}}
* {{cite web|url=http://dead.zz/a|title=T}}; {{IMDb title|1}}{{dead link|date=May 2010}}
* x<ref>[http://dead.zz/a T]; {{IMDb title|1}}</ref>{{dead link|date=May 2010}}
* x<ref>{{IMDb title|1}}; [http://dead.zz/a T]</ref>{{dead link|date=May 2010}}
* [http://dead.zz/a T] {{nowrap|[http://other.zz/ O]}}{{dead link|date=May 2010}}
=>
* [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}, {{URL|http://other.zz/}}{{dead link|date=May 2010}}
* {{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}; {{IMDb title|1}}{{dead link|date=May 2010}}
* x<ref>[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}; {{IMDb title|1}}</ref>{{dead link|date=May 2010}}
* x<ref>{{IMDb title|1}}; [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}</ref>{{dead link|date=May 2010}}
* [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} {{nowrap|[http://other.zz/ O]}}{{dead link|date=May 2010}}

## mark behind a template that may show a link, nothing archived {none}
* [http://dead.zz/a T], {{URL|http://other.zz/}}{{dead link|date=May 2010}}
=>
* [http://dead.zz/a T]{{dead link|date=November 2026}}, {{URL|http://other.zz/}}{{dead link|date=May 2010}}

## address in a template that decorates
{{lang|fr|[http://dead.zz/a T]}}
-- unknown-template

## text of a picture's option
[[File:X.jpg|thumb|alt=see [http://dead.zz/a T]|C]] [[File:X.jpg|alt={{lang|fr|x}} [http://dead.zz/a T]|C]]
<gallery>
File:A.jpg|alt=see [http://dead.zz/a T]|C
File:B.jpg|alt=x|See [http://dead.zz/a T]
</gallery>
=>
[[File:X.jpg|thumb|alt=see [http://dead.zz/a T]|C]] [[File:X.jpg|alt={{lang|fr|x}} [http://dead.zz/a T]|C]]
<gallery>
File:A.jpg|alt=see [http://dead.zz/a T]|C
File:B.jpg|alt=x|See [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}
</gallery>
-- option
-- option
-- option

## bars of templates and links in a gallery
<gallery>File:A.jpg|Foo<ref>{{cite web|url=http://alive.zz/|title=T}}</ref> [http://dead.zz/a T]
File:B.jpg|{{cite web|url=http://dead.zz/a|title=T}}, {{Unknown|x|y=[http://dead.zz/a T]}} {{cite web|url=http://dead.zz/a|title=U}}
File:C.jpg|[http://dead.zz/a A|b=B] {{dead link}} [http://dead.zz/a T]
File:D.jpg|alt={{small|x}} [http://dead.zz/a T]|{{small|x}} [http://dead.zz/a T]
</gallery>
=>
<gallery>File:A.jpg|Foo<ref>{{cite web|url=http://alive.zz/|title=T}}</ref> [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}
File:B.jpg|{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}, {{Unknown|x|y=[http://dead.zz/a T]}} {{cite web|url=http://dead.zz/a|title=U|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}
File:C.jpg|[http://dead.zz/a A|b=B] {{webarchive |url=@COPY@ |date=2019-03-12}} [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}
File:D.jpg|alt={{small|x}} [http://dead.zz/a T]|{{small|x}} [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}
</gallery>
-- unknown-template
-- option

## moved, mark before a citation in a gallery {moved https://new.zz/b}
<gallery>
File:B.jpg|[http://dead.zz/a T], "q" {{Dead link|date=June 2012|bot=X}} {{cite book | url=http://dead.zz/a | title=T}}
</gallery>
=>
<gallery>
File:B.jpg|[https://new.zz/b T], "q" {{cite book | url=https://new.zz/b | title=T}}
</gallery>

## headings with comments, and with citations
== [http://dead.zz/a T] == <!-- c -->
<!-- c -->== [http://dead.zz/a T] == <!-- d
e -->
== {{cite web|url=http://dead.zz/a|title=T}} ==
== {{Unknown|{{cite web|url=http://dead.zz/a|title=T}}}} ==
== T<ref>{{cite web|url=http://dead.zz/a|title=T}}</ref> ==
=>
== [http://dead.zz/a T] == <!-- c -->
<!-- c -->== [http://dead.zz/a T] == <!-- d
e -->
== {{cite web|url=http://dead.zz/a|title=T}} ==
== {{Unknown|{{cite web|url=http://dead.zz/a|title=T}}}} ==
== T<ref>{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}</ref> ==
-- heading
-- heading
-- heading
-- heading

## citation in an internal link
[[Main Page|{{cite web|url=http://dead.zz/a|title=T}}]]
-- internal-link

## bar in an address, in a table
{| class="wikitable"
| x <ref>http://dead.zz/a|b</ref> <ref>http://dead.zz/p|q</ref>
| style="color:red" | [http://dead.zz/a|b T] || [http://dead.zz/a||b T]
|}
=>
{| class="wikitable"
| x <ref>http://dead.zz/a|b</ref> <ref>http://dead.zz/p|q {{webarchive |url=https://web.archive.org/web/20190312101112/http://dead.zz/p%7Cq |date=2019-03-12}}</ref>
| style="color:red" | [http://dead.zz/a|b T] || [http://dead.zz/a||b T]
|}
-- cell
-- cell

## attributes of tables
{| title="http://dead.zz/a"
|+ title="http://dead.zz/a" | C
|- id="http://dead.zz/a"
| title="http://dead.zz/a" | x || [http://dead.zz/a T] || title="http://dead.zz/a" | y | http://dead.zz/a
! http://dead.zz/a !! title="http://dead.zz/a" | x
| title="{{cite web|url=http://dead.zz/a|title=T}}" | x
|}
=>
{| title="http://dead.zz/a"
|+ title="http://dead.zz/a" | C
|- id="http://dead.zz/a"
| title="http://dead.zz/a" | x || [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} || title="http://dead.zz/a" | y | http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}
! http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}} !! title="http://dead.zz/a" | x
| title="{{cite web|url=http://dead.zz/a|title=T}}" | x
|}
-- cell
-- cell
-- cell
-- cell
-- cell
-- cell
-- cell

## no attributes of tables: internal links, templates, references and lines below
{|
| http://dead.zz/a [[Main Page|M]] | http://dead.zz/a {{lang|fr|x}}
| http://dead.zz/a <ref>a | b</ref>
http://dead.zz/a | x
|}
|- http://dead.zz/a | x
=>
{|
| http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}} [[Main Page|M]] | http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}} {{lang|fr|x}}
| http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}} <ref>a | b</ref>
http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}} | x
|}
|- http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}} | x

## no link behind a letter of any script, but behind signs
éhttp://dead.zz/a 日本http://dead.zz/a ٣http://dead.zz/a éhttp://dead.zz/a “http://dead.zz/a” 😀http://dead.zz/a
=>
éhttp://dead.zz/a 日本http://dead.zz/a ٣http://dead.zz/a éhttp://dead.zz/a “http://dead.zz/a” 😀http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}

## braces that close nothing belong to the address
<ref>http://dead.zz/a}}</ref> {{nowrap|<ref>[http://dead.zz/a}} T]</ref>}} http://dead.zz/a}}
-- absent

## braces that close a template do not
{{nowrap|http://dead.zz/a}}
=>
{{nowrap|http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}}}

## mark between a citation behind a brace, and braces
{{nowrap|{{{Cite web|url=http://dead.zz/a|title=T}}{{dead link}}}} {{nowrap|{{cite web|url=http://dead.zz/a|title=T}}{{dead link}}}}
=>
{{nowrap|{{{Cite web|url=http://dead.zz/a|title=T}}{{dead link}}}} {{nowrap|{{cite web|url=http://dead.zz/a|title=T|archive-url=@COPY@|archive-date=2019-03-12|url-status=dead}}}}
-- unclosed

## moved, with a mark between the address and other text {moved https://new.zz/b}
http://dead.zz/a{{dead link}}/x http://dead.zz/a {{dead link}},x http://dead.zz/a {{dead link}}.
http://dead.zz/a{{dead link}}{{x}} http://dead.zz/a {{dead link}}{{x}}
=>
http://dead.zz/a{{dead link}}/x http://dead.zz/a {{dead link}},x https://new.zz/b.
http://dead.zz/a{{dead link}}{{x}} https://new.zz/b {{x}}
-- continued
-- continued
-- continued

## mark between the link and other text, which stay apart
[http://dead.zz/a T], 5 May {{dead link}}and [http://dead.zz/a T], May{{dead link}}and [http://dead.zz/a T] {{dead link}}/ x
[http://dead.zz/a T], stone {{dead link}} {{dead link}}http://alive.zz/ [http://dead.zz/a T] {{dead link}}[http://alive.zz/ A]
''[http://dead.zz/a T]'' {{dead link}}''P'' ''[http://dead.zz/a T]''{{dead link}}''P''
[http://dead.zz/a T] of [[Main Page]]{{dead link}}s (''[http://dead.zz/a T]'' {{dead link}}{{dead link}}), {{efn|[http://dead.zz/a T]. {{dead link}}}}
=>
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}, 5 May and [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}, May and [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} / x
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}, stone http://alive.zz/ [http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} [http://alive.zz/ A]
''[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}'' ''P'' ''[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}'' ''P''
[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}} of [[Main Page]] s (''[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}''), {{efn|[http://dead.zz/a T] {{webarchive |url=@COPY@ |date=2019-03-12}}.}}

## moved, with a mark between the address and a word {moved https://new.zz/b}
http://dead.zz/a{{dead link}}x http://dead.zz/a {{dead link}}{{dead link}}/x
=>
https://new.zz/b x https://new.zz/b /x

## no link directly behind an internal link
[[Main Page]]http://dead.zz/a [[Main Page]] http://dead.zz/a
=>
[[Main Page]]http://dead.zz/a [[Main Page]] http://dead.zz/a {{webarchive |url=@COPY@ |date=2019-03-12}}

## name of a file in a gallery
<gallery>
File:A.jpg|x
http://dead.zz/a
</gallery>
-- option

## a copy of the link behind a template that nobody knows
* [http://dead.zz/a T] {{unknown|x}} [@COPY@ Archived]
* {{cite web|url=http://dead.zz/a|title=T}} {{unknown|x}} [@COPY@ Archived]
-- already-archived
-- already-archived

## a copy of the link behind a mark and a template that nobody knows
* [http://dead.zz/a T] {{unknown|x}} {{dead link|date=May 2019}} [@COPY@ Archived]
* {{cite web|url=http://dead.zz/a|title=T}} {{unknown|x}} {{dead link|date=May 2019}} {{webarchive|url=@COPY@}}
-- already-archived
-- already-archived

## an address in a mark that has none by the conventions
{{dead link|url=http://dead.zz/a}}

{{Dead link|http://dead.zz/a}}
-- no-form
-- no-form

## an address in a mark that has none by the conventions, nothing archived {none}
{{dead link|url=http://dead.zz/a}}

[http://dead.zz/a T] {{dead link|url=http://dead.zz/a}}
-- already-marked
-- already-marked
`;
