/**
 * Weboid gadget: marks external links of the page that are presumed unreachable. It asks Weboid once per view for what is
 * known of this page (wiki and page ID, nothing of the reader), and leaves the page as it is where nothing is found. The
 * answer is data, never run. What it takes to show findings, with the words of the reader's language, is loaded when there
 * are some, unless it follows in this file.
 *
 * ES5, as ResourceLoader of MediaWiki 1.39 wants it. How to install it: docs/gadget.md of Weboid's source.
 * Options, set before it runs: window.weboidConfig = { base, wiki, namespaces, archives, repair, summary }, or window.weboidWiki.
 */
( function ( mw, document, window ) {

	/** Filled in by the edge that serves this file: its own address, the wiki, and whether the rest follows in this file. */
	var served = {};
	/** Elements of an article whose id is the name of an option are no options. */
	var options = Object.prototype.toString.call( window.weboidConfig ) === "[object Object]" ? window.weboidConfig : {};
	var base = String( options.base || served.base || "" ).replace( /\/+$/, "" );
	var ANSWER = "externalLinkProblem/query.answer";
	var ERROR = "externalLinkProblem/query.error";
	/** Hands the findings to the rest of the gadget. Pasted copies of this file meet newer ones of the rest: what it fires stays as it is. */
	var FINDINGS = "weboid.findings";
	/** Ports that go without saying, of schemes that browsers do not know. */
	var PORTS = { "ftps:": "990", "sftp:": "22" };
	/** What is known of this page's links, by urlKey. */
	var known = {};
	var isRestLoaded = Boolean( served.whole );

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

	/** `dewiki@WMF`: what the wiki's administrators set, else the wiki that the edge filled in, else a wiki of the WMF. */
	function wiki() {
		var named = window.weboidWiki;
		return options.wiki || ( typeof named === "string" && named ) || served.wiki || mw.config.get( "wgDBname" ) + "@WMF";
	}

	function load( address ) {
		var script = document.createElement( "script" );
		script.async = true;
		script.src = address;
		document.head.appendChild( script );
	}

	/** Hands on what Weboid answers; scripts of others may listen, too. No answer is no problem. */
	function ask( address ) {
		var request = new XMLHttpRequest();
		request.open( "GET", address );
		request.responseType = "json";
		request.timeout = 60000;
		request.onload = function () {
			var answer = request.response || {};
			if ( request.status === 200 ) {
				mw.hook( ANSWER ).fire( answer.problems );
			} else if ( answer.error ) {
				mw.hook( ERROR ).fire( answer.error );
			}
		};
		request.send();
	}

	function own( object, key ) {
		return Object.prototype.hasOwnProperty.call( object, key ) ? object[ key ] : null;
	}

	/** Links of the text of which something is known, each with that. */
	function findings( content ) {
		var links = content.querySelectorAll( "a.external, a.extiw" );
		var found = [];
		var i, j, keys, problem;
		for ( i = 0; i < links.length; i++ ) {
			keys = linkKeys( links[ i ].getAttribute( "href" ) || "" );
			problem = null;
			for ( j = 0; j < keys.length && !problem; j++ ) {
				problem = own( known, keys[ j ] );
			}
			if ( problem ) {
				found.push( { link: links[ i ], problem: problem } );
			}
		}
		return found;
	}

	function publish() {
		var content = document.getElementById( "mw-content-text" );
		var problems = Object.keys( known ).map( function ( key ) {
			return known[ key ];
		} );
		var links = content && problems.length ? findings( content ) : [];
		// Editors see links that the text hides, too.
		if ( !problems.length || !( links.length || mw.config.get( "wgUserName" ) || options.summary ) ) {
			return;
		}
		mw.hook( FINDINGS ).fire( {
			base: base, wiki: wiki(), pageid: mw.config.get( "wgArticleId" ), options: options, problems: problems, links: links
		} );
		if ( !isRestLoaded ) {
			isRestLoaded = true;
			load( base + "/gadget.js?part=marks&lang=" + encodeURIComponent( mw.config.get( "wgUserLanguage" ) || "en" ) );
		}
	}

	function onAnswer( problems ) {
		var i, key;
		for ( i = 0; problems && i < problems.length; i++ ) {
			key = problems[ i ] && urlKey( String( problems[ i ].url ) );
			if ( key ) {
				known[ key ] = problems[ i ];
			}
		}
		publish();
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
		if ( !content || !content.querySelector( "a.external, a.extiw" ) ) {
			return;
		}
		mw.hook( ANSWER ).add( onAnswer );
		// Content that comes later, such as a section after an edit in place.
		mw.hook( "wikipage.content" ).add( publish );
		ask( base + "/externalLinkProblem.json?dbname=" + encodeURIComponent( wiki() ) + "&pageid=" + mw.config.get( "wgArticleId" ) );
	}

	mw.libs = mw.libs || {};
	mw.libs.weboid = mw.libs.weboid || {};
	mw.libs.weboid.urlKey = urlKey;
	mw.libs.weboid.linkKeys = linkKeys;

	if ( !isWanted() ) {
		return;
	}
	if ( !/^https?:\/\//.test( base ) ) {
		mw.log.warn( "Weboid gadget: set window.weboidConfig.base to the address of a Weboid" );
		return;
	}
	if ( document.readyState === "loading" ) {
		document.addEventListener( "DOMContentLoaded", start );
	} else {
		start();
	}
}( window.mediaWiki, document, window ) );
