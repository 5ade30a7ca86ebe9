/**
 * The way of the Weboid gadget from a broken link to the wiki's own editor: it asks Weboid for the page's wikitext with the dead
 * links repaired, and hands that over as "Show changes". It saves nothing: a person reads the changes, and saves them. ES5, as
 * gadget.js. What it gets goes as text into the fields of a form. It is loaded when somebody asks for the first repair.
 */
( function ( mw, document, window ) {
	/** Filled in by the edge that serves this file: words of one language. */
	var served = {};
	var words = mw.libs.weboid.words;
	var card = mw.libs.weboid.card;
	var urlKey = mw.libs.weboid.urlKey;
	var ANSWER_MS_MAX = 30000;
	/** MD5 of nothing: by it the editor knows that the summary was not left empty. */
	var NO_SUMMARY = "d41d8cd98f00b204e9800998ecf8427e";
	var isUnderWay = false;

	/** Calls `done` with the status and what the JSON says; null where nothing came. */
	function ask( address, done ) {
		var request = new window.XMLHttpRequest();
		request.onloadend = function () {
			var answer = null;
			try {
				answer = JSON.parse( request.responseText );
			} catch ( _error ) {
				// It says nothing.
			}
			done( request.status, answer );
		};
		request.open( "GET", address );
		request.timeout = ANSWER_MS_MAX;
		request.send();
	}

	/** Whether the person watches the page: the editor takes that from its form. null: the wiki did not say. Readers without an account watch none. */
	function askWatched( pageid, done ) {
		if ( mw.config.get( "wgUserName" ) === null ) {
			done( false );
			return;
		}
		ask( mw.config.get( "wgScriptPath" ) + "/api.php?action=query&format=json&formatversion=2&prop=info&inprop=watched&pageids=" + pageid, function ( _status, answer ) {
			var page = answer && answer.query && answer.query.pages && answer.query.pages[ 0 ];
			done( page && page.pageid === pageid ? page.watched === true : null );
		} );
	}

	function isOn( option ) {
		return Number( mw.user.options.get( option ) ) === 1;
	}

	/**
	 * The fields of the editor's own form, but for its token, without which MediaWiki saves nothing. The number of the revision lets it
	 * notice edits that come between; by their time it would pass over those of the same person.
	 */
	function fieldsOf( repair, isWatched ) {
		var fields = {
			wpTextbox1: repair.wikitext,
			wpSummary: repair.summary,
			wpAutoSummary: NO_SUMMARY,
			wpStarttime: String( repair.readAt ).replace( /\D/g, "" ),
			editRevId: repair.revision,
			parentRevId: repair.revision,
			model: "wikitext",
			format: "text/x-wiki",
			wpDiff: 1
		};
		if ( isWatched || isOn( "watchdefault" ) ) {
			fields.wpWatchthis = 1;
		}
		if ( isOn( "minordefault" ) ) {
			fields.wpMinoredit = 1;
		}
		// The last one: by it the editor knows that nothing was cut off.
		fields.wpUltimateParam = 1;
		return fields;
	}

	/** Leaves the article for the editor, which shows what would change. */
	function handOver( repair, isWatched ) {
		var fields = fieldsOf( repair, isWatched );
		var form = document.createElement( "form" );
		form.method = "post";
		form.enctype = "multipart/form-data";
		form.acceptCharset = "UTF-8";
		form.action = mw.config.get( "wgScript" ) + "?title=" + encodeURIComponent( mw.config.get( "wgPageName" ) ) + "&action=submit";
		form.style.display = "none";
		Object.keys( fields ).forEach( function ( name ) {
			var field = document.createElement( "textarea" );
			field.name = name;
			field.value = fields[ name ];
			form.appendChild( field );
		} );
		document.body.appendChild( form );
		form.submit();
	}

	function toEditor( repair, show ) {
		if ( isUnderWay ) {
			return;
		}
		isUnderWay = true;
		show( words.say( "repair-working" ) );
		mw.loader.using( "mediawiki.user" ).then( function () {
			askWatched( repair.pageid, function ( isWatched ) {
				isUnderWay = false;
				if ( isWatched === null ) {
					show( words.say( "repair-failed" ) );
				} else {
					handOver( repair, isWatched );
				}
			} );
		} );
	}

	/** What was done about a link, at each of its places. */
	function editsOf( url, edits ) {
		var key = urlKey( String( url ) );
		return edits.filter( function ( edit ) {
			return urlKey( String( edit.url ) ) === key;
		} );
	}

	function isChange( edit ) {
		return edit.kind !== "none";
	}

	/** What Weboid says in the reader's language, else in English. */
	function sentence( said, english ) {
		var made = card.element( "span", "", said || english );
		if ( !said ) {
			made.lang = "en";
			made.dir = "ltr";
		}
		return made;
	}

	/** Why a link stays as it is, each reason once. */
	function reasonsOf( edits ) {
		var texts = edits.map( function ( edit ) {
			return String( edit.reason );
		} );
		return edits.length ? edits.filter( function ( _edit, at ) {
			return texts.indexOf( texts[ at ] ) === at;
		} ).map( function ( edit ) {
			return sentence( edit.said, String( edit.reason ) );
		} ) : [ sentence( words.say( "repair-absent" ) ) ];
	}

	/** `reasons`: elements, a sentence each. */
	function showLeft( reasons, show, action ) {
		show( words.say( "labelled", words.say( "repair-left" ), "\n" ).split( "\n" )[ 0 ], action, reasons );
	}

	/** Where the link itself is left as it is, the person hears why before anything else happens, unless it was asked for the whole article. */
	function onRepair( url, repair, show, isForAll ) {
		var changes = repair.edits.filter( isChange );
		var own = editsOf( url, repair.edits );
		if ( own.some( isChange ) || ( isForAll && changes.length > 0 ) ) {
			toEditor( repair, show );
			return;
		}
		showLeft( mistakesIn( repair.conventions ) || reasonsOf( own ), show, changes.length > 0 && {
			text: words.say( "repair-others", changes.length ),
			run: function () {
				toEditor( repair, show );
			}
		} );
	}

	/** What is wrong with the wiki's own page about its conventions: until somebody mends that, nothing is repaired. */
	function mistakesIn( conventions ) {
		return conventions && conventions.error && [ sentence( "", String( conventions.error ) ) ];
	}

	/** Why Weboid refuses this page; nothing where another try may help. */
	function refusalsIn( status, answer ) {
		var error = status >= 400 && status < 500 && answer && answer.error;
		return error && error.message && [ sentence( words.say( "error-" + error.code ), String( error.message ) ) ];
	}

	function isRepair( repair, pageid ) {
		return Boolean( repair ) && repair.pageid === pageid && typeof repair.revision === "number" &&
			typeof repair.wikitext === "string" && typeof repair.summary === "string" && Array.isArray( repair.edits );
	}

	/** Says below a button how it goes, with reasons as elements, and may offer another one, `{ text, run }`. */
	function showBelow( button ) {
		var said = button.nextSibling || card.element( "span", "weboid-line" );
		said.setAttribute( "role", "status" );
		button.parentNode.appendChild( said );
		return function ( text, action, reasons ) {
			var other;
			said.textContent = text;
			( reasons || [] ).forEach( function ( reason, at ) {
				said.appendChild( document.createTextNode( at ? " " : "" ) );
				said.appendChild( reason );
			} );
			if ( action ) {
				other = card.element( "button", "weboid-repair", action.text );
				other.type = "button";
				other.addEventListener( "click", action.run );
				said.appendChild( document.createElement( "br" ) );
				said.appendChild( other );
			}
			card.place();
		};
	}

	/** `url`: the link at which the person asked for it, with this button. */
	function start( url, event, button ) {
		var show = showBelow( button );
		var shown = mw.config.get( "wgCurRevisionId" );
		var refusals;
		if ( isUnderWay ) {
			return;
		}
		isUnderWay = true;
		show( words.say( "repair-working" ) );
		ask( event.base + "/api/v1/repair?dbname=" + encodeURIComponent( event.wiki ) + "&pageid=" + event.pageid + "&revision=" + shown + "&lang=" + words.lang, function ( status, repair ) {
			isUnderWay = false;
			refusals = refusalsIn( status, repair );
			if ( status === 409 || ( status === 200 && repair && repair.revision !== shown ) ) {
				show( words.say( "repair-changed" ) );
			} else if ( refusals ) {
				showLeft( refusals, show );
			} else if ( status !== 200 || !isRepair( repair, event.pageid ) ) {
				show( words.say( "repair-failed" ) );
			} else {
				onRepair( url, repair, show, button.isForAll === true );
			}
		} );
	}

	words.add( served.messages || {} );
	mw.libs.weboid.repair = { start: start };
}( window.mediaWiki, document, window ) );
