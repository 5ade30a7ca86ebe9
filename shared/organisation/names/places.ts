/** One name of a place in several languages to a line; the first is the one that counts. Countries are not among them. */
const PLACES = `
münchen|munich|monaco di baviera|muenchen|mnichov
köln|cologne|colonia|keulen|kolonia
wien|vienna|vienne|wenen|wieden|bécs|vídeň
genf|geneva|genève|ginevra|ginebra
zürich|zurich|zurigo
basel|basle|bâle|basilea
bern|berne|berna
luzern|lucerne|lucerna
lausanne|losanna
freiburg im breisgau|freiburg i br|freiburg br|freiburg i b|freiburg breisgau|freiburg
fribourg|freiburg im üechtland|freiburg schweiz
konstanz|constance|costanza|kostnice
nürnberg|nuremberg|norimberga
hannover|hanover
braunschweig|brunswick
aachen|aix la chapelle|aken
mainz|mayence|magonza
trier|trèves
regensburg|ratisbon|ratisbonne
dresden|dresde|drážďany
leipzig|lipsk|lipsko
frankfurt|frankfurt am main|frankfurt a m|frankfurt main|francfort
frankfurtoder|frankfurt oder|frankfurt an der oder
halle saale|halle an der saale|halle
tübingen|tubingue
saarbrücken|sarrebruck
strasbourg|strassburg|straßburg|strasburgo
mulhouse|mülhausen
salzburg|salisburgo
innsbruck
bozen|bolzano|bolzano bozen|bozen bolzano
meran|merano
brixen|bressanone
trient|trento
mailand|milano|milan
turin|torino
venedig|venezia|venice|venise
florenz|firenze|florence
rom|roma|rome|řím
neapel|napoli|naples
genua|genova|genoa|gênes
padua|padova
bologna|bologne
brüssel|bruxelles|brussel|brussels|bruselas
antwerpen|antwerp|anvers
gent|ghent|gand
lüttich|liège|luik
löwen|leuven|louvain
brügge|brugge|bruges
den haag|the hague|la haye|s gravenhage|haag
lissabon|lisboa|lisbon|lisbonne
kopenhagen|københavn|copenhagen|copenhague|kobenhavn
göteborg|gothenburg|goteborg
helsinki|helsingfors|helsingin
turku|åbo|turun
espoo|esbo|espoon
vantaa|vanda|vantaan
tampere|tammerfors|tampereen
vaasa|vasa|vaasan
porvoo|borgå
oulu|uleåborg|oulun
mechelen|malines|mecheln
kortrijk|courtrai
namur|namen
maastricht|maestricht
nijmegen|nimwegen
groningen|groningue
dunkerque|dünkirchen|dunkirk
lille|rijsel
nancy|nanzig
colmar|kolmar
chur|coire|coira
biel|bienne
neuchâtel|neuenburg
sitten|sion
solothurn|soleure
st gallen|sankt gallen|saint gall|san gallo
mantova|mantua|mantoue
livorno|leghorn
siracusa|syracuse
san sebastián|donostia|donostia san sebastián
bilbao|bilbo
pamplona|iruña
vitoria gasteiz|vitoria|gasteiz
palma|palma de mallorca
córdoba|cordova
porto|oporto
łódź|lodz|lodsch
katowice|kattowitz
toruń|thorn
ostrava|ostrau
liberec|reichenberg
české budějovice|budweis
karlovy vary|karlsbad|carlsbad
ústí nad labem|aussig
košice|kaschau|kassa
pécs|fünfkirchen
szeged|szegedin
győr|raab
temeswar|timișoara|temesvár
klausenburg|cluj|cluj napoca|kolozsvár
hermannstadt|sibiu|nagyszeben
kronstadt|brașov|brassó
iași|jassy
maribor|marburg an der drau
rijeka|fiume
split|spalato
dubrovnik|ragusa
niš|nisch
skopje|skopie
plovdiv|philippopel
kharkiv|charkiw|kharkov|charkow
odesa|odessa
dnipro|dnipropetrovsk
minsk|miensk
kaunas|kowno
klaipėda|memel
århus|aarhus
helsingør|elsinore
tórshavn|thorshavn
reykjavík|reikiavik
dublin|baile átha cliath
cork|corcaigh
galway|gaillimh
cardiff|caerdydd
swansea|abertawe
warschau|warszawa|warsaw|varsovie|varšava
krakau|kraków|cracow|cracovie
breslau|wrocław|wroclaw
danzig|gdańsk|gdansk
posen|poznań|poznan
stettin|szczecin
prag|praha|prague|praga
brünn|brno
pilsen|plzeň
olmütz|olomouc
pressburg|bratislava|pozsony
laibach|ljubljana|lubiana
agram|zagreb
belgrad|beograd|belgrade
bukarest|bucurești|bucharest|bucarest
sofia|sofija
athen|athina|athens|athènes
thessaloniki|saloniki|thessalonica
moskau|moskva|moscow|moscou
sankt petersburg|saint petersburg|st petersburg|sankt peterburg|sanktpeterburg
kiew|kyiv|kiev|kyjiv
lemberg|lviv|lwów|lvov
wilna|vilnius
reval|tallinn
riga|rīga
dorpat|tartu
londres|london|londra
edinburgh|édimbourg
paris|parigi|paříž
lyon|lione
marseille|marsiglia
nizza|nice
sevilla|seville
zaragoza|saragossa
barcelona|barcelone
coruña|a coruña|la coruña
tokio|tokyo
peking|beijing|pékin
kairo|cairo|le caire
jerusalem|yerushalayim
istanbul|constantinople
nikosia|nicosia|lefkosia
valletta|la valletta
göttingen|goettingen
lüneburg|luneburg
graz|štýrský hradec
linz|linec
klagenfurt|klagenfurt am wörthersee
kaliningrad|königsberg
luxemburg|luxembourg
`;

export const PLACE_NAMES: readonly (readonly string[])[] = PLACES.trim()
  .split("\n")
  .map((line) => line.split("|"));
