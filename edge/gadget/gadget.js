/**
 * Weboid gadget: marks external links of the page that are presumed unreachable, with the evidence as a tooltip
 * and a link to an archived copy where one is known. It asks Weboid once per view for what is known of this page
 * (wiki and page ID, nothing of the reader) and does nothing where there is nothing to mark.
 *
 * ES5, as ResourceLoader of MediaWiki 1.39 wants it. How to install it: docs/gadget.md of Weboid's source.
 * Options, set before it runs: window.weboidConfig = { base, wiki, namespaces, archives }, or window.weboidWiki.
 */
( function ( mw, document, window ) {
	

	/** Filled in by the edge that serves this file: its own address, the wiki, and the words of one language or of all. */
	var served = {};
	var options = window.weboidConfig || {};
	var base = String( options.base || served.base || "" ).replace( /\/+$/, "" );
	var messages = served.messages || {};
	/** Weboid counts days from 2017-01-01; this is that day, counted from 1970. */
	var DAY_ZERO = 17167;
	var ANSWER = "externalLinkProblem/query.answer";
	var BROKEN = "M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm4.1 11.6L12.6 14 10 11.5 7.4 14.1 6 12.6 8.5 10 5.9 7.4 7.4 5.9 10 8.5 12.6 5.9 14.1 7.4 11.5 10z";
	var DOUBTFUL = "M11.5 2.3a1.7 1.7 0 0 0-3 0L1.2 15.9a1.7 1.7 0 0 0 1.5 2.6h14.6a1.7 1.7 0 0 0 1.5-2.6zM11 16H9v-2h2zm0-3.5H9v-5h2z";
	var ARCHIVE = "M2 2h16v4H2zm1 5h14v11H3zm4 2v2h6V9z";
	/** Ports that go without saying, of schemes that browsers do not know. */
	var PORTS = { "ftps:": "990", "sftp:": "22" };
	/** What is known of this page's links, by urlKey. */
	var known = {};
	var styled = false;

	/**
	 * One spelling for all links to a resource: Weboid's normalisation as far as a browser's own parser goes, and
	 * without the fragment. `//host` is read as https. Null for what is no link to the outside.
	 */
	function urlKey( href ) {
		var url, host;
		try {
			url = new URL( href, "https://weboid.invalid/" );
		} catch ( _error ) {
			return null;
		}
		host = url.hostname.toLowerCase().replace( /\.$/, "" );
		if ( !/^(https?|ftps?|sftp):$/.test( url.protocol ) || host === "" || host === "weboid.invalid" ) {
			return null;
		}
		return url.protocol + "//" + host + ( url.port && url.port !== PORTS[ url.protocol ] ? ":" + url.port : "" ) +
			tidied( url.pathname || "/" ) + tidied( url.search );
	}

	/**
	 * RFC 3986 6.2.2: escapes of unreserved characters are undone, all others are written in upper case. What has no
	 * place in a URL by that RFC is escaped, of which browsers leave some alone.
	 */
	function tidied( text ) {
		return text.replace( /%[0-9a-f]{2}/gi, function ( coded ) {
			var character = String.fromCharCode( parseInt( coded.slice( 1 ), 16 ) );
			return /[A-Za-z0-9\-._~]/.test( character ) ? character : coded.toUpperCase();
		} ).replace( /[ "'<>[\\\]^`{|}]/g, function ( character ) {
			return "%" + character.charCodeAt( 0 ).toString( 16 ).toUpperCase();
		} );
	}

	/** The keys under which a link of the page may be known: a protocol-relative one works in both schemes. */
	function linkKeys( href ) {
		var key = urlKey( href );
		if ( key === null ) {
			return [];
		}
		return /^\/\//.test( href ) ? [ key, key.replace( /^https:/, "http:" ) ] : [ key ];
	}

	/** The form of a PLURAL for a number: a language has as many as it has categories, in this order. */
	function pluralForm( lang, count, forms ) {
		var index = count === 1 ? 0 : 1;
		var rules, categories;
		// Browsers without it get the two forms of English.
		if ( window.Intl && window.Intl.PluralRules ) {
			rules = new window.Intl.PluralRules( lang );
			categories = rules.resolvedOptions().pluralCategories;
			index = [ "zero", "one", "two", "few", "many", "other" ].filter( function ( category ) {
				return categories.indexOf( category ) !== -1;
			} ).indexOf( rules.select( count ) );
		}
		return forms[ Math.min( index, forms.length - 1 ) ];
	}

	/** A message in the reader's language, else in English; with `$1`, `$2` … and PLURAL. */
	function say( key ) {
		var parameters = Array.prototype.slice.call( arguments, 1 );
		var wanted = String( served.lang || mw.config.get( "wgUserLanguage" ) || "en" );
		var lang = [ wanted, wanted.split( "-" )[ 0 ], "en" ].filter( function ( code ) {
			return messages[ code ] && messages[ code ][ key ];
		} )[ 0 ];
		var text = lang ? messages[ lang ][ key ] : "";
		return text.replace( /\{\{PLURAL:\$(\d)\|([^{}]*)\}\}/g, function ( _all, at, forms ) {
			return pluralForm( lang, parameters[ at - 1 ], forms.split( "|" ) );
		} ).replace( /\$(\d)/g, function ( all, at ) {
			return parameters[ at - 1 ] === undefined ? all : String( parameters[ at - 1 ] );
		} );
	}

	/** "for 10 weeks": the same steps as in Weboid's own pages, whole units only. */
	function lasting( since ) {
		var days = Math.max( 0, Math.floor( Date.now() / 864e5 ) - DAY_ZERO - since );
		if ( days === 0 ) {
			return say( "for-today" );
		}
		if ( days < 14 ) {
			return say( "for-days", days );
		}
		if ( days < 92 ) {
			return say( "for-weeks", Math.floor( days / 7 ) );
		}
		if ( days < 731 ) {
			return say( "for-months", Math.floor( days * 12 / 365.2425 ) );
		}
		return say( "for-years", Math.floor( days / 365.2425 ) );
	}

	/** Plain answers of other services that speak through the same hook have nothing but `url`. */
	function verdictOf( problem ) {
		return problem.verdict === "doubtful" ? "doubtful" : "unreachable";
	}

	/** "Unreachable: 404 not found for 10 weeks, 9 checks", with as much of it as the answer tells. */
	function describe( problem ) {
		var evidence = [];
		var words = say( "status-" + problem.status );
		var run = [];
		if ( typeof problem.http === "number" ) {
			run.push( problem.http );
		}
		if ( words ) {
			run.push( words );
		}
		if ( typeof problem.since === "number" ) {
			run.push( lasting( problem.since ) );
		}
		if ( run.length ) {
			evidence.push( run.join( " " ) );
		}
		if ( problem.checks > 0 ) {
			evidence.push( say( problem.checks < 255 ? "checks" : "checks-or-more", problem.checks ) );
		}
		return say( "verdict-" + verdictOf( problem ) ) + ( evidence.length ? ": " + evidence.join( ", " ) : "" );
	}

	function archiveOf( problem ) {
		var archives = problem.archives || [];
		var url = String( problem.archive || ( archives[ 0 ] && archives[ 0 ].url ) || "" );
		return /^https?:\/\//i.test( url ) ? url : "";
	}

	function icon( path ) {
		var svg = document.createElementNS( "http://www.w3.org/2000/svg", "svg" );
		var shape = document.createElementNS( "http://www.w3.org/2000/svg", "path" );
		svg.setAttribute( "viewBox", "0 0 20 20" );
		svg.setAttribute( "aria-hidden", "true" );
		shape.setAttribute( "d", path );
		shape.setAttribute( "fill-rule", "evenodd" );
		svg.appendChild( shape );
		return svg;
	}

	/** A link that is nothing but an icon; its words are for the tooltip and for those who do not see it. */
	function iconLink( className, href, words, path ) {
		var link = document.createElement( "a" );
		var image = document.createElement( "span" );
		link.className = className;
		link.href = href;
		link.title = words;
		link.rel = "nofollow noopener";
		image.setAttribute( "role", "img" );
		image.setAttribute( "aria-label", words );
		image.appendChild( icon( path ) );
		link.appendChild( image );
		return link;
	}

	/** `dewiki@WMF`: what the wiki's administrators set, else what the edge was told, else a wiki of the WMF. */
	function wiki() {
		return options.wiki || window.weboidWiki || served.wiki || mw.config.get( "wgDBname" ) + "@WMF";
	}

	function address( path ) {
		return base + path + "?dbname=" + encodeURIComponent( wiki() ) + "&pageid=" + mw.config.get( "wgArticleId" );
	}

	function markOf( problem ) {
		var mark = document.createElement( "span" );
		var archive = options.archives === false ? "" : archiveOf( problem );
		var shape = verdictOf( problem ) === "doubtful" ? DOUBTFUL : BROKEN;
		var details = address( "/externalLinkInfo" ) + "&lang=" + encodeURIComponent( mw.config.get( "wgUserLanguage" ) || "en" );
		mark.className = "weboid-mark weboid-" + verdictOf( problem );
		// A word joiner: the icon never stands alone at the start of a line.
		mark.appendChild( document.createTextNode( "\u2060" ) );
		mark.appendChild( iconLink( "weboid-icon", details, describe( problem ), shape ) );
		if ( archive ) {
			mark.appendChild( iconLink( "weboid-archive", archive, say( "gadget-archive" ), ARCHIVE ) );
		}
		return mark;
	}

	/** Colours are those of the skin where it has Codex's variables, so that they follow its dark mode. */
	function addStyle() {
		if ( styled ) {
			return;
		}
		styled = true;
		mw.util.addCSS(
			".weboid-mark{white-space:nowrap;-webkit-user-select:none;user-select:none}" +
			".weboid-mark a,.weboid-mark a:visited{margin-inline-start:.2em;padding:0;background:none;" +
			"color:#bf3c2c;color:var(--color-error,#bf3c2c)}" +
			".weboid-doubtful a.weboid-icon,.weboid-doubtful a.weboid-icon:visited{" +
			"color:#886425;color:var(--color-warning,#886425)}" +
			".weboid-mark a.weboid-archive,.weboid-mark a.weboid-archive:visited{" +
			"color:#54595d;color:var(--color-subtle,#54595d)}" +
			".weboid-mark svg{width:.85em;height:.85em;vertical-align:-.08em;fill:currentColor}" +
			"@media print{.weboid-mark{display:none}}"
		);
	}

	function mark( content ) {
		var links = content.querySelectorAll( "a.external, a.extiw" );
		var i, j, keys, problem;
		for ( i = 0; i < links.length; i++ ) {
			keys = links[ i ].weboidMarked ? [] : linkKeys( links[ i ].getAttribute( "href" ) || "" );
			problem = null;
			for ( j = 0; j < keys.length && !problem; j++ ) {
				problem = Object.prototype.hasOwnProperty.call( known, keys[ j ] ) ? known[ keys[ j ] ] : null;
			}
			if ( problem ) {
				addStyle();
				links[ i ].weboidMarked = true;
				links[ i ].parentNode.insertBefore( markOf( problem ), links[ i ].nextSibling );
			}
		}
	}

	function onAnswer( problems ) {
		var found = false;
		var content = document.getElementById( "mw-content-text" );
		var i, key;
		for ( i = 0; problems && i < problems.length; i++ ) {
			key = problems[ i ] && urlKey( String( problems[ i ].url ) );
			if ( key ) {
				known[ key ] = problems[ i ];
				found = true;
			}
		}
		if ( found && content ) {
			mark( content );
		}
	}

	/** A reader's view of an existing page in a namespace that was chosen; no preview, no history, no difference. */
	function isWanted() {
		var config = mw.config;
		return config.get( "wgArticleId" ) > 0 && config.get( "wgAction" ) === "view" &&
			config.get( "wgIsArticle" ) !== false && !config.get( "wgDiffNewId" ) &&
			( !options.namespaces || options.namespaces.indexOf( config.get( "wgNamespaceNumber" ) ) !== -1 );
	}

	function start() {
		var content = document.getElementById( "mw-content-text" );
		var script;
		if ( !content || !content.querySelector( "a.external, a.extiw" ) ) {
			return;
		}
		mw.hook( ANSWER ).add( onAnswer );
		// Content that comes later, such as a section after an edit in place.
		mw.hook( "wikipage.content" ).add( function ( $content ) {
			if ( $content && $content[ 0 ] ) {
				mark( $content[ 0 ] );
			}
		} );
		script = document.createElement( "script" );
		script.async = true;
		script.src = address( "/externalLinkProblem" );
		document.head.appendChild( script );
	}

	mw.libs = mw.libs || {};
	mw.libs.weboid = { urlKey: urlKey, linkKeys: linkKeys, describe: describe };

	if ( !isWanted() ) {
		return;
	}
	if ( !/^https?:\/\//.test( base ) ) {
		mw.log.warn( "Weboid gadget: set window.weboidConfig.base to the address of a Weboid" );
		return;
	}
	mw.loader.using( "mediawiki.util" ).then( function () {
		if ( document.readyState === "loading" ) {
			document.addEventListener( "DOMContentLoaded", start );
		} else {
			start();
		}
	} );
}( window.mediaWiki, document, window ) );
