/**
 * The line of the Weboid gadget under the page's title, for those who may repair the links: "Dead: 3 of 120 external
 * links". ES5, as gadget.js.
 */
( function ( mw, document, window ) {
	var words = mw.libs.weboid.words;
	var card = mw.libs.weboid.card;
	/** Height of the line; marks.js has it in its style. */
	var LINE_PX = 12;
	/** Its box is higher, for letters that go deep and for fingers; so much of that may lie over others. */
	var REACH_PX = 4;
	var PREFERENCE = "userjs-weboid-summary";

	/** The user's own preference, else what the wiki chose, else: people with an account who may edit this page. */
	function isWanted( options ) {
		var preference = mw.user.options.get( PREFERENCE );
		if ( preference === "0" || preference === "1" ) {
			return preference === "1";
		}
		if ( typeof options.summary === "boolean" ) {
			return options.summary;
		}
		return ( mw.user.isNamed ? mw.user.isNamed() : mw.config.get( "wgUserName" ) !== null ) &&
			Boolean( mw.config.get( "wgRelevantPageIsProbablyEditable" ) );
	}

	function sentence( problems ) {
		var total = problems.reduce( function ( most, problem ) {
			return Math.max( most, Number( problem.total ) || 0 );
		}, 0 );
		return words.say( "labelled", words.say( "verdict-unreachable" ), total > problems.length ?
			words.say( "summary-of-total", problems.length, total ) :
			words.say( "summary-all", problems.length ) );
	}

	/** Takes part in the flow of the page, and is seen. */
	function isSeen( element ) {
		return element.getBoundingClientRect().height > 0 && !/absolute|fixed/.test( window.getComputedStyle( element ).position );
	}

	function isFloat( element ) {
		return window.getComputedStyle( element ).float !== "none";
	}

	/** The last of the things from here upwards that takes room of its own; null: none. */
	function lastSeen( each ) {
		while ( each && ( !isSeen( each ) || isFloat( each ) ) ) {
			each = each.previousElementSibling;
		}
		return each;
	}

	/** What is seen above an element: of that which holds the title, its last part. Null: nothing. */
	function above( element, title ) {
		var found = null;
		for ( ; !found && element && element !== document.body; element = element.parentNode ) {
			found = lastSeen( element.previousElementSibling );
		}
		while ( found && found !== title && found.contains( title ) ) {
			found = lastSeen( found.lastElementChild );
		}
		return found;
	}

	/** Where the first thing begins that is seen in the text. */
	function startOf( content ) {
		var top = Infinity;
		var each;
		for ( each = content.firstElementChild; each; each = each.nextElementSibling ) {
			if ( each.classList.contains( "mw-parser-output" ) ) {
				return startOf( each );
			}
			if ( isSeen( each ) ) {
				top = Math.min( top, each.getBoundingClientRect().top );
				if ( !isFloat( each ) ) {
					break;
				}
			}
		}
		return top;
	}

	/** Whether a line lies over something of the page that is no text of its own, such as tabs that float. */
	function isCovering( line, title, content ) {
		var at = line.getBoundingClientRect();
		var both = title.parentNode;
		while ( !both.contains( content ) ) {
			both = both.parentNode;
		}
		return Array.prototype.some.call( both.querySelectorAll( "a,button,img" ), function ( each ) {
			var rect = each.getBoundingClientRect();
			return each !== line && !content.contains( each ) && rect.width > 1 && rect.height > 1 &&
				rect.left < at.right && rect.right > at.left && rect.top < at.bottom - REACH_PX && rect.bottom > at.top + REACH_PX &&
				window.getComputedStyle( each ).visibility === "visible";
		} );
	}

	/** Puts the line above `place`, in the gap between `end` and `top`: amid, else at either edge of it. Whether it lies free there. */
	function isFitting( anchor, place, end, top ) {
		var line = anchor.firstChild;
		var title = document.getElementById( "firstHeading" );
		var content = document.getElementById( "mw-content-text" );
		if ( top - end <= LINE_PX - 1 ) {
			return false;
		}
		place.parentNode.insertBefore( anchor, place );
		return [ ( top + end - LINE_PX ) / 2, end + 2, top - LINE_PX - 2 ].some( function ( y ) {
			line.style.top = y - anchor.getBoundingClientRect().top + "px";
			return !isCovering( line, title, content );
		} );
	}

	/** Between title and text all skins leave room for one small line: it stands there, and nothing moves. Else it takes its own. */
	function insert( line ) {
		var title = document.getElementById( "firstHeading" );
		var content = document.getElementById( "mw-content-text" );
		var anchor = card.element( "div", "weboid-summary weboid-afloat noprint" );
		var place = content;
		var top = startOf( content );
		var last;
		anchor.id = "weboid-summary";
		// Kept, and not looked for: an article may have an element of that id.
		mw.libs.weboid.summary = anchor;
		anchor.appendChild( line );
		for ( last = title && above( place, title ); last && place !== title; last = above( place, title ) ) {
			if ( isFitting( anchor, place, last.getBoundingClientRect().bottom, top ) ) {
				return;
			}
			place = last;
			top = last.getBoundingClientRect().top;
		}
		anchor.classList.remove( "weboid-afloat" );
		line.style.top = "";
		content.parentNode.insertBefore( anchor, content );
	}

	function onFindings( event ) {
		var earlier = mw.libs.weboid.summary;
		var line;
		if ( !isWanted( event.options ) ) {
			return;
		}
		if ( earlier && earlier.parentNode ) {
			earlier.parentNode.removeChild( earlier );
		}
		line = card.link( "weboid-page", event.base + "/externalLinkInfo?dbname=" + encodeURIComponent( event.wiki ) +
			"&pageid=" + event.pageid + "&lang=" + encodeURIComponent( mw.config.get( "wgUserLanguage" ) || "en" ), sentence( event.problems ) );
		line.lang = words.lang;
		line.dir = words.dir;
		insert( line );
	}

	mw.hook( "weboid.findings" ).add( function ( event ) {
		mw.loader.using( [ "mediawiki.user" ] ).then( function () {
			onFindings( event );
		} );
	} );
}( window.mediaWiki, document, window ) );
