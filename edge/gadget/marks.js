/**
 * The icons of the Weboid gadget beside broken links. ES5, as gadget.js.
 *
 * Nothing moves where the skin shows an icon behind external links, as all of MediaWiki's do: ours takes its place. Elsewhere
 * it takes the room of one letter. It adds no line, no height and no place at which a line may break.
 */
( function ( mw, document, window ) {
	var words = mw.libs.weboid.words;
	var card = mw.libs.weboid.card;
	var SHAPES = {
		unreachable: "M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm4.1 11.6L12.6 14 10 11.5 7.4 14.1 6 12.6 8.5 10 5.9 7.4 7.4 5.9 10 8.5 12.6 5.9 14.1 7.4 11.5 10z",
		doubtful: "M11.5 2.3a1.7 1.7 0 0 0-3 0L1.2 15.9a1.7 1.7 0 0 0 1.5 2.6h14.6a1.7 1.7 0 0 0 1.5-2.6zM11 16H9v-2h2zm0-3.5H9v-5h2z"
	};
	/** So much room behind the link's words is enough for the icon. */
	var ROOM_PX_MIN = 10;
	var isStyled = false;

	function icon( verdict ) {
		var svg = document.createElementNS( "http://www.w3.org/2000/svg", "svg" );
		var shape = document.createElementNS( "http://www.w3.org/2000/svg", "path" );
		svg.setAttribute( "viewBox", "0 0 20 20" );
		svg.setAttribute( "aria-hidden", "true" );
		shape.setAttribute( "d", SHAPES[ verdict ] );
		shape.setAttribute( "fill-rule", "evenodd" );
		svg.appendChild( shape );
		return svg;
	}

	/** How much room the skin leaves for its own icon beside the link's words; 0 where it has none. */
	function roomOf( link ) {
		var style = window.getComputedStyle( link );
		var room = style.backgroundImage === "none" ? 0 : Math.max( parseFloat( style.paddingLeft ), parseFloat( style.paddingRight ) );
		return room >= ROOM_PX_MIN ? room : 0;
	}

	/** Takes the place of the skin's icon. The room stands behind the words, also in text of the other direction than the skin's. */
	function takeRoom( link, room ) {
		link.classList.add( "weboid-iconless" );
		link.style.paddingInlineStart = "0";
		link.style.paddingInlineEnd = room + "px";
	}

	/** For skins without Codex's variables: whether the page is dark at this place, by whatever made it so. */
	function isDark( place ) {
		var rgb;
		for ( ; place; place = place.parentElement ) {
			rgb = window.getComputedStyle( place ).backgroundColor.match( /[\d.]+/g ) || [];
			if ( rgb.length === 3 || rgb[ 3 ] > 0.5 ) {
				return rgb[ 0 ] * 0.3 + rgb[ 1 ] * 0.6 + rgb[ 2 ] * 0.1 < 128;
			}
		}
		return false;
	}

	/** Colours are those of the skin where it has Codex's variables, so that they follow its night mode. */
	function addStyle() {
		if ( isStyled ) {
			return;
		}
		isStyled = true;
		mw.util.addCSS( [
			".weboid-mark{position:relative;padding-inline-start:1.15em;-webkit-user-select:none;user-select:none;" +
				"--weboid-bad:var(--color-error,#bf3c2c);--weboid-doubt:var(--color-warning,#886425);" +
				"--weboid-text:var(--color-base,#202122);--weboid-soft:var(--color-subtle,#54595d);" +
				"--weboid-link:var(--color-progressive,#36c);--weboid-paper:var(--background-color-base,#fff);" +
				"--weboid-rim:var(--border-color-base,#a2a9b1);--weboid-room:1em}",
			".weboid-dark{--weboid-bad:var(--color-error,#fd7865);--weboid-doubt:var(--color-warning,#ca982e);" +
				"--weboid-text:var(--color-base,#eaecf0);--weboid-soft:var(--color-subtle,#a2a9b1);" +
				"--weboid-link:var(--color-progressive,#88a3e8);--weboid-paper:var(--background-color-base,#101418);" +
				"--weboid-rim:var(--border-color-base,#72777d)}",
			// The skin's own icon has made room for this one.
			".weboid-inset{padding:0}",
			"a.weboid-iconless.weboid-iconless{background-image:none!important}",
			// Larger than the icon: 24 px can be hit.
			".weboid-mark .weboid-icon{position:absolute;top:50%;transform:translateY(-50%);inset-inline-end:-6px;" +
				"width:calc(var(--weboid-room) + 10px);min-width:24px;height:100%;min-height:24px;margin:0;padding:0;border:0;" +
				"background:none;box-shadow:none;font:inherit;line-height:1;color:#bf3c2c;color:var(--weboid-bad);cursor:pointer}",
			".weboid-doubtful .weboid-icon{color:#886425;color:var(--weboid-doubt)}",
			".weboid-icon svg{position:absolute;top:0;bottom:0;inset-inline-end:6px;margin:auto;width:var(--weboid-room);" +
				"height:.86em;max-height:12px;min-height:10px;fill:currentColor}",
			".weboid-icon:hover svg,.weboid-icon[aria-expanded=true] svg{transform:scale(1.15)}",
			".weboid-icon:focus-visible{outline:2px solid var(--weboid-link);outline-offset:1px;border-radius:2px}",
			// Fingers are broader.
			"@media (pointer:coarse){.weboid-icon::before{content:'';position:absolute;inset:-6px 0}}",
			".weboid-text{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}",
			".weboid-card{position:fixed;inset:auto;z-index:450;box-sizing:border-box;width:max-content;" +
				"max-width:min(320px,calc(100vw - 12px));max-height:90vh;overflow:auto;margin:0;padding:10px 14px;" +
				"border:1px solid var(--weboid-rim);border-radius:2px;background:var(--weboid-paper);color:var(--weboid-text);" +
				"box-shadow:0 2px 6px rgba(0,0,0,.25);font:400 14px/1.5 sans-serif;letter-spacing:normal;text-align:start;" +
				"text-indent:0;text-transform:none;white-space:normal;overflow-wrap:anywhere;-webkit-user-select:text;user-select:text}",
			".weboid-line{display:block}",
			".weboid-verdict{font-weight:700;color:var(--weboid-bad)}.weboid-doubtful .weboid-verdict{color:var(--weboid-doubt)}",
			".weboid-subtle{color:var(--weboid-soft);font-size:13px}",
			".weboid-archive,.weboid-moved,.weboid-replacement{display:inline-block;max-width:100%;padding:3px 0}",
			".weboid-repair{min-height:32px;margin:6px 0 2px;padding:4px 12px;border:1px solid #36c;border-radius:2px;background:#36c;color:#fff;font:700 14px/1.4 sans-serif;cursor:pointer}",
			".weboid-repair:hover{background:#3056a9}",
			".weboid-ways{margin-top:6px;padding-top:6px;border-top:1px solid var(--weboid-rim)}",
			".weboid-card a,.weboid-card a:visited{color:var(--weboid-link);background:none;text-decoration:underline}",
			// A box without height, to hold on to: margins still collapse through it.
			".weboid-summary{position:relative;font-size:12px;line-height:12px}",
			".weboid-afloat{height:0}.weboid-afloat a{position:absolute;inset-inline-start:0;max-width:100%;padding:3px 0;margin:-3px 0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}",
			"@media print{.weboid-mark{display:none}}"
		].join( "" ) );
	}

	function markOf( problem, room, dark, event ) {
		var verdict = words.verdictOf( problem );
		var mark = card.element( "span", "weboid-mark weboid-" + verdict + ( room ? " weboid-inset" : "" ) + ( dark ? " weboid-dark" : "" ) );
		var button = card.element( "button", "weboid-icon" );
		var text = card.element( "span", "weboid-text", words.describe( problem ) );
		button.type = "button";
		button.setAttribute( "aria-expanded", "false" );
		if ( room ) {
			mark.style.setProperty( "--weboid-room", room + "px" );
		}
		text.lang = words.lang;
		text.dir = words.dir;
		button.appendChild( icon( verdict ) );
		button.appendChild( text );
		mark.appendChild( button );
		card.attach( mark, button, function () {
			return card.build( problem, event );
		} );
		return mark;
	}

	/**
	 * All that has to be measured comes first, so that the page is laid out again once and not with every icon. Gives the first mark it
	 * made of a link that is presumed unreachable; null: none.
	 */
	function onFindings( event ) {
		var first = null;
		var links = event.links.filter( function ( each ) {
			return !each.link.weboidMarked && each.link.parentNode;
		} );
		var rooms = links.map( function ( each ) {
			return roomOf( each.link );
		} );
		var darks = links.map( function ( each ) {
			return isDark( each.link );
		} );
		links.forEach( function ( each, i ) {
			var mark = markOf( each.problem, rooms[ i ], darks[ i ], event );
			each.link.weboidMarked = true;
			each.link.classList.add( "weboid-broken" );
			if ( rooms[ i ] ) {
				takeRoom( each.link, rooms[ i ] );
			}
			each.link.parentNode.insertBefore( mark, each.link.nextSibling );
			first = first || ( words.verdictOf( each.problem ) === "unreachable" ? mark : null );
		} );
		return first;
	}

	/**
	 * Asked for on a page of Weboid's, once. To who may not edit, the wiki says why. Nothing is looked for in the page: what an article
	 * has of these classes leads where its authors like.
	 */
	function repairAtOnce( mark ) {
		var at = window.location;
		var button;
		if ( at.hash === "#weboid-repair" && mark ) {
			window.history.replaceState( null, "", at.pathname + at.search );
			mark.querySelector( ".weboid-icon" ).click();
			button = mark.querySelector( ".weboid-repair" );
			if ( button ) {
				button.isForAll = true;
				button.click();
			} else if ( !mw.config.get( "wgRelevantPageIsProbablyEditable" ) ) {
				at.search += "&action=edit";
			}
		}
	}

	mw.hook( "weboid.findings" ).add( function ( event ) {
		mw.loader.using( "mediawiki.util" ).then( function () {
			addStyle();
			repairAtOnce( onFindings( event ) );
		} );
	} );
}( window.mediaWiki, document, window ) );
