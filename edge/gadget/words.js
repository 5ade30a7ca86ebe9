/**
 * Words of the Weboid gadget: what is known of a link, in the reader's language. ES5, as gadget.js.
 */
( function ( mw, window ) {

	/** Filled in by the edge that serves this file: words of one language, its code, its direction. */
	var served = {};
	var messages = served.messages || {};
	var lang = served.lang || "en";
	var intl = window.Intl || {};
	/** Weboid counts days from 2017-01-01; this is that day, counted from 1970. */
	var DAY_ZERO = 17167;
	/** The number of checks is stored in a byte, whose last value stands for all above. */
	var CHECKS_SATURATED = 255;
	/** Weboid tells the gadget of a link as of its last news. What was checked longer ago was checked since, and nothing was new. */
	var NEWS_DAYS = 35;

	/** The form of a PLURAL for a number: a language has as many as it has categories, in this order. */
	function pluralForm( count, forms ) {
		var index = count === 1 ? 0 : 1;
		var rules, categories;
		// Browsers without it get the two forms of English.
		if ( intl.PluralRules ) {
			rules = new intl.PluralRules( lang );
			categories = rules.resolvedOptions().pluralCategories;
			index = [ "zero", "one", "two", "few", "many", "other" ].filter( function ( category ) {
				return categories.indexOf( category ) !== -1;
			} ).indexOf( rules.select( count ) );
		}
		return forms[ Math.min( index, forms.length - 1 ) ];
	}

	/** A number as the language writes it; text stays as it is. */
	function shown( value ) {
		return typeof value === "number" && intl.NumberFormat ? new intl.NumberFormat( lang ).format( value ) : String( value );
	}

	/** A message, with `$1`, `$2` … and PLURAL; empty when there is none of that name. */
	function say( key ) {
		var parameters = Array.prototype.slice.call( arguments, 1 );
		var text = Object.prototype.hasOwnProperty.call( messages, key ) ? messages[ key ] : "";
		return text.replace( /\{\{PLURAL:\$(\d)\|([^{}]*)\}\}/g, function ( _all, at, forms ) {
			return pluralForm( parameters[ at - 1 ], forms.split( "|" ) );
		} ).replace( /\$(\d)/g, function ( all, at ) {
			return parameters[ at - 1 ] === undefined ? all : shown( parameters[ at - 1 ] );
		} );
	}

	/** Words that came later. */
	function add( more ) {
		var key;
		for ( key in more ) {
			messages[ key ] = more[ key ];
		}
	}

	function daysSince( day ) {
		return Math.max( 0, Math.floor( Date.now() / 864e5 ) - DAY_ZERO - day );
	}

	/** What has gone by since a day, in the largest unit that is still exact enough: the steps of Weboid's own pages. */
	function elapsed( since ) {
		var days = daysSince( since );
		if ( days < 14 ) {
			return { count: days, unit: "day" };
		}
		if ( days < 92 ) {
			return { count: Math.floor( days / 7 ), unit: "week" };
		}
		if ( days < 731 ) {
			return { count: Math.floor( days * 12 / 365.2425 ), unit: "month" };
		}
		return { count: Math.floor( days / 365.2425 ), unit: "year" };
	}

	/** "for 10 weeks" */
	function lasting( since ) {
		var span = elapsed( since );
		return span.count === 0 ? say( "for-today" ) : say( "for-" + span.unit + "s", span.count );
	}

	/** "last checked yesterday"; null where nobody knows, and in browsers that do not know relative times. */
	function lastChecked( day ) {
		var span = elapsed( day );
		return intl.RelativeTimeFormat && daysSince( day ) <= NEWS_DAYS ?
			say( "last-checked", new intl.RelativeTimeFormat( lang, { numeric: "auto" } ).format( -span.count, span.unit ) ) :
			null;
	}

	/** Plain answers of other services that speak through the same hook have nothing but `url`. */
	function verdictOf( problem ) {
		return problem.verdict === "doubtful" ? "doubtful" : "unreachable";
	}

	/** "404 not found", with the number by which people know it. */
	function statusInWords( problem ) {
		var status = problem.status;
		var isProxy = status === 26 && problem.http >= 520 && problem.http <= 530;
		var http = typeof problem.http === "number" ? String( problem.http ) : "";
		// A redirect is named by its own numbers, if `http` beside it is none of them: that says how the address at its end answered.
		var own = say( "number-" + status );
		var number = own && own.split( "/" ).indexOf( http ) === -1 ? own : http;
		var words = say( isProxy ? "status-proxy" : problem.http === 500 ? "status-500" : "status-" + status, number );
		// A language may place the number within the words.
		var text = number && words && words.indexOf( number ) === -1 ? number + " " + words : words || number;
		return text && problem.deadEnd === true ? ( own ? say( "dead-end", number ) : say( "not-the-page", text ) ) : text;
	}

	/** "Dead for 10 weeks"; of a run of several statuses, the verdict alone. */
	function verdictSince( problem ) {
		var verdict = say( "verdict-" + verdictOf( problem ) );
		return typeof problem.since === "number" && problem.mixed !== true ?
			say( "run-same", verdict, lasting( problem.since ) ) :
			verdict;
	}

	/** "404 not found", or "failing for 10 weeks, last result 404 not found": a span is not claimed of a younger status. */
	function run( problem ) {
		var text = statusInWords( problem );
		return typeof problem.since === "number" && problem.mixed === true && text ?
			say( "run-unreachable", text, lasting( problem.since ) ) :
			text;
	}

	function checks( problem ) {
		var count = problem.checks;
		var isMore = count >= CHECKS_SATURATED || daysSince( problem.last ) > NEWS_DAYS;
		return count > 0 ? say( isMore ? "checks-or-more" : "checks", Number( count ) ) : "";
	}

	/** "Dead for 10 weeks · 404 not found · 9 checks", with as much of it as the answer has. */
	function describe( problem ) {
		return [ verdictSince( problem ), run( problem ), checks( problem ) ].filter( Boolean ).join( " · " );
	}

	mw.libs = mw.libs || {};
	mw.libs.weboid = mw.libs.weboid || {};
	mw.libs.weboid.describe = describe;
	mw.libs.weboid.words = {
		lang: lang, dir: served.dir || "ltr", say: say, add: add, describe: describe, verdictOf: verdictOf, verdictSince: verdictSince, run: run, checks: checks, lastChecked: lastChecked
	};
}( window.mediaWiki, window ) );
