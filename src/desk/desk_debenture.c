/* SPDX-License-Identifier: Apache-2.0 */
/*
 * desk_debenture.c: one debenture: contract, what is outstanding, announced payments, price by day, the
 * clauses that bind its issuer, who holds it, what the desk says of it.
 *
 * What a source does not say is null, and what it contradicts is null with the reason; nothing is derived
 * from a custom of the market.  Rates of different kinds are never put side by side (rate_kind).
 */
#include "config.h"

#include "desk/desk_parts.h"

#include "core/calendar.h"
#include "db/db_json.h"
#include "desk/desk_facts.h"

#define PLACES 8
#define SPAN_DAYS 1100 /* at most three years of prices, and their sessions */
#define SESSIONS_MAX "800"
#define EVENTS_MAX "600"
#define PAST_SHOWN 50
#define HELD_DAYS 200 /* older portfolios say nothing of today's holders */

/* The paper: by its code, or as the object of this id, even one that was not computed yet. */
#define CODE                                                                                       \
	"coalesce($1, (select x.anchor_value from object x"                                        \
	" where x.id = $2 and x.subkind = 'debenture'), substring($2 from '^instrument:(.*)$'))"
#define OBJECT "coalesce($2, 'instrument:' || $1::text)"

static DB_STMT(
	paper, "desk_debenture.paper",
	"select c.code, d.code is not null, t.code is not null, o.id, o.name, d.issuer_name, d.issuer_tax_id,"
	"       d.isin, d.series, d.source, d.index_text, d.indexer, d.rate_kind, d.pct, d.spread, d.rate,"
	"       d.index_day, d.issued, d.maturity, d.next_event, d.incentivised,"
	"       t.issue, t.situation, t.cvm_registration, t.registered, t.guarantee, t.class, t.trustee,"
	"       t.paying_bank, t.registrar, t.lead, t.placed_from, t.yields_from, t.next_repricing,"
	"       t.early_redemption, t.left_reason, t.left_on,"
	"       t.quantity_issued, t.quantity_market, t.quantity_treasury, t.quantity_redeemed,"
	"       t.quantity_cancelled, t.nominal_currency, t.nominal_issued, t.current_currency,"
	"       t.nominal_current, t.nominal_day, round(t.quantity_market * t.nominal_current, 2),"
	"       t.amortisation_pct, t.amortisation_every, t.amortisation_unit, t.amortisation_from,"
	"       t.amortisation_type, t.interest_base, t.interest_every, t.interest_unit, t.interest_from,"
	"       (select max(m.day) from debenture_mark m where m.code = c.code),"
	"       (select max(x.day) from debenture_trade x where x.code = c.code),"
	"       (select x.id from object x where x.id = 'company:' || d.issuer_tax_id)"
	"  from (select " CODE " as code) c"
	"  left join debenture d on d.code = c.code"
	"  left join debenture_term t on t.code = c.code"
	"  left join object o on o.id = " OBJECT " and o.subkind = 'debenture'");
enum {
	D_CODE,
	D_CONTRACT,
	D_TERMS,
	D_OBJECT,
	D_OBJECT_NAME,
	D_ISSUER_NAME,
	D_TAX_ID,
	D_ISIN,
	D_SERIES,
	D_SOURCE,
	D_INDEX_TEXT,
	D_INDEXER,
	D_KIND,
	D_PCT,
	D_SPREAD,
	D_RATE,
	D_INDEX_DAY,
	D_ISSUED,
	D_MATURITY,
	D_NEXT,
	D_INCENTIVISED,
	D_ISSUE,
	D_SITUATION,
	D_LEFT_ON = D_ISSUE + 15,
	D_QUANTITY_ISSUED,
	D_QUANTITY_MARKET,
	D_QUANTITY_TREASURY,
	D_QUANTITY_REDEEMED,
	D_QUANTITY_CANCELLED,
	D_ISSUED_IN,
	D_NOMINAL_ISSUED,
	D_CURRENT_IN,
	D_NOMINAL_CURRENT,
	D_NOMINAL_DAY,
	D_VALUE,
	D_AMORTISATION_PCT,
	D_AMORTISATION_EVERY,
	D_AMORTISATION_UNIT,
	D_AMORTISATION_FROM,
	D_AMORTISATION_TYPE,
	D_INTEREST_BASE,
	D_INTEREST_EVERY,
	D_INTEREST_UNIT,
	D_INTEREST_FROM,
	D_MARKED,
	D_TRADED,
	D_ISSUER_OBJECT
};

/* What is known of a day: of ANBIMA (m, with the spread s over the curve), of trades, and the price. */
#define DAY_COLUMNS                                                                                \
	"d.day, m.rate, m.rate_kind, m.pct_par, m.duration, t.pct_par, q.close, q.segment,"        \
	" s.curve, s.curve_rate, s.spread, s.reason, m.day is not null"
#define DAY_OF                                                                                     \
	"  left join debenture_mark m on m.code = " CODE " and m.day = d.day"                      \
	"  left join debenture_spread s on s.code = " CODE " and s.day = d.day"                    \
	"  left join debenture_trade t on t.code = " CODE " and t.day = d.day"                     \
	"  left join quote q on q.venue = 'debenture' and q.symbol = " CODE " and q.day = d.day"

static DB_STMT(
	history, "desk_debenture.history",
	"select " DAY_COLUMNS "  from (select m.day from debenture_mark m where m.code = " CODE
	"           and m.day between $3 and $4"
	"        union select t.day from debenture_trade t where t.code = " CODE
	"           and t.day between $3 and $4"
	"        union select q.day from quote q where q.venue = 'debenture' and q.symbol = " CODE
	"           and q.day between $3 and $4) d" DAY_OF
	" order by d.day desc limit " SESSIONS_MAX);
/* The newest day of ANBIMA. */
static DB_STMT(marked, "desk_debenture.marked",
	       "select " DAY_COLUMNS
	       "  from (select max(m.day) as day from debenture_mark m where m.code = " CODE
	       ") d" DAY_OF);
enum {
	H_DAY,
	H_RATE,
	H_KIND,
	H_PAR,
	H_DURATION,
	H_TRADED,
	H_PRICE,
	H_SEGMENT,
	H_CURVE,
	H_CURVE_RATE,
	H_SPREAD,
	H_REASON,
	H_MARKED
};

/* Announced: in the newest agenda of the paper. */
static DB_STMT(
	events, "desk_debenture.events",
	"select e.day, e.event, e.event_text, e.basis_text, e.pays_on, e.pct, e.rows_differ, e.settlement,"
	"       e.seen_on, e.seen_on = max(e.seen_on) over ()"
	"  from debenture_event e where e.code = " CODE
	" order by e.day desc, e.event desc, e.event_text desc limit " EVENTS_MAX);
enum {
	E_DAY,
	E_EVENT,
	E_TEXT,
	E_BASIS,
	E_PAYS,
	E_PCT,
	E_DIFFER,
	E_SETTLEMENT,
	E_SEEN,
	E_ANNOUNCED
};

/* Approved by the desk, of the paper ($2) or of its issuer. */
static DB_STMT(
	covenants, "desk_debenture.covenants",
	"select t.id, t.object_id, t.term, nullif(t.name, ''), t.approved, v.unit, v.quote, v.document, v.page"
	"  from regulation_term t"
	"  join regulation_term_version v"
	"    on v.workspace_id = $1 and v.term_id = t.id and v.version = t.version"
	" where t.workspace_id = $1 and (t.approved is not null or t.status in ('approved', 'corrected'))"
	"   and t.object_id = any (array[$2, (select 'company:' || d.issuer_tax_id from debenture d"
	"                                      where d.code = substring($2 from '^instrument:(.*)$'))])"
	" order by t.object_id, t.term, t.name limit 100");
enum { C_ID, C_OBJECT, C_TERM, C_NAME, C_VALUE, C_UNIT, C_QUOTE, C_DOCUMENT, C_PAGE };

/* In the newest loaded portfolio of each fund. */
static DB_STMT(
	holders, "desk_debenture.holders",
	"select h.tax_id, f.name, h.day, case when count(*) = count(h.quantity) then sum(h.quantity) end,"
	"       sum(h.value)::numeric(28, 8), p.pl, count(*) over (), max(h.day) over ()"
	"  from (select w.* from (select x.tax_id, x.day, x.quantity, x.value,"
	"                                max(x.day) over (partition by x.tax_id) as last"
	"                           from fund_holding x where x.code = " CODE
	"                            and x.code <> '' and x.block = 4 and x.day >= $3) w"
	"         where w.day = w.last"
	"           and w.last = (select max(y.day) from fund_portfolio y where y.tax_id = w.tax_id)) h"
	"  left join fund f on f.tax_id = h.tax_id"
	"  left join fund_portfolio p on p.tax_id = h.tax_id and p.day = h.day"
	" group by h.tax_id, f.name, h.day, p.pl"
	" order by sum(h.value) desc, h.tax_id limit 50");
enum { F_TAX_ID, F_NAME, F_DAY, F_QUANTITY, F_VALUE, F_WORTH, F_COUNT, F_MONTH };

/* Registered offerings of the issuer's debentures of this issue, by its number: 2 and 002 are one. */
static DB_STMT(
	offerings, "desk_debenture.offerings",
	"select f.id, f.regime, f.status, f.registered_on, f.leader, f.audience, f.placement, f.proceeds,"
	"       f.sustainable, f.incentivised, f.guarantees, f.trustee, f.rater, f.total_brl, f.quantity"
	"  from offering f join debenture d on d.code = " CODE
	"  join debenture_term t on t.code = d.code and ltrim(t.issue, '0') ~ '^[0-9]+$'"
	" where f.issuer_tax_id = d.issuer_tax_id and f.asset_type = 'debentures'"
	"   and ltrim(f.issue, '0') = ltrim(t.issue, '0')"
	" order by f.day desc, f.id desc limit 20");
enum {
	O_ID,
	O_REGIME,
	O_STATUS,
	O_REGISTERED,
	O_LEADER,
	O_AUDIENCE,
	O_RATER = O_AUDIENCE + 7,
	O_TOTAL,
	O_QUANTITY
};

static DB_STMT(notes, "desk_debenture.notes",
	       "select n.id, n.created_at, v.body from note n join note_version v"
	       "    on v.workspace_id = $1 and v.note_id = n.id and v.version = n.version"
	       " where n.workspace_id = $1 and n.object_id = $2"
	       " order by n.created_at desc, n.id desc limit 20");
enum { N_ID, N_CREATED, N_BODY };

enum { PAPER, HISTORY, MARKED, EVENTS, COVENANTS, HOLDERS, OFFERINGS, NOTES, ANSWERS };

/* ---- contract ---- */

static struct maybe number(const struct db_rows *r, int col)
{
	struct maybe out = { .known = !db_is_null(r, 0, col) };

	if (out.known)
		out.v = db_get_decimal(r, 0, col, PLACES);
	return out;
}

/* A column, or null when the file contradicts it. */
static void put_number(struct json *j, const char *member, const struct db_rows *r, int col,
		       const char *contradicted)
{
	if (contradicted)
		json_null(j, member);
	else
		desk_write_number(j, member, r, 0, col);
}

static void put_reason(struct json *j, const char *member, const char *reason)
{
	if (reason)
		json_text(j, member, reason);
}

/* A contract with an index whose rate no source says, or says on another basis. */
static const char *no_rate(const struct db_rows *r)
{
	bool said = number(r, D_PCT).known || number(r, D_SPREAD).known || number(r, D_RATE).known;

	return said ? NULL : "rate_not_stated";
}

static bool days_contradict(const struct db_rows *r)
{
	return !db_is_null(r, 0, D_ISSUED) && !db_is_null(r, 0, D_MATURITY) &&
	       !day_before(db_get_day(r, 0, D_ISSUED), db_get_day(r, 0, D_MATURITY));
}

/* How the sources write that there is none: 01/01/2100. */
static bool never(const struct db_rows *r, int col)
{
	int year, month, day;

	if (db_is_null(r, 0, col))
		return false;
	day_to_ymd(db_get_day(r, 0, col), &year, &month, &day);
	return year == 2100 && month == 1 && day == 1;
}

static void put_day(struct json *j, const char *member, const struct db_rows *r, int col,
		    bool known)
{
	if (known && !never(r, col))
		db_json_day(j, member, r, 0, col);
	else
		json_null(j, member);
}

static bool is_next(const struct db_rows *r, size_t i, struct day today)
{
	return db_get_bool(r, i, E_ANNOUNCED) && !day_before(db_get_day(r, i, E_DAY), today);
}

/* The nearest of the agenda, whose rows come newest first; their count: none. */
static size_t nearest_of(const struct db_rows *r, struct day today)
{
	for (size_t i = db_count(r); i-- > 0;)
		if (is_next(r, i, today))
			return i;
	return db_count(r);
}

static void write_terms(struct json *j, const struct db_rows *r, const struct db_rows *told,
			struct day today)
{
	const size_t next = nearest_of(told, today);

	if (!json_open_if(j, "terms", db_get_bool(r, 0, D_CONTRACT)))
		return;
	json_text(j, "source",
		  paper_source(str_eq(db_get_text(r, 0, D_SOURCE), "snd") ? "traded" : NULL));
	db_json_columns(j, r, 0, D_ISIN, D_SERIES);
	db_json_columns(j, r, 0, D_INDEX_TEXT, D_KIND);
	desk_write_number(j, "pct_of_index", r, 0, D_PCT);
	desk_write_number(j, "spread_pct", r, 0, D_SPREAD);
	desk_write_number(j, "rate_pct", r, 0, D_RATE);
	db_json_int(j, "index_day", r, 0, D_INDEX_DAY);
	put_day(j, "issued", r, D_ISSUED, !days_contradict(r));
	put_day(j, "maturity", r, D_MATURITY, !days_contradict(r));
	if (next < db_count(told))
		json_day(j, "next_event", db_get_day(told, next, E_DAY));
	else
		put_day(j, "next_event", r, D_NEXT, true);
	db_json_columns(j, r, 0, D_INCENTIVISED, D_LEFT_ON);
	json_open(j, "reasons");
	put_reason(j, "rate", no_rate(r));
	put_reason(j, "maturity",
		   never(r, D_MATURITY) ? "perpetual"
		   : days_contradict(r) ? "matures_before_issue"
					: NULL);
	put_reason(j, "next_event",
		   never(r, D_NEXT) && next == db_count(told) ? "perpetual" : NULL);
	put_reason(j, "characteristics", db_get_bool(r, 0, D_TERMS) ? NULL : "not_loaded");
	json_close(j);
	json_close(j);
}

/* ---- what is outstanding ---- */

/* Parts beyond the whole: which of them is wrong the file does not say. */
static bool quantities_contradict(const struct db_rows *r)
{
	struct maybe issued = number(r, D_QUANTITY_ISSUED);
	wide parts = 0;

	for (int col = D_QUANTITY_MARKET; col <= D_QUANTITY_CANCELLED; col++)
		parts += number(r, col).known ? number(r, col).v : 0;
	return issued.known && parts > issued.v;
}

/* Units in the market that are worth nothing, before the maturity. */
static bool nominal_contradicts(const struct db_rows *r, struct day today)
{
	struct maybe market = number(r, D_QUANTITY_MARKET), now = number(r, D_NOMINAL_CURRENT);

	return now.known && now.v == 0 && market.known && market.v > 0 &&
	       !db_is_null(r, 0, D_MATURITY) && day_before(today, db_get_day(r, 0, D_MATURITY));
}

static const char *no_value(const struct db_rows *r, const char *market, const char *nominal)
{
	const char *currency = db_get_text(r, 0, D_CURRENT_IN);

	if (market || nominal)
		return market ? market : nominal;
	if (db_is_null(r, 0, D_VALUE))
		return "not_stated";
	return currency && str_eq(currency, "R$") ? NULL : "not_in_reais";
}

static void write_outstanding(struct json *j, const struct db_rows *r, struct day today)
{
	const char *market = quantities_contradict(r) ? "parts_exceed_issue" : NULL;
	const char *nominal = nominal_contradicts(r, today) ? "zero_with_units_in_market" : NULL;
	const char *value = no_value(r, market, nominal);
	struct maybe brl = number(r, D_VALUE);

	if (!json_open_if(j, "outstanding", db_get_bool(r, 0, D_TERMS)))
		return;
	desk_write_number(j, "quantity_issued", r, 0, D_QUANTITY_ISSUED);
	put_number(j, "quantity_in_market", r, D_QUANTITY_MARKET, market);
	desk_write_number(j, "quantity_in_treasury", r, 0, D_QUANTITY_TREASURY);
	desk_write_number(j, "quantity_redeemed", r, 0, D_QUANTITY_REDEEMED);
	desk_write_number(j, "quantity_cancelled", r, 0, D_QUANTITY_CANCELLED);
	json_text(j, "nominal_currency", db_get_text(r, 0, D_ISSUED_IN));
	desk_write_number(j, "nominal_at_issue", r, 0, D_NOMINAL_ISSUED);
	json_text(j, "updated_currency", db_get_text(r, 0, D_CURRENT_IN));
	put_number(j, "nominal_updated", r, D_NOMINAL_CURRENT, nominal);
	db_json_day(j, "nominal_date", r, 0, D_NOMINAL_DAY);
	brl.known = brl.known && !value;
	known_write(j, "value_brl", brl, 2);
	json_open(j, "reasons");
	put_reason(j, "quantity_in_market", market);
	put_reason(j, "nominal_updated", nominal);
	put_reason(j, "value_brl", value);
	json_close(j);
	json_close(j);
}

/* ---- payments ---- */

static void write_event(struct json *j, const struct db_rows *r, size_t i)
{
	json_open(j, NULL);
	db_json_columns(j, r, i, E_DAY, E_BASIS);
	db_json_day(j, "pays_on", r, i, E_PAYS);
	desk_write_number(j, "pct", r, i, E_PCT);
	json_text(j, "reason", db_get_bool(r, i, E_DIFFER) ? "rows_differ" : NULL);
	json_text(j, "settlement", db_get_text(r, i, E_SETTLEMENT));
	db_json_day(j, "told_on", r, i, E_SEEN);
	json_close(j);
}

/* Rows come newest first: the next are told from the nearest on, the past from the last on. */
static void write_events(struct json *j, const struct db_rows *r, struct day today)
{
	size_t n = db_count(r), next = 0, past = 0;

	json_array(j, "next");
	for (size_t i = n; i-- > 0;)
		if (is_next(r, i, today)) {
			write_event(j, r, i);
			next++;
		}
	json_array_end(j);
	json_text(j, "next_reason", !n ? "agenda_not_loaded" : next ? NULL : "none_announced");
	json_array(j, "past");
	for (size_t i = 0; i < n && past < PAST_SHOWN; i++)
		if (day_before(db_get_day(r, i, E_DAY), today)) {
			write_event(j, r, i);
			past++;
		}
	json_array_end(j);
}

static void write_schedule(struct json *j, const struct db_rows *r, const struct db_rows *told,
			   struct day today)
{
	json_open(j, "schedule");
	if (json_open_if(j, "amortisation", db_get_bool(r, 0, D_TERMS))) {
		json_text(j, "rule", db_get_text(r, 0, D_AMORTISATION_TYPE));
		desk_write_number(j, "pct", r, 0, D_AMORTISATION_PCT);
		db_json_int(j, "every", r, 0, D_AMORTISATION_EVERY);
		json_text(j, "unit", db_get_text(r, 0, D_AMORTISATION_UNIT));
		db_json_day(j, "from", r, 0, D_AMORTISATION_FROM);
		json_close(j);
	}
	if (json_open_if(j, "interest", db_get_bool(r, 0, D_TERMS))) {
		json_text(j, "base", db_get_text(r, 0, D_INTEREST_BASE));
		db_json_int(j, "every", r, 0, D_INTEREST_EVERY);
		json_text(j, "unit", db_get_text(r, 0, D_INTEREST_UNIT));
		db_json_day(j, "from", r, 0, D_INTEREST_FROM);
		json_close(j);
	}
	write_events(j, told, today);
	json_close(j);
}

/* ---- prices ---- */

/* Of the day of row @i; none without rows. */
static void write_spread(struct json *j, const struct db_rows *r, size_t i)
{
	if (!json_open_if(j, "curve_spread", i < db_count(r) && db_get_bool(r, i, H_MARKED)))
		return;
	db_json_day(j, "date", r, i, H_DAY);
	json_text(j, "curve", db_get_text(r, i, H_CURVE));
	desk_write_number(j, "curve_rate_pct", r, i, H_CURVE_RATE);
	desk_write_number(j, "spread_pct", r, i, H_SPREAD);
	json_text(j, "reason", db_get_text(r, i, H_REASON));
	json_close(j);
}

static void write_history(struct json *j, const struct db_rows *r)
{
	json_array(j, "history");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		db_json_day(j, "date", r, i, H_DAY);
		desk_write_number(j, "rate_pct", r, i, H_RATE);
		json_text(j, "rate_kind", db_get_text(r, i, H_KIND));
		desk_write_number(j, "mark_par_pct", r, i, H_PAR);
		desk_write_number(j, "traded_par_pct", r, i, H_TRADED);
		desk_write_number(j, "duration_days", r, i, H_DURATION);
		write_spread(j, r, i);
		db_json_decimal(j, "unit_price", r, i, H_PRICE, PRICE_PLACES, 8, true);
		json_text(j, "price_source",
			  db_is_null(r, i, H_PRICE) ? NULL
						    : paper_source(db_get_text(r, i, H_SEGMENT)));
		json_close(j);
	}
	json_array_end(j);
}

/* ---- issuer, holders, placement ---- */

static void write_covenants(struct json *j, const struct db_rows *d, const struct db_rows *r)
{
	json_array(j, "covenants");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		json_uuid(j, "id", db_get_uuid(r, i, C_ID));
		json_text(j, "object_id", db_get_text(r, i, C_OBJECT));
		json_text(j, "object_name",
			  db_get_text(d, 0,
				      text_starts(db_get_text(r, i, C_OBJECT), "company:")
					      ? D_ISSUER_NAME
					      : D_OBJECT_NAME));
		json_text(j, "term", db_get_text(r, i, C_TERM));
		json_text(j, "name", db_get_text(r, i, C_NAME));
		desk_write_number(j, "value", r, i, C_VALUE);
		json_text(j, "unit", db_get_text(r, i, C_UNIT));
		json_text(j, "quote", db_get_text(r, i, C_QUOTE));
		json_text(j, "document", db_get_text(r, i, C_DOCUMENT));
		db_json_int(j, "page", r, i, C_PAGE);
		json_close(j);
	}
	json_array_end(j);
}

static void write_issuer(struct json *j, const struct db_rows *r, const struct db_rows *terms)
{
	json_open(j, "issuer");
	json_text(j, "object_id", db_get_text(r, 0, D_ISSUER_OBJECT));
	json_text(j, "name", db_get_text(r, 0, D_ISSUER_NAME));
	json_text(j, "tax_id", db_get_text(r, 0, D_TAX_ID));
	write_covenants(j, r, terms);
	json_close(j);
}

static void write_holders(struct json *j, const struct db_rows *r)
{
	bool any = db_count(r);

	json_open(j, "holders");
	json_int(j, "funds", any ? db_get_int(r, 0, F_COUNT) : 0);
	json_day_or_null(j, "month", any, any ? db_get_day(r, 0, F_MONTH) : DAY_FAR_PAST);
	json_array(j, "largest");
	for (size_t i = 0; i < db_count(r); i++) {
		struct maybe share = { 0 };

		share.known = !db_is_null(r, i, F_WORTH) &&
			      credit_ratio(db_get_decimal(r, i, F_VALUE, PLACES) * 100,
					   db_get_decimal(r, i, F_WORTH, PLACES), &share.v);
		json_open(j, NULL);
		json_text(j, "tax_id", db_get_text(r, i, F_TAX_ID));
		json_text(j, "name", db_get_text(r, i, F_NAME));
		db_json_day(j, "month", r, i, F_DAY);
		desk_write_number(j, "quantity", r, i, F_QUANTITY);
		db_json_decimal(j, "value_brl", r, i, F_VALUE, PLACES, 2, false);
		known_write(j, "share_of_fund_pct", share, 4);
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
}

static void write_offerings(struct json *j, const struct db_rows *r)
{
	json_array(j, "offerings");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		db_json_columns(j, r, i, O_ID, O_RATER);
		db_json_decimal(j, "total_brl", r, i, O_TOTAL, PLACES, 2, false);
		desk_write_number(j, "quantity", r, i, O_QUANTITY);
		json_close(j);
	}
	json_array_end(j);
}

static void write_notes(struct json *j, const struct db_rows *r)
{
	json_array(j, "notes");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		json_uuid(j, "id", db_get_uuid(r, i, N_ID));
		db_json_timestamp(j, "created_at", r, i, N_CREATED);
		json_text(j, "body", db_get_text(r, i, N_BODY));
		json_close(j);
	}
	json_array_end(j);
}

/* ---- sources ---- */

static void write_source(struct json *j, const char *what, const char *source, bool dated,
			 struct day day)
{
	json_open(j, NULL);
	json_text(j, "what", what);
	json_text(j, "source", source);
	json_day_or_null(j, "date", dated, day);
	json_close(j);
}

/* The file of the characteristics has no day of its own, but for the nominal value. */
static void write_sources(struct json *j, struct db_rows *const *r)
{
	const struct db_rows *d = r[PAPER];
	struct day none = DAY_FAR_PAST;

	json_array(j, "sources");
	if (db_get_bool(d, 0, D_CONTRACT))
		write_source(
			j, "terms",
			paper_source(str_eq(db_get_text(d, 0, D_SOURCE), "snd") ? "traded" : NULL),
			false, none);
	if (!db_is_null(d, 0, D_NOMINAL_DAY))
		write_source(j, "nominal", "debentures.com.br", true,
			     db_get_day(d, 0, D_NOMINAL_DAY));
	if (db_count(r[EVENTS]))
		for (size_t i = 0; i < db_count(r[EVENTS]); i++)
			if (db_get_bool(r[EVENTS], i, E_ANNOUNCED)) {
				write_source(j, "agenda", "debentures.com.br", true,
					     db_get_day(r[EVENTS], i, E_SEEN));
				break;
			}
	if (!db_is_null(d, 0, D_MARKED))
		write_source(j, "marks", "ANBIMA", true, db_get_day(d, 0, D_MARKED));
	if (!db_is_null(d, 0, D_TRADED))
		write_source(j, "trades", "debentures.com.br", true, db_get_day(d, 0, D_TRADED));
	if (db_count(r[HOLDERS]))
		write_source(j, "holders", "CVM", true, db_get_day(r[HOLDERS], 0, F_MONTH));
	json_array_end(j);
}

/* ---- the Function ---- */

void debenture_get_check(struct call *c)
{
	const struct day today = c->ctx->today;
	struct day to = call_day(c, "to", today), from = call_day(c, "from", to);

	if (call_has(c, "code") == call_has(c, "object_id"))
		call_note(c, "/input", "one_of", "code ou object_id", NULL);
	if (day_before(to, from))
		call_note(c, "/input/from", "maximum", "um dia até to", call_text(c, "from"));
	else if (to.n - from.n > SPAN_DAYS)
		call_note(c, "/input/from", "range", "até 1100 dias antes de to",
			  call_text(c, "from"));
}

static void ask(struct call *c, struct day from, struct day to, struct db_rows **r)
{
	struct db_arg code = db_text(call_text(c, "code"));
	struct db_arg object = db_text(call_text(c, "object_id"));
	struct db_arg of =
		db_text(call_has(c, "object_id")
				? call_text(c, "object_id")
				: pool_printf(c->ctx->pool, "instrument:%s", call_text(c, "code")));
	struct day held = { .n = c->ctx->today.n - HELD_DAYS };

	db_send(c->ctx, &paper, DB_ARGS(code, object));
	db_send(c->ctx, &history, DB_ARGS(code, object, db_day(from), db_day(to)));
	db_send(c->ctx, &marked, DB_ARGS(code, object));
	db_send(c->ctx, &events, DB_ARGS(code, object));
	db_send(c->ctx, &covenants, DB_ARGS(desk_workspace(c), of));
	db_send(c->ctx, &holders, DB_ARGS(code, object, db_day(held)));
	db_send(c->ctx, &offerings, DB_ARGS(code, object));
	db_send(c->ctx, &notes, DB_ARGS(desk_workspace(c), of));
	db_wait(c->ctx, r, ANSWERS);
}

static void write_object(struct json *j, const struct db_rows *r)
{
	if (!json_open_if(j, "object", !db_is_null(r, 0, D_OBJECT)))
		return;
	json_text(j, "id", db_get_text(r, 0, D_OBJECT));
	json_text(j, "kind", "instrument");
	json_text(j, "subkind", "debenture");
	json_text(j, "name", db_get_text(r, 0, D_OBJECT_NAME));
	json_close(j);
}

static void write_alerts(struct call *c, const char *object)
{
	if (object) {
		alerts_open_write(c, object, "open_alerts");
		return;
	}
	json_array(c->out, "open_alerts");
	json_array_end(c->out);
}

void debenture_get(struct call *c)
{
	const struct day today = c->ctx->today, to = call_day(c, "to", today);
	const struct day from = call_day(c, "from", (struct day){ .n = to.n - 365 });
	struct db_rows *r[ANSWERS];
	const struct db_rows *d;
	struct named as_named;
	struct paper_list found;
	struct json *j = c->out;

	ask(c, from, to, r);
	d = r[PAPER];
	if (db_is_null(d, 0, D_CODE) ||
	    (!db_get_bool(d, 0, D_CONTRACT) && db_is_null(d, 0, D_OBJECT)))
		call_not_found(c);
	as_named = (struct named){ .code = db_get_text(d, 0, D_CODE) };
	found = facts_papers(c->ctx, &(struct names){ &as_named, 1 });
	json_open(j, c->name);
	json_text(j, "code", as_named.code);
	write_object(j, d);
	write_terms(j, d, r[EVENTS], today);
	write_outstanding(j, d, today);
	write_schedule(j, d, r[EVENTS], today);
	paper_facts_write(j, paper_facts_of(&found, as_named.code));
	write_spread(j, r[MARKED], 0);
	json_day(j, "history_from", from);
	json_day(j, "history_to", to);
	write_history(j, r[HISTORY]);
	write_issuer(j, d, r[COVENANTS]);
	write_holders(j, r[HOLDERS]);
	write_offerings(j, r[OFFERINGS]);
	write_alerts(c, db_get_text(d, 0, D_OBJECT));
	write_notes(j, r[NOTES]);
	write_sources(j, r);
	json_close(j);
}
