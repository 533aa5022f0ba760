/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fund.c: facts of funds from four overlapping files.
 *
 * Each file has its own tables with its own data; every load of one derives "fund" again from all.  A
 * class of RCVM 175 takes precedence, then the new register's fund, then the old register; the fee and
 * the peer group come from the statement of fees, since a median needs one vocabulary of classes.
 */
#include "config.h"

#include "load/fund.h"

#include <strings.h>

#define FEE_PLACES 8
#define FEE_MAX ((wide)100 * E8)

/* ---- rows of one file ---- */

struct copy *fund_stage(struct load *l, const struct fund_table *t)
{
	(void)load_sql(l, t->make);
	return copy_to(l, t->copy);
}

bool fund_save(struct load *l, const struct fund_table *t, struct copy *rows)
{
	int64_t sent = copy_rows(rows), repeated, gone = 0, written;

	copy_end(rows);
	(void)load_sql(l, t->analyze);
	repeated = load_sql(l, t->repeated);
	if (repeated)
		load_warn(l, "%lld linhas repetem a chave de outra; ficou uma de cada.",
			  (long long)repeated);
	l->res->ignored += repeated;
	if (t->gone && sent)
		gone = load_sql(l, t->gone);
	if (gone) {
		load_warn(l, "%lld linhas que não estão mais no arquivo foram retiradas.",
			  (long long)gone);
		l->touched[FAMILY_REFERENCE] = true;
	}
	written = load_sql(l, t->save);
	load_counted(l, sent - repeated, written, FAMILY_REFERENCE);
	return gone || written;
}

/* ---- cells ---- */

void fund_put_flag(struct copy *c, const struct cvm *row, size_t column)
{
	bool v;

	if (cvm_flag(row, column, &v) == FIELD_OK)
		copy_bool(c, v);
	else
		copy_null(c);
}

bool fund_day(const struct cvm *row, size_t column, bool *known, struct day *out)
{
	enum field got = field_day(cvm_cell(row, column), out);

	*known = got == FIELD_OK;
	return got != FIELD_BAD;
}

void fund_put_fee(struct copy *c, const struct cvm *row, size_t column, int64_t *odd)
{
	wide fee;

	switch (field_decimal(cvm_cell(row, column), FEE_PLACES, FEE_MAX, &fee)) {
	case FIELD_OK:
		if (fee >= 0) {
			copy_decimal(c, fee, FEE_PLACES);
			return;
		}
		++*odd;
		break;
	case FIELD_BAD:
		++*odd;
		break;
	case FIELD_ABSENT:
		break;
	}
	copy_null(c);
}

static void fund_warn_odd(struct load *l, int64_t odd)
{
	if (odd)
		load_warn(l, "%lld taxas não são de 0 a 100 %% ao ano: ficaram desconhecidas.",
			  (long long)odd);
}

void fund_put_manager(struct copy *c, struct cvm *row, size_t kind, size_t tax_id, size_t name)
{
	char plain[15];
	bool company = slice_eq(cvm_cell(row, kind), "PJ") &&
		       cvm_tax_id(cvm_cell(row, tax_id), plain) && cvm_text(row, name).n;

	copy_slice(c, company ? slice_of(plain) : SLICE(""));
	copy_slice(c, company ? cvm_text(row, name) : SLICE(""));
}

bool fund_is_active(struct slice situation)
{
	static const char active[] = "em funcionamento normal";

	return situation.n == sizeof(active) - 1 &&
	       strncasecmp(situation.p, active, situation.n) == 0;
}

/* ---- the facts ---- */

#define FACTS                                                                                      \
	"tax_id, name, active, fee, is_fic, anbima_class, administrator_tax_id, administrator,"    \
	" manager_tax_id, manager, peer_rank"

static const char build[] =
	"create temp table built_fund on commit drop as"
	" with c as (select distinct on (tax_id) tax_id, fund_id, name, active, is_fic, anbima_class from fund_class"
	"             order by tax_id, active desc, registered desc nulls last, id desc),"
	"      r as (select distinct on (tax_id) tax_id, name, active, administrator_tax_id, administrator,"
	"                   manager_tax_id, manager"
	"              from fund_register order by tax_id, active desc, registered desc nulls last, id desc),"
	"      e as (select distinct on (tax_id) tax_id, name, fee, is_fic, anbima_class from fund_fee"
	"             order by tax_id, day desc),"
	"      k as (select tax_id from c union select tax_id from r union select tax_id from fund_legacy"
	"             union select tax_id from e),"
	"      f as (select k.tax_id, coalesce(c.name, r.name, o.name, e.name) as name,"
	"                   coalesce(c.active, r.active, o.active, false) as active, coalesce(e.fee, o.fee) as fee,"
	"                   coalesce(e.is_fic, c.is_fic, o.is_fic, false) as is_fic,"
	"                   coalesce(e.anbima_class, c.anbima_class, o.anbima_class) as anbima_class,"
	"                   coalesce(p.administrator_tax_id, r.administrator_tax_id, o.administrator_tax_id)"
	"                       as administrator_tax_id,"
	"                   coalesce(p.administrator, r.administrator, o.administrator) as administrator,"
	"                   coalesce(p.manager_tax_id, r.manager_tax_id, o.manager_tax_id) as manager_tax_id,"
	"                   coalesce(p.manager, r.manager, o.manager) as manager"
	"              from k left join c using (tax_id) left join r using (tax_id)"
	"              left join fund_legacy o using (tax_id) left join e using (tax_id)"
	"              left join fund_register p on p.id = c.fund_id)"
	" select f.*, case when g.peer then row_number() over (partition by f.anbima_class, f.is_fic, g.peer"
	"                                                      order by f.fee, f.tax_id) end as peer_rank"
	"   from f cross join lateral (select coalesce(f.active and f.fee > 0 and f.fee <= 20"
	"                                              and f.anbima_class is not null, false) as peer) g";

static const char remove_gone[] =
	"delete from fund f where not exists (select from built_fund b where b.tax_id = f.tax_id)";

static const char save[] =
	"insert into fund as f (" FACTS ") select " FACTS " from built_fund"
	" on conflict (tax_id) do update"
	" set name = excluded.name, active = excluded.active, fee = excluded.fee, is_fic = excluded.is_fic,"
	"     anbima_class = excluded.anbima_class, administrator_tax_id = excluded.administrator_tax_id,"
	"     administrator = excluded.administrator, manager_tax_id = excluded.manager_tax_id,"
	"     manager = excluded.manager, peer_rank = excluded.peer_rank"
	" where (f.name, f.active, f.fee, f.is_fic, f.anbima_class, f.administrator_tax_id, f.administrator,"
	"        f.manager_tax_id, f.manager, f.peer_rank)"
	"    is distinct from (excluded.name, excluded.active, excluded.fee, excluded.is_fic, excluded.anbima_class,"
	"        excluded.administrator_tax_id, excluded.administrator, excluded.manager_tax_id, excluded.manager,"
	"        excluded.peer_rank)";

/* Held funds get their name; a typed name stays. */
static const char save_names[] =
	"with named as (select tax_id as symbol, name from fund where name is not null"
	"               union all"
	"               (select distinct on (c.tax_id || ':' || s.id) c.tax_id || ':' || s.id, s.name"
	"                 from fund_subclass s join fund_class c on c.id = s.class_id where s.name is not null"
	"                order by c.tax_id || ':' || s.id, s.active desc, s.name)),"
	" saved as (insert into instrument as i (venue, symbol, asset_type, name)"
	"           select 'fund', n.symbol, 'fund', n.name from named n"
	"             left join instrument o on o.venue = 'fund' and o.symbol = n.symbol"
	"            where o.symbol is null or (not o.typed and o.name is distinct from n.name)"
	"           on conflict (venue, symbol) do update set name = excluded.name returning symbol)"
	" insert into symbol_version (venue, symbol, version)"
	" select 'fund', s.symbol, version_next(v.version) from saved s, market_version v where v.family = 'reference'"
	" on conflict (venue, symbol) do update set version = excluded.version";

void fund_prepare(struct load *l)
{
	int64_t changed;

	(void)load_sql(l, build);
	(void)load_sql(l, "analyze built_fund");
	changed = load_sql(l, remove_gone);
	changed += load_sql(l, save);
	changed += load_sql(l, save_names);
	if (changed)
		l->touched[FAMILY_REFERENCE] = true;
}

void fund_load(struct load *l, const struct fund_table *t, struct csv_column *columns, size_t n,
	       const char *passed, void (*put)(struct cvm *row, struct copy *to, int64_t *odd))
{
	int64_t odd = 0;
	struct copy *to;
	struct cvm c;

	cvm_open(&c, l);
	cvm_map(&c, columns, n, passed);
	to = fund_stage(l, t);
	while (cvm_row(&c))
		put(&c, to, &odd);
	(void)fund_save(l, t, to);
	fund_warn_odd(l, odd);
	fund_prepare(l);
}
