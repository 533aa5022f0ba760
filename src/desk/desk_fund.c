/* SPDX-License-Identifier: Apache-2.0 */
/*
 * desk_fund.c: one receivables fund by a monthly report: layers and subordination beside the floors of its
 * regulation, delinquency, cedents, debtors, what is sold back, classes over twelve months.
 *
 * What the report does not say is null, and what it contradicts is null with the reason; each figure names
 * the table and the columns that it is of.
 */
#include "config.h"

#include "desk/desk_fund.h"

#include "core/text.h"
#include "db/db_json.h"
#include "desk/desk_facts.h"
#include "desk/desk_parts.h"
#include "market/objects/objects.h"

#define PLACES 8
#define MONTHS 12
#define CLASSES_SHOWN 5

/* The newest report of the fund ($1) up to a day ($2). */
#define MONTH "(select max(x.day) from receivables_report x where x.tax_id = $1 and x.day <= $2)"
#define MONTHS_BEFORE(n) "(date_trunc('month', " MONTH ") - interval '" n " months')::date"

static DB_STMT(
	fund, "desk_fund.object",
	"select o.id, o.name, case when o.anchor_type = 'cnpj' then o.anchor_value"
	"       else (select k.normal from object_key k where k.object_no = o.no and k.type = 'cnpj'"
	"              order by k.until desc, k.normal limit 1) end"
	"  from object o where o.id = $1 and o.kind = 'fund' and o.subkind = 'fidc'");
enum { O_ID, O_NAME, O_TAX_ID };

/* Twelve months, the newest first. */
static DB_STMT(
	reports, "desk_fund.reports",
	"select r.day, r.name, r.net_worth, r.net_worth_mean, r.senior, r.mezzanine, r.junior,"
	"       r.subordination, r.mezzanine_subordination, r.subordination_reason, r.classes_sum,"
	"       r.classes_difference, r.classes_differ, r.holders, r.receivables, r.provision, r.overdue,"
	"       r.overdue_over_90, r.overdue_over_90_pct, r.overdue_reason, r.coverage_pct, r.coverage_reason,"
	"       case when r.day = " MONTH
	" then (select count(*) from receivables_report x where x.day = r.day) end"
	"  from receivables_report r"
	" where r.tax_id = $1 and r.day <= $2 and r.day >= " MONTHS_BEFORE(
		"11") " order by r.day desc limit 12");
enum {
	R_DAY,
	R_NAME,
	R_WORTH,
	R_MEAN,
	R_SENIOR,
	R_MEZZANINE,
	R_JUNIOR,
	R_SUBORDINATION,
	R_OF_MEZZANINE,
	R_REASON,
	R_SUM,
	R_DIFFERENCE,
	R_DIFFER,
	R_HOLDERS,
	R_RECEIVABLES,
	R_PROVISION,
	R_OVERDUE,
	R_OVER_90,
	R_OVER_90_PCT,
	R_OVERDUE_REASON,
	R_COVERAGE,
	R_COVERAGE_REASON,
	R_FUNDS
};

static DB_STMT(cells, "desk_fund.cells",
	       "select f.day, f.tab, e.name, e.value from receivables_figures f,"
	       "       jsonb_each_text(f.figures) e(name, value)"
	       " where f.tax_id = $1 and (f.day = " MONTH
	       "    or (f.tab = 'VII' and f.day >= " MONTHS_BEFORE(
		       "2") " and f.day < " MONTH "))"
			    " order by f.day desc, f.tab, e.name limit 1500");

/* By tax id; one without it stands alone. */
static DB_STMT(cedents, "desk_fund.cedents",
	       "select c.block, c.kind, c.cedent, c.share, c.share_reason, o.id, o.name"
	       "  from receivables_cedent c left join object o on o.id = 'company:' || c.cedent"
	       " where c.tax_id = $1 and c.day = " MONTH
	       " order by c.cedent, c.block, c.place limit 18");

static DB_STMT(debtors, "desk_fund.debtors",
	       "select d.place, d.value from receivables_debtor d"
	       " where d.tax_id = $1 and d.day = " MONTH " order by d.place limit 100");

static DB_STMT(flows, "desk_fund.flows",
	       "select f.operation, f.class, f.layer, f.value, f.quantity from receivables_flow f"
	       " where f.tax_id = $1 and f.day = " MONTH
	       " order by f.operation, f.layer, f.label limit 100");

/* Rows of a month and of the twelve before it; the first of them only to compare the next with. */
static DB_STMT(
	classes, "desk_fund.classes",
	"select c.day, c.class, coalesce(c.label, c.class), c.layer, c.quantity, c.quota, c.holders,"
	"       c.return_pct, c.expected_pct, c.realised_pct, b.quota,"
	"       exists (select from receivables_flow f where f.tax_id = c.tax_id and f.day = c.day"
	"                  and f.operation = 'amortisations' and f.label = c.label and f.value <> 0),"
	"       c.day = " MONTH "  from receivables_class c"
	"  left join receivables_class b on b.tax_id = c.tax_id and b.class = c.class"
	"   and b.occurrence = c.occurrence and b.day = (date_trunc('month', c.day) - interval '1 day')::date"
	" where c.tax_id = $1 and c.day <= " MONTH " and c.day >= " MONTHS_BEFORE(
		"11") " order by c.day desc, c.quantity * c.quota desc nulls last, c.class, c.occurrence limit 1000");
enum {
	C_DAY,
	C_CLASS,
	C_LABEL,
	C_LAYER,
	C_QUANTITY,
	C_QUOTA,
	C_HOLDERS,
	C_RETURN,
	C_EXPECTED,
	C_REALISED,
	C_BEFORE,
	C_AMORTISED,
	C_NEWEST
};

static DB_STMT(
	registered, "desk_fund.registered",
	"select f.active, f.administrator, f.administrator_tax_id, f.manager, f.manager_tax_id"
	"  from fund f where f.tax_id = $1");
enum { G_ACTIVE, G_ADMINISTRATOR, G_ADMINISTRATOR_ID, G_MANAGER, G_MANAGER_ID };

/* Clauses that the desk approved. */
static DB_STMT(
	terms, "desk_fund.terms",
	"select t.id, t.term, nullif(t.name, ''), t.approved, v.unit, v.quote, v.document, v.page"
	"  from regulation_term t"
	"  join regulation_term_version v"
	"    on v.workspace_id = $1 and v.term_id = t.id and v.version = t.version"
	" where t.workspace_id = $1 and t.object_id = $2"
	"   and (t.approved is not null or t.status in ('approved', 'corrected'))"
	" order by t.term, t.name, t.id limit 30");
enum { T_ID, T_TERM, T_NAME, T_VALUE, T_UNIT, T_QUOTE, T_DOCUMENT, T_PAGE };

enum { REPORTS, CELLS, CEDENTS, DEBTORS, FLOWS, CLASSES, REGISTERED, TERMS, ANSWERS };

static struct maybe number(const struct db_rows *r, size_t i, int col)
{
	struct maybe out = { .known = !db_is_null(r, i, col) };

	if (out.known)
		out.v = db_get_decimal(r, i, col, PLACES);
	return out;
}

static void put(struct json *j, const char *member, const struct db_rows *r, size_t i, int col,
		int shown)
{
	known_write(j, member, number(r, i, col), shown);
}

/* ---- who it is ---- */

static void write_register(struct json *j, const struct db_rows *r, const struct fund_month *m)
{
	bool known = db_count(r) > 0 && !db_is_null(r, 0, G_ADMINISTRATOR);

	json_open(j, "register");
	json_text(j, "administrator",
		  known ? db_get_text(r, 0, G_ADMINISTRATOR) : fund_text(m, "ADMIN"));
	json_text(j, "administrator_tax_id",
		  known ? db_get_text(r, 0, G_ADMINISTRATOR_ID) : fund_text(m, "CNPJ_ADMIN"));
	json_text(j, "manager", db_count(r) ? db_get_text(r, 0, G_MANAGER) : NULL);
	json_text(j, "manager_tax_id", db_count(r) ? db_get_text(r, 0, G_MANAGER_ID) : NULL);
	if (db_count(r))
		json_boolean(j, "active", db_get_bool(r, 0, G_ACTIVE));
	else
		json_null(j, "active");
	json_text(j, "condominium", fund_text(m, "CONDOM"));
	json_text(j, "exclusive", fund_text(m, "FUNDO_EXCLUSIVO"));
	json_close(j);
}

/* ---- layers ---- */

static int64_t live_classes(const struct db_rows *r, const char *layer)
{
	int64_t n = 0;

	for (size_t i = 0; i < db_count(r); i++)
		n += db_get_bool(r, i, C_NEWEST) && str_eq(db_get_text(r, i, C_LAYER), layer) &&
		     number(r, i, C_QUANTITY).v != 0;
	return n;
}

static void write_layers(struct json *j, const struct db_rows *r, const struct db_rows *of)
{
	json_array(j, "layers");
	for (int layer = CLASS_SENIOR; layer < CLASS_UNKNOWN; layer++) {
		struct maybe value = number(r, 0, R_SENIOR + layer);

		json_open(j, NULL);
		json_text(j, "layer", class_layer_names[layer]);
		json_int(j, "classes", live_classes(of, class_layer_names[layer]));
		known_write(j, "value_brl", value, 2);
		known_write(j, "share_pct", fund_share(value, number(r, 0, R_SUM)), 4);
		json_close(j);
	}
	json_array_end(j);
}

/* A floor in the unit of its measure: what is left above it. */
static struct maybe room_above(const struct db_rows *t, size_t i, const struct db_rows *r)
{
	const char *term = db_get_text(t, i, T_TERM), *unit = db_get_text(t, i, T_UNIT);
	struct maybe now = { 0 }, floor = number(t, i, T_VALUE);

	if (unit && str_eq(term, "subordination_floor") && str_eq(unit, "percent"))
		now = number(r, 0, R_SUBORDINATION);
	if (unit && str_eq(term, "net_worth_floor") && str_eq(unit, "brl"))
		now = number(r, 0, R_WORTH);
	return (struct maybe){ now.known && floor.known, now.v - floor.v };
}

static void write_terms(struct json *j, const struct db_rows *t, const struct db_rows *r)
{
	json_array(j, "terms");
	for (size_t i = 0; i < db_count(t); i++) {
		json_open(j, NULL);
		json_uuid(j, "id", db_get_uuid(t, i, T_ID));
		json_text(j, "term", db_get_text(t, i, T_TERM));
		json_text(j, "name", db_get_text(t, i, T_NAME));
		desk_write_number(j, "value", t, i, T_VALUE);
		json_text(j, "unit", db_get_text(t, i, T_UNIT));
		known_write(j, "above_it", room_above(t, i, r), 4);
		json_text(j, "quote", db_get_text(t, i, T_QUOTE));
		json_text(j, "document", db_get_text(t, i, T_DOCUMENT));
		db_json_int(j, "page", t, i, T_PAGE);
		json_close(j);
	}
	json_array_end(j);
}

static void write_subordination(struct json *j, const struct db_rows *r)
{
	json_open(j, "subordination");
	put(j, "senior_pct", r, 0, R_SUBORDINATION, 4);
	put(j, "mezzanine_pct", r, 0, R_OF_MEZZANINE, 4);
	json_text(j, "reason", db_get_text(r, 0, R_REASON));
	put(j, "classes_sum_brl", r, 0, R_SUM, 2);
	put(j, "classes_difference_pct", r, 0, R_DIFFERENCE, 4);
	json_boolean(j, "classes_differ", db_get_bool(r, 0, R_DIFFER));
	json_text(j, "table", "X_2");
	json_text(j, "columns", "TAB_X_QT_COTA × TAB_X_VL_COTA");
	json_close(j);
}

static void write_worth(struct json *j, const struct db_rows *r, bool balanced)
{
	struct maybe worth = number(r, 0, R_WORTH);
	const char *reason = !worth.known ? "not_reported"
			     : balanced	  ? NULL
					  : "balance_contradicts_net_worth";

	worth.known = !reason;
	json_open(j, "net_worth");
	known_write(j, "value_brl", worth, 2);
	put(j, "mean_brl", r, 0, R_MEAN, 2);
	json_text(j, "reason", reason);
	json_text(j, "table", "IV");
	json_text(j, "columns", "TAB_IV_A_VL_PL, TAB_IV_B_VL_PL_MEDIO");
	json_close(j);
}

static void write_delinquency(struct json *j, const struct db_rows *r)
{
	json_open(j, "delinquency");
	put(j, "receivables_brl", r, 0, R_RECEIVABLES, 2);
	put(j, "provision_brl", r, 0, R_PROVISION, 2);
	put(j, "overdue_brl", r, 0, R_OVERDUE, 2);
	put(j, "over_90_brl", r, 0, R_OVER_90, 2);
	put(j, "over_90_pct", r, 0, R_OVER_90_PCT, 4);
	json_text(j, "reason", db_get_text(r, 0, R_OVERDUE_REASON));
	put(j, "coverage_pct", r, 0, R_COVERAGE, 4);
	json_text(j, "coverage_reason", db_get_text(r, 0, R_COVERAGE_REASON));
	json_text(j, "table", "I, V, VI");
	json_text(
		j, "columns",
		"(TAB_V_B4 a B10 + TAB_VI_B4 a B10) / (TAB_I2A + TAB_I2B + TAB_I2A11 + TAB_I2B11)");
	json_close(j);
}

/* ---- twelve months ---- */

static void write_history(struct json *j, const struct db_rows *r)
{
	json_array(j, "history");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		json_day(j, "month", db_get_day(r, i, R_DAY));
		put(j, "net_worth_brl", r, i, R_WORTH, 2);
		put(j, "subordination_pct", r, i, R_SUBORDINATION, 4);
		put(j, "over_90_pct", r, i, R_OVER_90_PCT, 4);
		put(j, "coverage_pct", r, i, R_COVERAGE, 4);
		db_json_int(j, "holders", r, i, R_HOLDERS);
		json_close(j);
	}
	json_array_end(j);
}

static const char *return_reason(const struct db_rows *r, size_t i)
{
	if (db_is_null(r, i, C_RETURN))
		return "not_reported";
	if (db_is_null(r, i, C_BEFORE) || db_is_null(r, i, C_QUOTA) ||
	    db_get_bool(r, i, C_AMORTISED) ||
	    return_agrees(db_get_decimal(r, i, C_RETURN, PLACES),
			  db_get_decimal(r, i, C_QUOTA, PRICE_PLACES),
			  db_get_decimal(r, i, C_BEFORE, PRICE_PLACES)))
		return NULL;
	return "return_contradicts_quota";
}

static void write_return(struct json *j, const struct db_rows *r, size_t i)
{
	const char *reason = return_reason(r, i);

	if (reason)
		json_null(j, "return_pct");
	else
		desk_write_number(j, "return_pct", r, i, C_RETURN);
	json_text(j, "return_reason", reason);
}

static void write_months(struct json *j, const struct db_rows *r, const char *label)
{
	json_array(j, "history");
	for (size_t i = 0; i < db_count(r); i++) {
		if (!str_eq(db_get_text(r, i, C_LABEL), label))
			continue;
		json_open(j, NULL);
		json_day(j, "month", db_get_day(r, i, C_DAY));
		db_json_decimal(j, "quota_brl", r, i, C_QUOTA, PRICE_PLACES, 8, true);
		write_return(j, r, i);
		json_close(j);
	}
	json_array_end(j);
}

/* Quantity and quota are as filed; their product only when the sum of the classes is the net worth. */
static struct maybe class_value(const struct db_rows *r, size_t i, bool contradicted)
{
	struct maybe out = { 0 };

	if (contradicted || db_is_null(r, i, C_QUANTITY) || db_is_null(r, i, C_QUOTA))
		return out;
	out.v = dec_mul_div_half_away(db_get_decimal(r, i, C_QUANTITY, PLACES),
				      db_get_decimal(r, i, C_QUOTA, PRICE_PLACES), E12, &out.known);
	out.known = !out.known;
	return out;
}

static void write_class(struct json *j, const struct db_rows *r, size_t i, bool contradicted)
{
	json_open(j, NULL);
	json_text(j, "class", db_get_text(r, i, C_CLASS));
	json_text(j, "layer", db_get_text(r, i, C_LAYER));
	desk_write_number(j, "quantity", r, i, C_QUANTITY);
	db_json_decimal(j, "quota_brl", r, i, C_QUOTA, PRICE_PLACES, 8, true);
	known_write(j, "value_brl", class_value(r, i, contradicted), 2);
	db_json_int(j, "holders", r, i, C_HOLDERS);
	write_return(j, r, i);
	desk_write_number(j, "expected_pct", r, i, C_EXPECTED);
	desk_write_number(j, "realised_pct", r, i, C_REALISED);
	write_months(j, r, db_get_text(r, i, C_LABEL));
	json_close(j);
}

static void write_classes(struct json *j, const struct db_rows *r, const char *reason, int64_t most)
{
	bool contradicted = reason && str_eq(reason, "classes_contradict_net_worth");
	int64_t n = 0;

	json_array(j, "classes");
	for (size_t i = 0; i < db_count(r) && db_get_bool(r, i, C_NEWEST); i++)
		if (n++ < most)
			write_class(j, r, i, contradicted);
	json_array_end(j);
	json_int(j, "classes_count", n);
}

/* ---- what to ask next ---- */

static void write_call(struct json *j, const char *function, const char *object, struct day at,
		       const char *why)
{
	json_open(j, NULL);
	json_text(j, "function", function);
	json_open(j, "input");
	json_text(j, "object_id", object);
	if (at.n)
		json_day(j, "at", at);
	json_close(j);
	json_text(j, "why", why);
	json_close(j);
}

static void write_next(struct json *j, const char *id, const struct db_rows *r, const char *cedent)
{
	json_array(j, "next");
	if (db_count(r) > 1)
		write_call(j, "credit.fund.get", id, db_get_day(r, 1, R_DAY), "previous_month");
	write_call(j, "credit.issuer.get", id, (struct day){ 0 }, "ratings_and_documents");
	if (cedent)
		write_call(j, "credit.issuer.get", cedent, (struct day){ 0 }, "largest_cedent");
	json_array_end(j);
}

/* ---- the Function ---- */

void fund_get_check(struct call *c)
{
	if (call_has(c, "fund") == call_has(c, "object_id"))
		call_note(c, "/input", "one_of", "fund ou object_id", NULL);
}

/* The fund by a name, a tax id or a symbol; 400 with the candidates when it may be several. */
static const char *identified(struct call *c)
{
	struct object_question question = {
		.text = call_text(c, "fund"), .kind = "fund", .subkind = "fidc", .key_type = "cnpj"
	};
	struct object_answer answer = { 0 };

	if (!question.text)
		return call_text(c, "object_id");
	objects_identify(c->ctx, &question, 1, &answer);
	if (!answer.id && answer.candidates)
		call_invalid(c, "/input/fund", "ambiguous", answer.candidates, question.text);
	if (!answer.id)
		call_not_found(c);
	return answer.id;
}

static const struct db_rows *fund_of(struct call *c)
{
	const struct db_rows *r = db_query(c->ctx, &fund, DB_ARGS(db_text(identified(c))));

	if (!db_count(r) || db_is_null(r, 0, O_TAX_ID))
		call_not_found(c);
	return r;
}

static void ask(struct call *c, const struct db_rows *o, struct db_rows **r)
{
	struct db_arg tax_id = db_text(db_get_text(o, 0, O_TAX_ID));
	struct db_arg at = db_day(call_day(c, "at", c->ctx->today));

	db_send(c->ctx, &reports, DB_ARGS(tax_id, at));
	db_send(c->ctx, &cells, DB_ARGS(tax_id, at));
	db_send(c->ctx, &cedents, DB_ARGS(tax_id, at));
	db_send(c->ctx, &debtors, DB_ARGS(tax_id, at));
	db_send(c->ctx, &flows, DB_ARGS(tax_id, at));
	db_send(c->ctx, &classes, DB_ARGS(tax_id, at));
	db_send(c->ctx, &registered, DB_ARGS(tax_id));
	db_send(c->ctx, &terms, DB_ARGS(desk_workspace(c), db_text(db_get_text(o, 0, O_ID))));
	db_wait(c->ctx, r, ANSWERS);
}

/* CVM's archives: a month from 2025 on, a year before. */
static const char *file_of(void *pool, struct day day)
{
	int year, month, dom;

	day_to_ymd(day, &year, &month, &dom);
	return year < 2025 ? pool_printf(pool, "inf_mensal_fidc_%04d.zip", year)
			   : pool_printf(pool, "inf_mensal_fidc_%04d%02d.zip", year, month);
}

static void write_report(struct call *c, const char *id, struct db_rows *const *r)
{
	const struct db_rows *of = r[REPORTS];
	struct json *j = c->out;
	const struct fund_month m = {
		.day = db_get_day(of, 0, R_DAY),
		.net_worth = number(of, 0, R_WORTH),
		.classes_sum = number(of, 0, R_SUM),
		.receivables = number(of, 0, R_RECEIVABLES),
		.provision = number(of, 0, R_PROVISION),
		.over_90 = number(of, 0, R_OVER_90),
		.reason = db_get_text(of, 0, R_OVERDUE_REASON),
		.cells = r[CELLS],
		.cedents = r[CEDENTS],
		.debtors = r[DEBTORS],
		.flows = r[FLOWS],
	};
	const char *cedent;

	json_text(j, "name", db_get_text(of, 0, R_NAME));
	json_day(j, "reference_date", m.day);
	json_text(j, "source", "CVM");
	json_text(j, "file", file_of(c->ctx->pool, m.day));
	db_json_int(j, "funds_reported", of, 0, R_FUNDS);
	write_register(j, r[REGISTERED], &m);
	write_worth(j, of, fund_balanced(&m));
	write_layers(j, of, r[CLASSES]);
	write_subordination(j, of);
	write_terms(j, r[TERMS], of);
	write_delinquency(j, of);
	fund_repurchases_write(j, &m);
	cedent = fund_cedents_write(c, &m);
	fund_debtors_write(j, &m);
	fund_tables_write(c, &m);
	fund_flows_write(j, &m);
	db_json_int(j, "holders", of, 0, R_HOLDERS);
	write_classes(j, r[CLASSES], db_get_text(of, 0, R_REASON),
		      call_int(c, "classes", CLASSES_SHOWN));
	write_history(j, of);
	fund_checks_write(j, &m);
	write_next(j, id, of, cedent);
}

static void write_object(struct json *j, const struct db_rows *o)
{
	json_open(j, "object");
	json_text(j, "id", db_get_text(o, 0, O_ID));
	json_text(j, "kind", "fund");
	json_text(j, "subkind", "fidc");
	json_text(j, "name", db_get_text(o, 0, O_NAME));
	json_close(j);
	json_text(j, "tax_id", db_get_text(o, 0, O_TAX_ID));
}

void fund_get(struct call *c)
{
	const struct db_rows *o = fund_of(c);
	const char *id = db_get_text(o, 0, O_ID);
	struct db_rows *r[ANSWERS];
	struct json *j = c->out;

	ask(c, o, r);
	if (!db_count(r[REPORTS]))
		call_not_found(c);
	json_open(j, c->name);
	write_object(j, o);
	write_report(c, id, r);
	alerts_open_write(c, id, "open_alerts");
	json_close(j);
}
