/** Pages of frwiki and what becomes of them; how to read it: cases.ts. */
export const FR = `
## Lien web, une ligne
<ref>{{Lien web |langue=fr |url=http://dead.zz/a |titre=T |site=S |consulté le=3 mai 2011}}</ref>
=>
<ref>{{Lien web |langue=fr |url=http://dead.zz/a |titre=T |site=S |consulté le=3 mai 2011 |archive-url=@COPY@ |archive-date=12 mars 2019 |brisé le=22 novembre 2026}}</ref>

## Lien web, sans espaces
<ref>{{lien web|url=http://dead.zz/a|titre=T|consulté le=2011-05-03}}</ref>
=>
<ref>{{lien web|url=http://dead.zz/a|titre=T|consulté le=2011-05-03|archive-url=@COPY@|archive-date=2019-03-12|brisé le=2026-11-22}}</ref>

## Lien web, une ligne par paramètre
{{Lien web
 | url          = http://dead.zz/a
 | titre        = T
 | consulté le  = 3 mai 2011
}}
=>
{{Lien web
 | url          = http://dead.zz/a
 | titre        = T
 | consulté le  = 3 mai 2011
 | archive-url  = @COPY@
 | archive-date = 12 mars 2019
 | brisé le     = 22 novembre 2026
}}

## paramètres vides
{{Lien web|url=http://dead.zz/a|titre=T|archive-url=|archive-date=|brisé le=|consulté le=3 mai 2011}}
=>
{{Lien web|url=http://dead.zz/a|titre=T|archive-url=@COPY@|archive-date=12 mars 2019|brisé le=22 novembre 2026|consulté le=3 mai 2011}}

## ancienne orthographe
{{Lien web|url=http://dead.zz/a|titre=T|archiveurl=|archivedate=}}
=>
{{Lien web|url=http://dead.zz/a|titre=T|archiveurl=@COPY@|archivedate=12 mars 2019|brisé le=22 novembre 2026}}

## brisé le sans archive
{{Lien web|url=http://dead.zz/a|titre=T|brisé le=12/04/2015}}
=>
{{Lien web|url=http://dead.zz/a|titre=T|brisé le=12/04/2015|archive-url=@COPY@|archive-date=12 mars 2019}}

## brisé le, rien d'archivé {none}
{{Lien web|url=http://dead.zz/a|titre=T|brisé le=12/04/2015}}
-- already-marked

## rien d'archivé {none}
{{Lien web |url=http://dead.zz/a |titre=T |consulté le=3 mai 2011}}
=>
{{Lien web |url=http://dead.zz/a |titre=T |consulté le=3 mai 2011 |brisé le=22 novembre 2026}}

## déjà archivé
{{Lien web|url=http://dead.zz/a|titre=T|archive-url=@COPY@|archive-date=12 mars 2019|brisé le=1er mai 2020}}
-- already-archived

## archive sans date
{{Lien web|url=http://dead.zz/a|titre=T|archive-url=@COPY@|brisé le=1er mai 2020}}
=>
{{Lien web|url=http://dead.zz/a|titre=T|archive-url=@COPY@|brisé le=1er mai 2020|archive-date=12 mars 2019}}

## premier du mois {copy https://web.archive.org/web/20190301101112/http://dead.zz/a}
{{Lien web|url=http://dead.zz/a|titre=T|consulté le=3 mai 2011}}
=>
{{Lien web|url=http://dead.zz/a|titre=T|consulté le=3 mai 2011|archive-url=https://web.archive.org/web/20190301101112/http://dead.zz/a|archive-date=1er mars 2019|brisé le=22 novembre 2026}}

## Article
{{Article |auteur=A |titre=T |périodique=P |date=3 mai 2011 |lire en ligne=http://dead.zz/a |consulté le=4 mai 2011}}
=>
{{Article |auteur=A |titre=T |périodique=P |date=3 mai 2011 |lire en ligne=http://dead.zz/a |consulté le=4 mai 2011 |archiveurl=@COPY@ |archivedate=12 mars 2019}}

## Article, rien d'archivé {none}
{{Article|titre=T|périodique=P|date=2011|lire en ligne=http://dead.zz/a}}
-- no-mark

## Article, url texte
{{article|titre=T|périodique=P|url texte=http://dead.zz/a}}
=>
{{article|titre=T|périodique=P|url texte=http://dead.zz/a|archiveurl=@COPY@|archivedate=12 mars 2019}}

## Ouvrage
{{Ouvrage|titre=T|éditeur=E|année=2001|lire en ligne=http://dead.zz/a}}
=>
{{Ouvrage|titre=T|éditeur=E|année=2001|lire en ligne=http://dead.zz/a|archiveurl=@COPY@|archivedate=12 mars 2019|brisé le=22 novembre 2026}}

## Ouvrage, présentation en ligne
{{Ouvrage|titre=T|présentation en ligne=http://dead.zz/a}}
-- other-parameter

## Ouvrage, deux adresses
{{Ouvrage|titre=T|url=http://other.zz/|lire en ligne=http://dead.zz/a}}
-- two-addresses

## Lien brisé
<ref>{{Lien brisé|url=http://dead.zz/a|titre=T|brisé le=12-04-2015}}</ref>
=>
<ref>{{Lien web|url=http://dead.zz/a|titre=T|brisé le=12-04-2015|archive-url=@COPY@|archive-date=12 mars 2019}}</ref>

## Lien brisé sans date
{{lien brisé |url= http://dead.zz/a |titre=T}}
=>
{{lien web |url= http://dead.zz/a |titre=T |archive-url=@COPY@ |archive-date=12 mars 2019 |brisé le=22 novembre 2026}}

## Lien brisé, rien d'archivé {none}
{{Lien brisé|url=http://dead.zz/a|titre=T}}
-- already-marked

## Lien brisé, nouvelle adresse {moved https://nouveau.zz/b}
{{Lien brisé|url=http://dead.zz/a|titre=T|brisé le=12-04-2015}}
=>
{{Lien web|url=https://nouveau.zz/b|titre=T}}

## Lien archive
{{Lien archive|url=http://dead.zz/a|titre=T|horodatage archive=20100101000000}}
-- already-archived

## lien externe
* [http://dead.zz/a Titre du site]
=>
* {{Lien archive |url=http://dead.zz/a |titre=Titre du site |horodatage archive=20190312101112}}

## lien externe sans titre
<ref>[http://dead.zz/a]</ref>
=>
<ref>{{Lien archive |url=http://dead.zz/a |titre=dead.zz |horodatage archive=20190312101112}}</ref>

## adresse seule
<ref>http://dead.zz/a</ref>
=>
<ref>{{Lien archive |url=http://dead.zz/a |titre=dead.zz |horodatage archive=20190312101112}}</ref>

## lien externe avec barre
[http://dead.zz/a A | B]
=>
{{Lien archive |url=http://dead.zz/a |titre=A {{!}} B |horodatage archive=20190312101112}}

## lien externe avec guillemets et italique
« [http://dead.zz/a ''A'' : « B »] », sur ''S''
=>
« {{Lien archive |url=http://dead.zz/a |titre=''A'' : « B » |horodatage archive=20190312101112}} », sur ''S''

## lien externe, rien d'archivé {none}
* {{fr}} [http://dead.zz/a Titre]
=>
* {{fr}} {{Lien brisé |url=http://dead.zz/a |titre=Titre |brisé le=22 novembre 2026}}

## adresse seule, rien d'archivé {none}
Voir http://dead.zz/a.
=>
Voir {{Lien brisé |url=http://dead.zz/a |titre=dead.zz |brisé le=22 novembre 2026}}.

## autre archive {copy https://arquivo.pt/wayback/20150101000000/http://dead.zz/a}
[http://dead.zz/a Titre]
=>
{{Lien web |url=http://dead.zz/a |titre=Titre |archive-url=https://arquivo.pt/wayback/20150101000000/http://dead.zz/a |archive-date=1er janvier 2015 |brisé le=22 novembre 2026}}

## archive.today {copy https://archive.ph/20120713144500/http://dead.zz/a}
[http://dead.zz/a Titre] {{Lien web|url=http://dead.zz/a|titre=T}}
=>
{{Lien web |url=http://dead.zz/a |titre=Titre |archive-url=https://archive.ph/20120713144500/http://dead.zz/a |archive-date=13 juillet 2012 |brisé le=22 novembre 2026}} {{Lien web|url=http://dead.zz/a|titre=T|archive-url=https://archive.ph/20120713144500/http://dead.zz/a|archive-date=13 juillet 2012|brisé le=22 novembre 2026}}

## Lien archive à côté
[http://dead.zz/a Titre] {{Lien archive|url=http://dead.zz/a|horodatage archive=20100101000000|titre=Copie archivée}}
-- already-archived
-- already-archived

## archive à côté
[http://dead.zz/a Titre] ([@COPY@ archive])
-- already-archived

## nouvelle adresse {moved https://nouveau.zz/b}
{{Lien web|url=http://dead.zz/a|titre=T|brisé le=1er mai 2020}} [http://dead.zz/a T] http://dead.zz/a
=>
{{Lien web|url=https://nouveau.zz/b|titre=T}} [https://nouveau.zz/b T] https://nouveau.zz/b

## références nommées
A<ref name="x">[http://dead.zz/a T]</ref> {{Références|références=
<ref name="y">{{Lien web|url=http://dead.zz/a|titre=T}}</ref>
}}
=>
A<ref name="x">{{Lien archive |url=http://dead.zz/a |titre=T |horodatage archive=20190312101112}}</ref> {{Références|références=
<ref name="y">{{Lien web|url=http://dead.zz/a|titre=T|archive-url=@COPY@|archive-date=12 mars 2019|brisé le=22 novembre 2026}}</ref>
}}

## légende d'une image
[[Fichier:X.jpg|vignette|Voir [http://dead.zz/a T]]]
=>
[[Fichier:X.jpg|vignette|Voir {{Lien archive |url=http://dead.zz/a |titre=T |horodatage archive=20190312101112}}]]

## lien d'une image
[[Fichier:X.jpg|lien=http://dead.zz/a|vignette|L]]
-- option

## modèles inconnus
{{Infobox Ville|site web=[http://dead.zz/a T]}} {{site officiel|http://dead.zz/a}}
-- unknown-template
-- unknown-template

## entité et barre
{{Lien web|url=http://dead.zz/q?x=1&amp;y=2|titre=T}} {{Lien web|url=http://dead.zz/p{{!}}q|titre=T}}
=>
{{Lien web|url=http://dead.zz/q?x=1&amp;y=2|titre=T|archive-url=https://web.archive.org/web/20190312101112/http://dead.zz/q?x=1&y=2|archive-date=12 mars 2019|brisé le=22 novembre 2026}} {{Lien web|url=http://dead.zz/p{{!}}q|titre=T|archive-url=https://web.archive.org/web/20190312101112/http://dead.zz/p%7Cq|archive-date=12 mars 2019|brisé le=22 novembre 2026}}

## adresse deux fois
{{Lien web|url=http://dead.zz/a|url=http://dead.zz/a|titre=T}}
-- two-addresses
-- two-addresses

## invisible
<!-- http://dead.zz/a --> <nowiki>[http://dead.zz/a T]</nowiki>
-- no-wikitext
-- no-wikitext

## modèle non fermé
{{Lien web|url=http://dead.zz/a|titre=T
-- unclosed

## titre de section
== http://dead.zz/a ==
-- heading

## redirection
#REDIRECTION [[X]]
[http://dead.zz/a T]
-- redirect

## Lien brisé avec d'autres paramètres
{{Lien brisé |langue=en |url=http://dead.zz/a |titre=T |site=S |date=2010}}
=>
{{Lien web |langue=en |url=http://dead.zz/a |titre=T |site=S |date=2010 |archive-url=@COPY@ |archive-date=12 mars 2019 |brisé le=22 novembre 2026}}

## galerie
<gallery>
Fichier:A.jpg|Voir [http://dead.zz/a T]
</gallery>
=>
<gallery>
Fichier:A.jpg|Voir {{Lien archive |url=http://dead.zz/a |titre=T |horodatage archive=20190312101112}}
</gallery>

## remplacement proposé {replacement https://offert.zz/}
{{Lien web|url=http://dead.zz/a|titre=T}} [http://dead.zz/a T]
-- replacement
-- replacement

## référence dans une infobox
{{Infobox Ville
 | population = 5<ref>{{Lien web|url=http://dead.zz/a|titre=T}}</ref>
}}
=>
{{Infobox Ville
 | population = 5<ref>{{Lien web|url=http://dead.zz/a|titre=T|archive-url=@COPY@|archive-date=12 mars 2019|brisé le=22 novembre 2026}}</ref>
}}

## commentaire
{{Lien web|url=http://dead.zz/a<!-- à vérifier -->|titre=T}}
=>
{{Lien web|url=http://dead.zz/a<!-- à vérifier -->|titre=T|archive-url=@COPY@|archive-date=12 mars 2019|brisé le=22 novembre 2026}}

## dates ISO de la page
{{Lien web|url=http://other.zz/|titre=O|consulté le=2011-05-03}} {{Article|titre=T|lire en ligne=http://dead.zz/a}}
=>
{{Lien web|url=http://other.zz/|titre=O|consulté le=2011-05-03}} {{Article|titre=T|lire en ligne=http://dead.zz/a|archiveurl=@COPY@|archivedate=2019-03-12}}

## tableau
{| class="wikitable"
| [http://dead.zz/a T] || http://dead.zz/a
|}
=>
{| class="wikitable"
| {{Lien archive |url=http://dead.zz/a |titre=T |horodatage archive=20190312101112}} || {{Lien archive |url=http://dead.zz/a |titre=dead.zz |horodatage archive=20190312101112}}
|}

## modèle préfixé
{{Modèle:Lien web|url=http://dead.zz/a|titre=T}}
=>
{{Modèle:Lien web|url=http://dead.zz/a|titre=T|archive-url=@COPY@|archive-date=12 mars 2019|brisé le=22 novembre 2026}}

## marques sans adresse
* [http://dead.zz/a T] {{lien brisé}}
* {{Lien web|url=http://dead.zz/a|titre=T}}{{Lien mort|date=mai 2010}}
<ref>[http://dead.zz/a T], consulté le 3 mai 2009 {{lien brisé}}</ref>
=>
* {{Lien archive |url=http://dead.zz/a |titre=T |horodatage archive=20190312101112}}
* {{Lien web|url=http://dead.zz/a|titre=T|archive-url=@COPY@|archive-date=12 mars 2019|brisé le=22 novembre 2026}}
<ref>{{Lien archive |url=http://dead.zz/a |titre=T |horodatage archive=20190312101112}}, consulté le 3 mai 2009</ref>

## marques sans adresse, rien d'archivé {none}
* [http://dead.zz/a T] {{lien brisé}}
* {{Lien web|url=http://dead.zz/a|titre=T}} {{Lien mort}}
-- already-marked
-- already-marked

## marque sans adresse, nouvelle adresse {moved https://nouveau.zz/b}
* [http://dead.zz/a T] {{lien brisé}}
=>
* [https://nouveau.zz/b T]

## l'adresse d'une marque sans nom de paramètre n'est pas celle du lien d'avant {none}
* [http://dead.zz/a T] {{Lien brisé|http://autre.zz/b|U}}
=>
* {{Lien brisé |url=http://dead.zz/a |titre=T |brisé le=22 novembre 2026}} {{Lien brisé|http://autre.zz/b|U}}

## archive avant l'original
* [https://web.archive.org/web/20100101000000/http://dead.zz/a T] ([http://dead.zz/a version originale])
-- already-archived

## nouvelle adresse, le dernier paramètre disparaît {moved https://nouveau.zz/b}
{{Lien web
 | url = http://dead.zz/a
 | titre = T
 | brisé le = 3 mai 2015
}}
=>
{{Lien web
 | url = https://nouveau.zz/b
 | titre = T
}}

## marque dans le texte du lien
* [http://dead.zz/a Titre {{lien brisé}}] x
-- link-text

## marque dans le texte du lien, nouvelle adresse {moved https://nouveau.zz/b}
* [http://dead.zz/a Titre {{lien brisé}}] x
=>
* [https://nouveau.zz/b Titre] x

## date entre le lien et sa marque
* [http://dead.zz/a T], consulté le {{date|3|mai|2011}} {{lien brisé}}
=>
* {{Lien archive |url=http://dead.zz/a |titre=T |horodatage archive=20190312101112}}, consulté le {{date|3|mai|2011}}

## Lien brisé qui se dit vivant
{{Lien brisé|url=http://dead.zz/a|titre=T|brisé le=non}}
=>
{{Lien web|url=http://dead.zz/a|titre=T|brisé le=22 novembre 2026|archive-url=@COPY@|archive-date=12 mars 2019}}

## lien entre accolades
{[http://dead.zz/a T]} {{nobr|[http://dead.zz/a T]}}
=>
{[http://dead.zz/a T]} {{nobr|{{Lien archive |url=http://dead.zz/a |titre=T |horodatage archive=20190312101112}}}}
-- unclosed

## une copie du lien derrière un modèle inconnu
[http://dead.zz/a T] {{Inconnu|x}} ([@COPY@ archive])
-- already-archived
`;
