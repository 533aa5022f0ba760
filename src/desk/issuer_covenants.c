/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issuer_covenants.c: the limits on an issuer, its papers or a fund, each with the newest figure and its headroom: the
 * desk's approved clauses and its rules of leverage and coverage.
 *
 * A clause and the rule that its review made are one row.
 */
#include "config.h"

#include "desk/desk_parts.h"

#include "core/text.h"
#include "db/db_json.h"
#include "desk/findings.h"

#define SHOWN 100

/* The object, its issuer ($3, a tax id), and the issuer's debentures. */
#define CONCERNED                                                                                  \
	"(array[$2, 'company:' || $3::text] || array(select 'instrument:' || d.code"               \
	" from debenture d where d.issuer_tax_id = $3 limit 200))"

static DB_STMT(
	clauses, "issuer.clauses",
	"select t.id, t.object_id, t.term, coalesce(nullif(t.name, ''), v.document), t.approved, v.unit,"
	"       m.id, case when t.term in ('subordination_floor', 'net_worth_floor') then " TERM_BAND
	" else m.band_pct end"
	"  from regulation_term t"
	"  join regulation_term_version v"
	"    on v.workspace_id = $1 and v.term_id = t.id and v.version = t.version"
	"  left join lateral (select r.rule_id from regulation_term_review r"
	"         where r.workspace_id = $1 and r.term_id = t.id and r.decision in ('approve', 'correct')"
	"         order by r.reviewed_at desc, r.id desc limit 1) d on true"
	"  left join alert_rule m on m.workspace_id = $1 and m.id = d.rule_id"
	" where t.workspace_id = $1 and (t.approved is not null or t.status in ('approved', 'corrected'))"
	"   and t.object_id = any (" CONCERNED ") order by t.object_id, t.term, t.name limit $4");
static DB_STMT(
	rules, "issuer.rules",
	"select null::uuid, r.object_id, r.kind, r.label, r.threshold, 'ratio', r.id, r.band_pct"
	"  from alert_rule r"
	" where r.workspace_id = $1 and r.kind in ('leverage_above', 'coverage_below')"
	"   and (r.object_id = any (" CONCERNED ") or exists (select from watchlist_item i"
	"          where i.workspace_id = $1 and i.watchlist_id = r.watchlist_id"
	"            and i.object_id = any (array[$2, 'company:' || $3::text])))"
	" order by r.created_at, r.id limit $4");
enum { K_TERM_ID, K_OBJECT, K_KIND, K_NAME, K_LIMIT, K_UNIT, K_RULE, K_BAND };

/* What a limit is held against. */
struct judged {
	struct maybe value;
	const char *reason; /* why there is no value */
	bool broken;	    /* without a value */
	bool calm;	    /* without a value */
	bool dated, above;
	struct day day;
};

static struct judged judge_ratio(const struct company_facts *f, bool leverage)
{
	struct judged out = { .above = leverage };

	if (!f || !f->filed) {
		out.reason = f ? "no_statements" : "no_filings";
		return out;
	}
	out.dated = true;
	out.day = f->reference;
	out.value = leverage ? f->leverage : f->coverage;
	if (out.value.known)
		return out;
	out.broken = leverage && leverage_reason(f);
	out.calm = leverage && !out.broken && f->net_debt.known && f->net_debt.v <= 0;
	out.reason = out.broken ? leverage_reason(f) : out.calm ? "no_net_debt" : "figure_missing";
	return out;
}

static struct judged judge_fund(const struct fund_facts *f, bool part)
{
	struct judged out = { .reason = "no_report" };

	if (!f)
		return out;
	out.dated = true;
	out.day = f->day;
	out.value = part ? f->subordination : f->net_worth;
	out.reason = out.value.known ? NULL : "figure_missing";
	return out;
}

static struct judged judge(const char *kind, const struct company_facts *company,
			   const struct fund_facts *fund)
{
	const bool leverage = str_eq(kind, "leverage_above") || str_eq(kind, "leverage_covenant");

	if (leverage || str_eq(kind, "coverage_below") || str_eq(kind, "coverage_covenant"))
		return judge_ratio(company, leverage);
	if (str_eq(kind, "subordination_floor") || str_eq(kind, "net_worth_floor"))
		return judge_fund(fund, str_eq(kind, "subordination_floor"));
	return (struct judged){ .reason = "not_measured" };
}

static void write_one(struct json *j, const struct db_rows *r, size_t i, struct judged of)
{
	struct credit_watch w = { .level = of.broken ? LEVEL_BREACH : LEVEL_CALM };
	const struct percent band = { db_is_null(r, i, K_BAND) ? RULE_BAND_PCT * E8
							       : db_get_decimal(r, i, K_BAND, 8) };
	const bool limited = !db_is_null(r, i, K_LIMIT);
	const bool watched = limited && of.value.known &&
			     credit_watch(of.value.v, db_get_decimal(r, i, K_LIMIT, 8), band,
					  of.above, &w) == CALC_OK;

	json_open(j, NULL);
	db_json_uuid(j, "term_id", r, i, K_TERM_ID);
	db_json_uuid(j, "rule_id", r, i, K_RULE);
	json_text(j, "object_id", db_get_text(r, i, K_OBJECT));
	json_text(j, "kind", db_get_text(r, i, K_KIND));
	json_text(j, "name", db_get_text(r, i, K_NAME));
	known_write(j, "value", of.value, 4);
	json_day_or_null(j, "reference_date", of.dated, of.day);
	desk_write_number(j, "threshold", r, i, K_LIMIT);
	json_text(j, "unit", db_get_text(r, i, K_UNIT));
	json_percent_or_null(j, "headroom_pct", watched, w.headroom);
	json_text(j, "level",
		  watched || (limited && (of.broken || of.calm)) ? limit_levels[w.level] : NULL);
	json_text(j, "reason", of.value.known && !limited ? "no_threshold" : of.reason);
	json_close(j);
}

/* Whether the rule of row @i is shown as a clause's. */
static bool of_clause(const struct db_rows *clause, const struct db_rows *rule, size_t i)
{
	for (size_t k = 0; k < db_count(clause); k++)
		if (!db_is_null(clause, k, K_RULE) &&
		    uuid_same(db_get_uuid(clause, k, K_RULE), db_get_uuid(rule, i, K_RULE)))
			return true;
	return false;
}

void issuer_covenants_send(struct call *c, const char *object, const char *tax_id)
{
	const struct db_arg args[] = { desk_workspace(c), db_text(object), db_text(tax_id),
				       db_int(SHOWN) };

	db_send(c->ctx, &clauses, args, 4);
	db_send(c->ctx, &rules, args, 4);
}

void issuer_covenants_write(struct json *j, struct db_rows *const r[2],
			    const struct company_facts *company, const struct fund_facts *fund)
{
	json_array(j, "covenants");
	for (size_t i = 0; i < db_count(r[0]); i++)
		write_one(j, r[0], i, judge(db_get_text(r[0], i, K_KIND), company, fund));
	for (size_t i = 0; i < db_count(r[1]); i++)
		if (!of_clause(r[0], r[1], i))
			write_one(j, r[1], i, judge(db_get_text(r[1], i, K_KIND), company, fund));
	json_array_end(j);
}
