/* SPDX-License-Identifier: Apache-2.0 */
/*
 * receivables.c: inf_mensal_fidc, the monthly reports of receivables funds (sources.md c.10).
 *
 * Of the seventeen members three are read, told apart by their columns: net worth (IV), quotas by class
 * and series (X.2), holders (X.1).  A month is published whole: it replaces what was there of it.
 */
#include "config.h"

#include "load/copy.h"
#include "load/cvm.h"

#define PLACES 8
#define QUOTA_PLACES 12

static const char make_worth[] =
	"create temp table report_worth (tax_id text collate \"C\", day date, name text, net_worth numeric,"
	"       net_worth_mean numeric, line int8) on commit drop";
static const char make_class[] =
	"create temp table report_class (tax_id text collate \"C\", day date, class text collate \"C\", senior bool,"
	"       quantity numeric, quota numeric, line int8) on commit drop";
static const char make_holders[] =
	"create temp table report_holders (tax_id text collate \"C\", day date, class text collate \"C\","
	"       holders int8, line int8) on commit drop";

/* The last row of a key counts; what a class is worth is its quotas at their value. */
static const char make_reports[] =
	"create temp table report_new on commit drop as"
	" with w as (select distinct on (tax_id, day) * from report_worth order by tax_id, day, line desc),"
	"      c as (select distinct on (tax_id, day, class) * from report_class order by tax_id, day, class, line desc),"
	"      h as (select distinct on (tax_id, day, class) * from report_holders order by tax_id, day, class, line desc),"
	"      v as (select tax_id, day, sum(quantity * quota) filter (where senior) as senior,"
	"                   sum(quantity * quota) filter (where not senior) as subordinate"
	"              from c group by tax_id, day),"
	"      n as (select tax_id, day, sum(holders)::int8 as holders from h group by tax_id, day)"
	" select w.tax_id, w.day, w.name, w.net_worth, w.net_worth_mean, round(v.senior, 8) as senior,"
	"        round(v.subordinate, 8) as subordinate, n.holders"
	"   from w left join v using (tax_id, day) left join n using (tax_id, day)";
static const char remove_reports[] =
	"delete from receivables_report r where r.day in (select day from report_worth)"
	"   and not exists (select from report_new n where n.tax_id = r.tax_id and n.day = r.day)";
static const char save_reports[] =
	"insert into receivables_report as r (tax_id, day, name, net_worth, net_worth_mean, senior, subordinate, holders)"
	" select * from report_new on conflict (tax_id, day) do update set name = excluded.name,"
	"    net_worth = excluded.net_worth, net_worth_mean = excluded.net_worth_mean, senior = excluded.senior,"
	"    subordinate = excluded.subordinate, holders = excluded.holders"
	" where (r.name, r.net_worth, r.net_worth_mean, r.senior, r.subordinate, r.holders) is distinct from"
	"       (excluded.name, excluded.net_worth, excluded.net_worth_mean, excluded.senior, excluded.subordinate,"
	"        excluded.holders)";
static const char remove_classes[] =
	"delete from receivables_class r where r.day in (select day from report_class)";
static const char save_classes[] =
	"insert into receivables_class (tax_id, day, class, quantity, quota, holders)"
	" select distinct on (c.tax_id, c.day, c.class) c.tax_id, c.day, c.class, c.quantity, c.quota,"
	"        (select h.holders from report_holders h where h.tax_id = c.tax_id and h.day = c.day and h.class = c.class"
	"          order by h.line desc limit 1)"
	"   from report_class c order by c.tax_id, c.day, c.class, c.line desc";

enum { TAX_ID, DAY, NAME, WORTH, MEAN, CLASS, QUANTITY, QUOTA, HOLDERS };

struct reports {
	struct cvm c;
	struct copy *worth, *classes, *holders;
	int64_t sent, odd, line;
};

/* What no fund has is unknown: figures wrong by a factor of a million occur. */
static void put_number(struct reports *s, struct copy *to, size_t column, int places)
{
	wide v;

	switch (field_decimal(cvm_cell(&s->c, column), places,
			      places == PLACES ? MONEY_MAX_E8 : MONEY_MAX_E8 * 1000, &v)) {
	case FIELD_OK:
		copy_decimal(to, v, places);
		return;
	case FIELD_BAD:
		s->odd++;
		break;
	case FIELD_ABSENT:
		break;
	}
	copy_null(to);
}

static bool read_key(struct reports *s, char tax_id[15], struct day *day)
{
	if (!cvm_tax_id(cvm_cell(&s->c, TAX_ID), tax_id)) {
		cvm_refuse(&s->c, "CNPJ inválido: %.*s", SHOWN(cvm_cell(&s->c, TAX_ID)));
		return false;
	}
	if (field_day(cvm_cell(&s->c, DAY), day) != FIELD_OK) {
		cvm_refuse(&s->c, "data inválida: %.*s", SHOWN(cvm_cell(&s->c, DAY)));
		return false;
	}
	load_day(s->c.l, *day);
	s->sent++;
	s->line++;
	return true;
}

static void put_key(struct copy *to, const char *tax_id, struct day day)
{
	copy_text(to, tax_id, 14);
	copy_day(to, day);
}

static void put_text(struct copy *to, struct slice s)
{
	if (s.n)
		copy_text(to, s.p, s.n);
	else
		copy_null(to);
}

static void read_worth(struct reports *s)
{
	char tax_id[15];
	struct day day;

	while (cvm_row(&s->c)) {
		if (!read_key(s, tax_id, &day))
			continue;
		copy_row(s->worth, 6);
		put_key(s->worth, tax_id, day);
		put_text(s->worth, cvm_text(&s->c, NAME));
		put_number(s, s->worth, WORTH, PLACES);
		put_number(s, s->worth, MEAN, PLACES);
		copy_int(s->worth, s->line);
	}
}

static bool read_class(struct reports *s, struct slice *out)
{
	*out = cvm_text(&s->c, CLASS);
	if (out->n && out->n <= 200)
		return true;
	cvm_refuse(&s->c, "falta a classe, ou é longa demais");
	s->sent--;
	return false;
}

/* Mezzanine quotas stand below the senior ones, too. */
static bool is_senior(struct reports *s, struct slice class)
{
	const char *folded = text_fold(s->c.l->pool, slice_text(s->c.l->pool, class));

	return strstr(folded, "senior") && !strstr(folded, "subordinad");
}

static void read_classes(struct reports *s)
{
	char tax_id[15];
	struct slice class;
	struct day day;

	while (cvm_row(&s->c)) {
		if (!read_key(s, tax_id, &day) || !read_class(s, &class))
			continue;
		copy_row(s->classes, 7);
		put_key(s->classes, tax_id, day);
		put_text(s->classes, class);
		copy_bool(s->classes, is_senior(s, class));
		put_number(s, s->classes, QUANTITY, PLACES);
		put_number(s, s->classes, QUOTA, QUOTA_PLACES);
		copy_int(s->classes, s->line);
	}
}

static void read_holders(struct reports *s)
{
	char tax_id[15];
	struct slice class;
	struct day day;
	int64_t n;

	while (cvm_row(&s->c)) {
		if (!read_key(s, tax_id, &day) || !read_class(s, &class))
			continue;
		copy_row(s->holders, 5);
		put_key(s->holders, tax_id, day);
		put_text(s->holders, class);
		if (field_int(cvm_cell(&s->c, HOLDERS), &n) == FIELD_OK)
			copy_int(s->holders, n);
		else
			copy_null(s->holders);
		copy_int(s->holders, s->line);
	}
}

static void read_member(struct reports *s)
{
	bool worth = cvm_has(&s->c, "tab_iv_a_vl_pl"), quota = cvm_has(&s->c, "tab_x_vl_cota"),
	     holders = cvm_has(&s->c, "tab_x_nr_cotst");
	struct csv_column columns[] = {
		[TAX_ID] = { "cnpj_fundo_classe|cnpj_fundo", true, -1 },
		[DAY] = { "dt_comptc", true, -1 },
		[NAME] = { "denom_social", false, -1 },
		[WORTH] = { "tab_iv_a_vl_pl", worth, -1 },
		[MEAN] = { "tab_iv_b_vl_pl_medio", false, -1 },
		[CLASS] = { "tab_x_classe_serie", quota || holders, -1 },
		[QUANTITY] = { "tab_x_qt_cota", quota, -1 },
		[QUOTA] = { "tab_x_vl_cota", quota, -1 },
		[HOLDERS] = { "tab_x_nr_cotst", holders, -1 },
	};

	if (!worth && !quota && !holders)
		return;
	cvm_map(&s->c, columns, ARRAY_SIZE(columns), "tp_fundo*|id_subclasse|tab_*");
	if (worth)
		read_worth(s);
	else if (quota)
		read_classes(s);
	else
		read_holders(s);
}

static void save(struct reports *s)
{
	struct load *l = s->c.l;
	int64_t changed;

	(void)load_sql(l, make_worth);
	(void)load_sql(l, make_class);
	(void)load_sql(l, make_holders);
	copy_replay(s->worth, "report_worth");
	copy_replay(s->classes, "report_class");
	copy_replay(s->holders, "report_holders");
	(void)load_sql(l, make_reports);
	(void)load_sql(l, "analyze report_new");
	changed = load_sql(l, remove_reports);
	changed += load_sql(l, save_reports);
	(void)load_sql(l, remove_classes);
	(void)load_sql(l, save_classes);
	(void)load_sql(l, "drop table report_new, report_worth, report_class, report_holders");
	/* Rows of three members are one report: all of them count as what became of the reports. */
	if (changed) {
		l->res->written += s->sent;
		l->touched[FAMILY_REFERENCE] = true;
	} else {
		l->res->unchanged += s->sent;
	}
}

void load_receivables(struct load *l)
{
	struct reports s = { .worth = copy_spill(l),
			     .classes = copy_spill(l),
			     .holders = copy_spill(l) };

	cvm_open(&s.c, l);
	do
		read_member(&s);
	while (cvm_next(&s.c));
	if (s.odd)
		load_warn(l, "%lld números não foram entendidos: ficaram desconhecidos.",
			  (long long)s.odd);
	save(&s);
}
