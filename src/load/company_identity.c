/* SPDX-License-Identifier: Apache-2.0 */
/*
 * company_identity.c: joins the codes, names and registrations of one company.
 *
 * A tax id whose registration was cancelled and granted again has several CVM codes; a company's id is
 * its first and never changes.  Foreign issuers share a tax id of zeros, which counts as none: each of
 * their codes is a company.
 */
#include "config.h"

#include "load/company_keys.h"

#define WORDS(folded)                                                                              \
	"unnest(string_to_array(regexp_replace(" folded ", '[^a-z0-9]+', ' ', 'g'), ' '))"
/* Search words of companies from rows (company_id, w), once for all of them. */
#define TOGETHER(rows)                                                                             \
	"select a.company_id, array_to_tsvector(array_agg(distinct a.w)) as words from (" rows     \
	") a(company_id, w) where a.w <> '' group by a.company_id"
/* The present one of a company's registrations comes first. */
#define BEST "(r.status = 'active') desc, r.registered_on desc nulls last, r.cvm_code desc"
#define BY_ITSELF "r.status = 'active' and r.on_exchange and r.category is distinct from 'B'"
#define COLUMNS                                                                                    \
	"cvm_code, tax_id, name, trading_name, folded, sector, sector_key, status, on_exchange,"   \
	" registered_on, cancelled_on, cancel_reason, issuer_state, control, category, line"

static const char make_seen[] =
	"create temp table company_seen (cvm_code int8, tax_id text collate \"C\", name text, trading_name text,"
	" folded text, sector text, sector_key text collate \"C\", status text, on_exchange boolean,"
	" registered_on date, cancelled_on date, cancel_reason text, issuer_state text, control text,"
	" category text, line int8) on commit drop";

static const char make_touched[] =
	"create temp table if not exists company_touched (company_id int8 primary key) on commit drop";

/* The last of the rows of one code, one per market; registered for the exchange when one of them is. */
static const char make_one[] =
	"create temp table company_one on commit drop as"
	" select distinct on (s.cvm_code) s.cvm_code, s.tax_id, s.name, s.trading_name, s.folded, s.sector,"
	"        s.sector_key, s.status, bool_or(s.on_exchange) over (partition by s.cvm_code) as on_exchange,"
	"        s.registered_on, s.cancelled_on, s.cancel_reason, s.issuer_state, s.control, s.category,"
	"        k.company_id"
	"   from company_seen s left join company_code k on k.cvm_code = s.cvm_code"
	"  order by s.cvm_code, s.line desc";

/* Adds a tax id to a company, unless it is another company's. */
static const char learn_tax_ids[] =
	"update company c set tax_id = t.tax_id"
	"  from (select o.company_id, max(o.tax_id) as tax_id from company_one o"
	"         where o.company_id is not null and o.tax_id is not null group by o.company_id"
	"        having count(distinct o.tax_id) = 1) t"
	" where c.id = t.company_id and c.tax_id is null"
	"   and not exists (select from company x where x.tax_id = t.tax_id)";

/* A new code belongs to the company with its tax id, or creates one with the others of that tax id. */
static const char place[] =
	"update company_one o set company_id = p.company_id"
	"  from (select n.cvm_code, coalesce(c.id, min(n.cvm_code) over"
	"                 (partition by coalesce(n.tax_id, n.cvm_code::text))) as company_id"
	"          from company_one n left join company c on c.tax_id = n.tax_id"
	"         where n.company_id is null) p"
	" where p.cvm_code = o.cvm_code";

/* With its usual final values, so that it is written once. */
static const char introduce[] =
	"with d as materialized (select distinct o.company_id from company_one o"
	"                         where not exists (select from company c where c.id = o.company_id)),"
	" w as materialized (" TOGETHER("select r.company_id, " WORDS(
		"r.folded") " from d join company_one r using (company_id)"
			    " union all select r.company_id, r.cvm_code::text from d join company_one r using (company_id)"
			    " union all select r.company_id, lower(r.tax_id) from d join company_one r using (company_id)") ")"
															    " insert into company (id, cvm_code, tax_id, name, trading_name, sector, sector_key, status, listed,"
															    "    registered_on, cancelled_on, cancel_reason, issuer_state, control, category, words)"
															    " select distinct on (r.company_id) r.company_id, r.cvm_code,"
															    "        max(r.tax_id) over (partition by r.company_id), r.name, r.trading_name, r.sector, r.sector_key,"
															    "        r.status, " BY_ITSELF
															    ", r.registered_on, r.cancelled_on, r.cancel_reason, r.issuer_state,"
															    "        r.control, r.category, w.words"
															    "   from d join company_one r using (company_id) join w using (company_id)"
															    "  order by r.company_id, " BEST;

#define REGISTRATION                                                                               \
	"name, trading_name, folded, sector, sector_key, status, on_exchange, registered_on,"      \
	" cancelled_on, cancel_reason, issuer_state, control, category"
#define OF(row)                                                                                    \
	row ".name, " row ".trading_name, " row ".folded, " row ".sector, " row                    \
	    ".sector_key, " row ".status, " row ".on_exchange, " row ".registered_on, " row        \
	    ".cancelled_on, " row ".cancel_reason, " row ".issuer_state, " row ".control, " row    \
	    ".category"

/* A former name can still be found. */
static const char keep_names[] =
	"insert into company_name (company_id, name, folded)"
	" select k.company_id, k.name, k.folded from company_one o join company_code k using (cvm_code)"
	"  where k.name <> o.name and k.source = 'register'"
	" on conflict do nothing";

static const char save_register[] =
	"insert into company_code as k (cvm_code, company_id, " REGISTRATION ", source)"
	" select o.cvm_code, o.company_id, " OF(
		"o") ", 'register' from company_one o"
		     " on conflict (cvm_code) do update set (" REGISTRATION ", source) = row(" OF(
			     "excluded") ", 'register')"
					 " where (" OF("k") ", k.source) is distinct from (" OF(
						 "excluded") ", 'register')";

#define SAVE_NEW(source)                                                                           \
	"insert into company_code (cvm_code, company_id, " REGISTRATION ", source)"                \
	" select o.cvm_code, o.company_id, " OF("o") ", '" source "' from company_one o"           \
						     " on conflict (cvm_code) do nothing"

static const struct {
	const char *source;
	const char *save;
} sources[] = {
	{ "register", save_register },
	{ "form", SAVE_NEW("form") },
	{ "document", SAVE_NEW("document") },
	{ "statement", SAVE_NEW("statement") },
};

static const char *save_of(const char *source)
{
	size_t i = 0;

	while (i + 1 < ARRAY_SIZE(sources) && !str_eq(sources[i].source, source))
		i++;
	return sources[i].save;
}

static const char touch[] =
	"insert into company_touched select distinct company_id from company_one on conflict do nothing";

static const char refresh[] = "with w as materialized (" TOGETHER("select r.company_id, " WORDS(
	"r.folded") " from company_touched join company_code r using (company_id)"
		    " union all select n.company_id, " WORDS(
			    "n.folded") " from company_touched join company_name n using (company_id)"
					" union all select t.company_id, lower(t.ticker) from company_touched join company_ticker t using (company_id)"
					" union all select r.company_id, r.cvm_code::text from company_touched join company_code r using (company_id)"
					" union all select y.id, lower(y.tax_id) from company_touched join company y on y.id = company_id") ")"
																	    " update company c"
																	    "   set cvm_code = k.cvm_code, name = k.name, trading_name = k.trading_name, sector = k.sector,"
																	    "       sector_key = k.sector_key, status = k.status, listed = k.listed,"
																	    "       registered_on = k.registered_on, cancelled_on = k.cancelled_on,"
																	    "       cancel_reason = k.cancel_reason, issuer_state = k.issuer_state, control = k.control,"
																	    "       category = k.category, fiscal_year_end = k.fiscal_year_end, words = k.words"
																	    "  from (select distinct on (r.company_id) r.*, f.fiscal_year_end, w.words,"
																	    "               " BY_ITSELF
																	    " or (r.status = 'active' and exists (select from company_ticker t"
																	    "                    where t.company_id = r.company_id and t.until is null)) as listed"
																	    "          from company_touched d join company_code r using (company_id) join w using (company_id)"
																	    "          left join company_form f using (company_id)"
																	    "         order by r.company_id, " BEST
																	    ") k"
																	    " where c.id = k.company_id"
																	    "   and (c.cvm_code, c.name, c.trading_name, c.sector, c.sector_key, c.status, c.listed, c.registered_on,"
																	    "        c.cancelled_on, c.cancel_reason, c.issuer_state, c.control, c.category, c.fiscal_year_end, c.words)"
																	    "       is distinct from (k.cvm_code, k.name, k.trading_name, k.sector, k.sector_key, k.status, k.listed,"
																	    "        k.registered_on, k.cancelled_on, k.cancel_reason, k.issuer_state, k.control, k.category,"
																	    "        k.fiscal_year_end, k.words)";

/* Companies whose shares, or certificates of them, had a quote within 60 days of the exchange's newest. */
static const char quoted[] =
	"with traded as materialized"
	" (select distinct company_find(null, null, i.symbol) as id from instrument i"
	"    join last_close q on q.venue = i.venue and q.symbol = i.symbol"
	"   where i.venue = 'b3' and i.asset_type in ('stock', 'bdr')"
	"     and q.last_day >= (select max(s.day) from session s where s.venue = 'b3') - 60)"
	" update company c set quoted = not c.quoted"
	"  where c.quoted <> exists (select from traded t where t.id = c.id)";

const char *companies_text(struct cvm *c, size_t column)
{
	struct slice s = cvm_text(c, column);

	if (!s.n)
		return NULL;
	c->texts = true;
	return pool_strndup(c->row, s.p, s.n);
}

bool companies_code(struct slice s, int64_t *out)
{
	return field_int(s, out) == FIELD_OK && *out > 0 && *out < 1000000;
}

void companies_stage(struct load *l)
{
	(void)load_sql(l, make_seen);
}

struct copy *companies_copy(struct load *l)
{
	return copy_to(l, "company_seen (" COLUMNS ")");
}

void companies_put(struct load *l, struct copy *to, const struct company_row *r)
{
	void *pool = pool_new(l->pool, "company");
	const char *names =
		r->trading_name ? pool_printf(pool, "%s %s", r->name, r->trading_name) : r->name;

	copy_row(to, 16);
	copy_int(to, r->cvm_code);
	copy_string(to, r->tax_id);
	copy_string(to, r->name);
	copy_string(to, r->trading_name);
	copy_string(to, text_fold(pool, names));
	copy_string(to, r->sector);
	copy_string(to, r->sector ? text_fold(pool, r->sector) : NULL);
	copy_string(to, r->status);
	copy_bool(to, r->on_exchange);
	copy_day_if(to, r->has_registered, r->registered_on);
	copy_day_if(to, r->has_cancelled, r->cancelled_on);
	copy_string(to, r->cancel_reason);
	copy_string(to, r->issuer_state);
	copy_string(to, r->control);
	copy_string(to, r->category);
	copy_int(to, reader_line_number(l->in));
	pool_free(pool);
}

int64_t companies_identify(struct load *l, const char *source, int64_t *codes)
{
	int64_t saved;

	(void)load_sql(l, "analyze company_seen (cvm_code)");
	(void)load_sql(l, make_one);
	(void)load_sql(l, "analyze company_one (cvm_code, tax_id, company_id)");
	(void)load_sql(l, learn_tax_ids);
	(void)load_sql(l, place);
	(void)load_sql(l, introduce);
	if (str_eq(source, "register"))
		(void)load_sql(l, keep_names);
	saved = load_sql(l, save_of(source));
	(void)load_sql(l, make_touched);
	(void)load_sql(l, touch);
	*codes = load_sql(l, "select from company_one");
	(void)load_sql(l, "drop table company_seen, company_one");
	if (saved)
		l->touched[FAMILY_COMPANIES] = true;
	return saved;
}

int64_t companies_year(struct load *l)
{
	const char *end = l->name + strcspn(l->name, "."), *p = end;
	int64_t year = 0;

	while (p > l->name && p[-1] >= '0' && p[-1] <= '9')
		p--;
	for (; p < end && year < 10000; p++)
		year = 10 * year + (*p - '0');
	if (year < 1990 || year > 2199)
		load_fail(l, "o nome não termina no ano do arquivo (…_AAAA.csv).");
	return year;
}

void companies_refresh(struct load *l)
{
	if (load_sql(l, refresh))
		l->touched[FAMILY_COMPANIES] = true;
}

void companies_quoted(struct load *l)
{
	if (load_sql(l, quoted))
		(void)load_sql(
			l,
			"update market_version set version = version_next(version) where family = 'companies'");
}
