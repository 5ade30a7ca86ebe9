/**
 * The box that the Weboid gadget opens at the icon beside a broken link: evidence, archived copy, replacement, and the way
 * to a report. ES5, as gadget.js. What it gets is hostile: text goes in as text, addresses after a look at their scheme.
 */
( function ( mw, document, window ) {
	var words = mw.libs.weboid.words;
	var OPEN_MS = 200;
	var CLOSE_MS = 300;
	var GAP_PX = 6;
	/** Of an address, so much is shown. */
	var SHOWN_CHARS_MAX = 160;
	/** The one box that is open: { mark, button, box, pinned }. */
	var open = null;
	var timer = null;
	var isListening = false;
	/** Of the part that repairs; null: nobody wanted it yet. */
	var loading = null;

	function element( name, className, text ) {
		var made = document.createElement( name );
		made.className = className;
		if ( text ) {
			made.textContent = text;
		}
		return made;
	}

	/** An address as the browser's parser writes it, which leaves no letter in it that could turn it around; null: none to lead to. */
	function addressOf( text ) {
		try {
			return /^(https?|ftp):\/\//i.test( text ) ? new URL( text ).href : null;
		} catch ( _error ) {
			return null;
		}
	}

	function link( className, href, text ) {
		var made = element( "a", className, text );
		made.href = href;
		made.rel = "nofollow noopener";
		return made;
	}

	function line( box, parts, className ) {
		var made = element( "span", "weboid-line" + ( className ? " " + className : "" ) );
		var i;
		parts = parts.filter( Boolean );
		for ( i = 0; i < parts.length; i++ ) {
			if ( i ) {
				made.appendChild( document.createTextNode( " · " ) );
			}
			made.appendChild( typeof parts[ i ] === "string" ? document.createTextNode( parts[ i ] ) : parts[ i ] );
		}
		if ( parts.length ) {
			box.appendChild( made );
		}
	}

	function archiveOf( problem ) {
		var archives = problem.archives || [];
		return addressOf( String( problem.archive || ( archives[ 0 ] && archives[ 0 ].url ) || "" ) );
	}

	/** "Archived copy: June 11, 2024", the date as the address has it. */
	function archiveWords( archive ) {
		var copy = words.say( "gadget-archive" );
		var at = /\/(\d{4})(\d\d)(\d\d)\d{6}(?:[a-z]{2}_)?\//.exec( archive );
		var date = at && new Date( Date.UTC( Number( at[ 1 ] ), Number( at[ 2 ] ) - 1, Number( at[ 3 ] ) ) );
		return date ? words.say( "labelled", copy, date.toLocaleDateString( words.lang, { dateStyle: "long", timeZone: "UTC" } ) ) : copy;
	}

	/** "Suggested replacement – check before using: https://…" */
	function addressLine( box, name, key, address ) {
		var label = words.say( "labelled", words.say( key ), "\n" ).split( "\n" );
		var shown = address.length > SHOWN_CHARS_MAX ? address.slice( 0, SHOWN_CHARS_MAX ) + "…" : address;
		var made = link( name, address, shown );
		made.dir = "ltr";
		line( box, [ label[ 0 ] ] );
		box.lastChild.appendChild( made );
	}

	/** What repairs is loaded with the first wish. */
	function repairLine( box, problem, event ) {
		var button = element( "button", "weboid-repair", words.say( "repair-button" ) );
		function start() {
			mw.libs.weboid.repair.start( problem.url, event, button );
		}
		button.type = "button";
		button.addEventListener( "click", function () {
			// It stays open while the answer is on its way.
			open.pinned = true;
			if ( mw.libs.weboid.repair ) {
				start();
				return;
			}
			loading = loading || mw.loader.getScript( event.base + "/gadget.js?part=repair&lang=" + words.lang );
			loading.then( start, function () {
				loading = null;
				button.textContent = words.say( "repair-failed" );
			} );
		} );
		line( box, [ button ] );
	}

	/** Ways on: to say that it works, and to all that is known of the page. */
	function ways( problem, event ) {
		var here = "?dbname=" + encodeURIComponent( event.wiki ) + "&pageid=" + event.pageid;
		var lang = "&lang=" + encodeURIComponent( mw.config.get( "wgUserLanguage" ) || "en" );
		var report = event.base + "/report" + here + "&url=" + encodeURIComponent( problem.url ) + lang;
		return [
			link( "weboid-report", report, words.say( "people-report" ) ),
			link( "weboid-page", event.base + "/externalLinkInfo" + here + lang, words.say( "gadget-page" ) )
		];
	}

	function build( problem, event ) {
		var box = element( "span", "weboid-card" );
		var archive = event.options.archives === false ? null : archiveOf( problem );
		var movedTo = addressOf( String( problem.movedTo || "" ) );
		var replacement = addressOf( String( problem.replacement || "" ) );
		box.id = "weboid-card";
		box.lang = words.lang;
		box.dir = words.dir;
		line( box, [ words.verdictSince( problem ) ], "weboid-verdict" );
		line( box, [ words.run( problem ) ] );
		line( box, [ words.checks( problem ), typeof problem.last === "number" && words.lastChecked( problem.last ) ], "weboid-subtle" );
		line( box, [ problem.reports > 0 && words.say( "reports", Number( problem.reports ) ) ] );
		if ( archive ) {
			line( box, [ link( "weboid-archive", archive, archiveWords( archive ) ) ] );
		}
		if ( movedTo ) {
			addressLine( box, "weboid-moved", "moved-label", movedTo );
		}
		if ( replacement ) {
			addressLine( box, "weboid-replacement", "replacement-label", replacement );
		}
		if ( words.verdictOf( problem ) === "unreachable" && event.options.repair !== false && mw.config.get( "wgRelevantPageIsProbablyEditable" ) ) {
			repairLine( box, problem, event );
		}
		line( box, ways( problem, event ), "weboid-ways" );
		return box;
	}

	/** Below the icon, or above where there is no room; never beyond the window. */
	function place() {
		var root = document.documentElement;
		var at, box, size, left, top;
		if ( !open ) {
			return;
		}
		at = open.button.getBoundingClientRect();
		box = open.box;
		box.style.left = box.style.top = "0";
		// Where "0" is: within a transformed ancestor it is not the window's corner.
		size = box.getBoundingClientRect();
		left = words.dir === "rtl" ? at.right - size.width : at.left;
		left = Math.max( GAP_PX, Math.min( left, root.clientWidth - size.width - GAP_PX ) );
		top = at.bottom + GAP_PX;
		if ( top + size.height > root.clientHeight && at.top - GAP_PX - size.height > 0 ) {
			top = at.top - GAP_PX - size.height;
		}
		// Where neither has the room: over the icon rather than where nothing is seen.
		top = Math.max( GAP_PX, Math.min( top, root.clientHeight - size.height - GAP_PX ) );
		box.style.left = left - size.left + "px";
		box.style.top = top - size.top + "px";
	}

	function close() {
		var closed = open;
		open = null;
		window.clearTimeout( timer );
		if ( closed ) {
			closed.button.setAttribute( "aria-expanded", "false" );
			closed.button.removeAttribute( "aria-controls" );
			if ( closed.box.contains( document.activeElement ) ) {
				closed.button.focus();
			}
			closed.mark.removeChild( closed.box );
		}
	}

	/** Listens to the page from the first box on: pages without findings, and readers who open none, have nothing of it. */
	function listen() {
		if ( isListening ) {
			return;
		}
		isListening = true;
		document.addEventListener( "keydown", function ( event ) {
			if ( open && ( event.key === "Escape" || event.key === "Esc" ) ) {
				close();
			}
		} );
		document.addEventListener( "click", function ( event ) {
			if ( open && !open.mark.contains( event.target ) ) {
				close();
			}
		} );
		[ "scroll", "resize" ].forEach( function ( name ) {
			window.addEventListener( name, place, true );
		} );
	}

	function show( mark, button, make ) {
		if ( open && open.button === button ) {
			return;
		}
		close();
		listen();
		open = { mark: mark, button: button, box: make(), pinned: false };
		// Right behind the icon: the next thing for the Tab key and for screen readers.
		mark.appendChild( open.box );
		if ( open.box.showPopover ) {
			// Above all else, and cut off by nothing.
			open.box.setAttribute( "popover", "manual" );
			open.box.showPopover();
		}
		button.setAttribute( "aria-expanded", "true" );
		button.setAttribute( "aria-controls", open.box.id );
		place();
	}

	/** Opens under the pointer, and by a click or key, which keeps it open. */
	function attach( mark, button, make ) {
		function later( what, delay ) {
			window.clearTimeout( timer );
			timer = window.setTimeout( what, delay );
		}
		mark.addEventListener( "mouseenter", function () {
			later( function () {
				show( mark, button, make );
			}, OPEN_MS );
		} );
		mark.addEventListener( "mouseleave", function () {
			later( function () {
				if ( open && open.mark === mark && !open.pinned && !mark.contains( document.activeElement ) ) {
					close();
				}
			}, CLOSE_MS );
		} );
		mark.addEventListener( "focusout", function ( event ) {
			if ( open && open.mark === mark && event.relatedTarget && !mark.contains( event.relatedTarget ) ) {
				close();
			}
		} );
		button.addEventListener( "click", function () {
			window.clearTimeout( timer );
			if ( open && open.button === button && open.pinned ) {
				close();
			} else {
				show( mark, button, make );
				open.pinned = true;
			}
		} );
	}

	mw.libs.weboid.card = { attach: attach, build: build, element: element, link: link, place: place };
}( window.mediaWiki, document, window ) );
