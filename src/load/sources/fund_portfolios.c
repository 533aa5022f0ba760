/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fund_portfolios.c: cda_fi, the monthly portfolios of funds (doc/load.md).
 *
 * The zip has eight blocks of positions, the net worths and the confidential positions; a file of it
 * may be loaded alone.  Its data of a block and a month replaces the earlier data, since agencies
 * publish a month again when positions cease to be confidential.  Positions of one asset of one kind
 * are summed.
 */
#include "config.h"

#include "load/fund.h"

#include <stdlib.h>

#define BLOCKS 8

enum { TAX_ID, DAY, TP_APLIC, VALUE, CODE, TARGET, QUANTITY };
enum { NET_WORTH = BLOCKS + 1, CONFIDENTIAL }; /* kinds of file besides the blocks */

/* ---- positions ---- */

#define KEY "day, tax_id, block, tp_aplic, code, target"
#define SAME(a, b)                                                                                 \
	a ".day = " b ".day and " a ".tax_id = " b ".tax_id and " a ".block = " b ".block and " a  \
	  ".tp_aplic = " b ".tp_aplic and " a ".code = " b ".code and " a ".target = " b           \
	  ".target and " a ".value = " b ".value and " a ".quantity is not distinct from " b       \
	  ".quantity"

static const char make_holdings[] =
	"create temp table holding_stage (block int8, tax_id text collate \"C\", day date,"
	" tp_aplic text collate \"C\", code text collate \"C\", target text collate \"C\", value numeric,"
	" quantity numeric) on commit drop";

static const char add_up[] =
	"create temp table holding_new on commit drop as select " KEY
	", sum(value)::numeric(28, 8) as value,"
	" case when count(*) = count(quantity) then sum(quantity)::numeric(28, 8) end as quantity,"
	" count(*) as lines from holding_stage group by " KEY;

/*
 * The existing rows of the same blocks and months.  Each step is a table of its own, analyzed: without
 * statistics the planner would use a nested loop over millions of rows.
 */
static const char find_slices[] =
	"create temp table slice on commit drop as select distinct day, block from holding_new";

static const char find_old[] =
	"create temp table holding_old on commit drop as select h.ctid as place, h.*"
	"  from (select distinct day from slice) d join fund_holding h on h.day = d.day"
	" where (h.day, h.block) in (select s.day, s.block from slice s)";

static const char find_gone[] =
	"create temp table holding_gone on commit drop as select o.place from holding_old o"
	" where not exists (select from holding_new n where " SAME("n", "o") ")";

static const char find_fresh[] =
	"create temp table holding_fresh on commit drop as select n.* from holding_new n"
	" where not exists (select from holding_old o where " SAME("n", "o") ")";

static const char remove_gone[] =
	"delete from fund_holding h using holding_gone g where h.ctid = g.place";

/* In the order in which they are read. */
static const char save_fresh[] = "insert into fund_holding (" KEY ", value, quantity) select " KEY
				 ", value, quantity from holding_fresh order by " KEY;

static const char count_lines[] = "select coalesce(sum(lines), 0)::int8 from holding_fresh";

/* ---- net worth, and the data of a month ---- */

static const char make_worths[] =
	"create temp table worth_stage (tax_id text collate \"C\", day date, pl numeric(28, 8), line int8)"
	" on commit drop";

static const char drop_repeated[] =
	"delete from worth_stage s using (select line, row_number() over"
	"     (partition by tax_id, day order by line desc) as place from worth_stage) p"
	" where p.line = s.line and p.place > 1";

static const char forget_worths[] =
	"update fund_portfolio p set pl = null from (select distinct day from worth_stage) d"
	" where p.day = d.day and p.pl is not null"
	"   and not exists (select from worth_stage s where s.tax_id = p.tax_id and s.day = p.day)";

static const char save_worths[] =
	"insert into fund_portfolio as p (tax_id, day, pl) select tax_id, day, pl from worth_stage"
	" on conflict (tax_id, day) do update set pl = excluded.pl where p.pl is distinct from excluded.pl";

static const char count_assets[] =
	"create temp table counted on commit drop as"
	" select h.tax_id, h.day, count(*) as assets from (select distinct day from holding_new) d"
	"   join fund_holding h on h.day = d.day group by h.tax_id, h.day";

static const char save_counts[] =
	"insert into fund_portfolio as p (tax_id, day, assets) select tax_id, day, assets from counted"
	" on conflict (tax_id, day) do update set assets = excluded.assets where p.assets <> excluded.assets";

static const char forget_counts[] =
	"update fund_portfolio p set assets = 0 from (select distinct day from holding_new) d"
	" where p.day = d.day and p.assets > 0"
	"   and not exists (select from counted c where c.tax_id = p.tax_id and c.day = p.day)";

static const char drop_empty[] =
	"delete from fund_portfolio p using (select day from holding_new union select day from worth_stage) d"
	" where p.day = d.day and p.pl is null and p.assets = 0";

/* ---- recognising a file ---- */

struct portfolios {
	struct cvm c;
	int kind;	 /* a block, or beyond */
	int year, month; /* of the file's name; 0: missing */
	struct copy *to;
	int64_t hidden; /* confidential rows */
	wide hidden_value;
	int64_t line; /* across all files: of two net worths the later one counts */
	bool range;
};

/* "cda_fi_BLC_4_202408.csv" */
static void read_name(struct portfolios *p)
{
	const char *name = text_fold(p->c.l->pool, p->c.l->name);
	const char *block = strstr(name, "_blc_");
	const char *digits = name + strcspn(name, ".");
	long n;

	if (block && block[5] >= '1' && block[5] <= '0' + BLOCKS && block[6] == '_')
		p->kind = block[5] - '0';
	else if (strstr(name, "_pl_"))
		p->kind = NET_WORTH;
	else if (strstr(name, "_confid_"))
		p->kind = CONFIDENTIAL;
	else
		load_fail(p->c.l, "o nome não diz que parte da carteira é: cda_fi_BLC_1 a 8, "
				  "cda_fi_PL ou cda_fi_CONFID.");
	while (digits > name && digits[-1] >= '0' && digits[-1] <= '9')
		digits--;
	n = strtol(digits, NULL, 10);
	p->year = p->month = 0;
	if (n >= 190001 && n <= 219912) {
		p->year = (int)(n / 100);
		p->month = (int)(n % 100);
	} else if (n >= 1900 && n <= 2199) {
		p->year = (int)n;
	}
}

/* A stray day would replace another month by one row. */
static bool in_period(const struct portfolios *p, struct day d)
{
	int year, month, dom;

	day_to_ymd(d, &year, &month, &dom);
	return (!p->year || year == p->year) && (!p->month || month == p->month);
}

/* ---- rows ---- */

static bool read_key(struct portfolios *p, char tax_id[15], struct day *day)
{
	struct cvm *c = &p->c;

	if (!cvm_tax_id(cvm_cell(c, TAX_ID), tax_id))
		cvm_refuse(c, "CNPJ inválido: %.*s", SHOWN(cvm_cell(c, TAX_ID)));
	else if (field_day(cvm_cell(c, DAY), day) != FIELD_OK)
		cvm_refuse(c, "data inválida: %.*s", SHOWN(cvm_cell(c, DAY)));
	else if (!in_period(p, *day))
		cvm_refuse(c, "a data não é do período que o nome do arquivo diz: %.*s",
			   SHOWN(cvm_cell(c, DAY)));
	else
		return true;
	return false;
}

static void put_text(struct copy *to, struct slice s)
{
	copy_text(to, s.n ? s.p : "", s.n);
}

static void put_holding(struct portfolios *p)
{
	struct cvm *c = &p->c;
	char tax_id[15], target[15];
	struct slice kind = cvm_text(c, TP_APLIC);
	struct day day;
	wide value = 0, quantity = 0;
	bool counted;

	if (!read_key(p, tax_id, &day))
		return;
	if (!kind.n) {
		cvm_refuse(c, "falta o tipo de aplicação");
		return;
	}
	switch (field_decimal(cvm_cell(c, VALUE), MONEY_PLACES, MONEY_MAX_E8, &value)) {
	case FIELD_BAD:
		cvm_refuse(c, "valor inválido: %.*s", SHOWN(cvm_cell(c, VALUE)));
		return;
	case FIELD_ABSENT:
	case FIELD_OK:
		break;
	}
	if (!value) { /* bought and sold within the month */
		c->l->res->ignored++;
		return;
	}
	/* One that cannot be read is unknown: the value stands without it. */
	counted = field_decimal(cvm_cell(c, QUANTITY), MONEY_PLACES, MONEY_MAX_E8, &quantity) ==
		  FIELD_OK;
	load_day(c->l, day);
	copy_row(p->to, 8);
	copy_int(p->to, p->kind);
	copy_text(p->to, tax_id, 14);
	copy_day(p->to, day);
	copy_text(p->to, kind.p, kind.n);
	put_text(p->to, cvm_text(c, CODE));
	put_text(p->to, cvm_tax_id(cvm_cell(c, TARGET), target) ? slice_of(target) : SLICE(""));
	copy_decimal(p->to, value, MONEY_PLACES);
	copy_decimal_if(p->to, counted, quantity, MONEY_PLACES);
}

static void put_worth(struct portfolios *p)
{
	struct cvm *c = &p->c;
	char tax_id[15];
	struct day day;
	wide value;

	if (!read_key(p, tax_id, &day))
		return;
	if (field_decimal(cvm_cell(c, VALUE), MONEY_PLACES, MONEY_MAX_E8, &value) != FIELD_OK) {
		cvm_refuse(c, "patrimônio inválido: %.*s", SHOWN(cvm_cell(c, VALUE)));
		return;
	}
	load_day(c->l, day);
	copy_row(p->to, 4);
	copy_text(p->to, tax_id, 14);
	copy_day(p->to, day);
	copy_decimal(p->to, value, MONEY_PLACES);
	copy_int(p->to, p->line++);
}

static void put_hidden(struct portfolios *p)
{
	wide value = 0;

	p->c.l->res->ignored++;
	p->hidden++;
	if (field_decimal(cvm_cell(&p->c, VALUE), MONEY_PLACES, MONEY_MAX_E8, &value) == FIELD_OK)
		p->hidden_value = wide_add(p->hidden_value, value, &p->range);
}

static void read_rows(struct portfolios *p, const char *table, void (*put)(struct portfolios *p))
{
	p->to = table ? copy_to(p->c.l, table) : NULL;
	while (cvm_row(&p->c))
		put(p);
	if (p->to)
		copy_end(p->to);
}

static const char passed[] =
	"tp_*|denom_social|emissor_ligado|qt_*|vl_*|dt_*|cd_*|ds_*|nm_*|cnpj_*|cpf_*|pf_*|emissor|titulo_*|pr_*"
	"|risco_*|ag_*|grau_*|invest_*|pais|bv_*|id_*|id_subclasse";

static void read_file(struct portfolios *p)
{
	bool money_only = p->kind == NET_WORTH;
	struct csv_column columns[] = {
		[TAX_ID] = { "cnpj_fundo_classe|cnpj_fundo", true, -1 },
		[DAY] = { "dt_comptc", true, -1 },
		[TP_APLIC] = { "tp_aplic", !money_only, -1 },
		[VALUE] = { money_only ? "vl_patrim_liq" : "vl_merc_pos_final", true, -1 },
		[CODE] = { p->kind == 1	  ? "cd_selic"
			   : p->kind == 4 ? "cd_ativo"
					  : "",
			   p->kind == 4, -1 },
		[TARGET] = { p->kind == 2 ? "cnpj_fundo_classe_cota|cnpj_fundo_cota" : "",
			     p->kind == 2, -1 },
		[QUANTITY] = { p->kind == 4 ? "qt_pos_final" : "", false, -1 },
	};

	cvm_map(&p->c, columns, ARRAY_SIZE(columns), passed);
	if (p->kind == CONFIDENTIAL)
		read_rows(p, NULL, put_hidden);
	else if (money_only)
		read_rows(p, "worth_stage (tax_id, day, pl, line)", put_worth);
	else
		read_rows(
			p,
			"holding_stage (block, tax_id, day, tp_aplic, code, target, value, quantity)",
			put_holding);
}

/* ---- the end ---- */

static void save_holdings(struct load *l)
{
	int64_t sent = load_number(l, "select count(*) from holding_stage"), gone;

	(void)load_sql(l, add_up);
	(void)load_sql(l, "analyze holding_new");
	(void)load_sql(l, find_slices);
	(void)load_sql(l, "analyze slice");
	(void)load_sql(l, find_old);
	(void)load_sql(l, "analyze holding_old");
	(void)load_sql(l, find_gone);
	(void)load_sql(l, "analyze holding_gone");
	(void)load_sql(l, find_fresh);
	gone = load_sql(l, remove_gone);
	(void)load_sql(l, save_fresh);
	if (gone)
		l->touched[FAMILY_REFERENCE] = true;
	load_counted(l, sent, load_number(l, count_lines), FAMILY_REFERENCE);
}

static void save_months(struct load *l)
{
	int64_t repeated = load_sql(l, drop_repeated), sent, written;

	sent = load_number(l, "select count(*) from worth_stage");
	l->res->ignored += repeated;
	(void)load_sql(l, "create index on worth_stage (tax_id, day)");
	(void)load_sql(l, "analyze worth_stage");
	if (load_sql(l, forget_worths))
		l->touched[FAMILY_REFERENCE] = true;
	written = load_sql(l, save_worths);
	load_counted(l, sent, written, FAMILY_REFERENCE);
	(void)load_sql(l, count_assets);
	(void)load_sql(l, "create index on counted (tax_id, day)");
	(void)load_sql(l, "analyze counted");
	(void)load_sql(l, save_counts);
	(void)load_sql(l, forget_counts);
	(void)load_sql(l, drop_empty);
}

static void warn_of_hidden(const struct portfolios *p)
{
	char value[DEC_TEXT_SIZE];

	if (!p->hidden || p->range)
		return;
	(void)dec_format(value, p->hidden_value, MONEY_PLACES, 2, false);
	load_warn(p->c.l, "%lld posições sob sigilo, de R$ %s ao todo, ficaram de fora.",
		  (long long)p->hidden, value);
}

void load_fund_portfolios(struct load *l)
{
	struct portfolios *p = pool_zero(l->pool, struct portfolios);

	cvm_open(&p->c, l);
	(void)load_sql(l, "set local work_mem = '64MB'"); /* a whole month is sorted and hashed */
	(void)load_sql(l, make_holdings);
	(void)load_sql(l, make_worths);
	do {
		read_name(p);
		read_file(p);
	} while (cvm_next(&p->c));
	save_holdings(l);
	save_months(l);
	warn_of_hidden(p);
}
