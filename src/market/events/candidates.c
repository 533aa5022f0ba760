/* SPDX-License-Identifier: Apache-2.0 */
/*
 * candidates.c: derives events from loaded data, each by a named rule.
 *
 * selic_target:  the target of the central bank's rate moved (series 432) material_fact: a listed
 * company filed a material fact; its later versions are the same event
 *
 * A candidate is an ordinary event that names its rule among the detectors; a line of a file with its
 * event_key replaces it.
 */
#include "config.h"

#include "market/events/event_answers.h"

#include "db/db.h"

/* Documents arrive late: how many days before the newest candidate are searched again. */
#define LATE_DAYS 400

#define INTO                                                                                                    \
	"with c as (insert into market_event (event_id, event_key, type, day, layer, category, title, summary," \
	"       entities, tickers, channels, detectors, score, from_text, to_text, rule)"
#define KNOWN(key) "not exists (select from market_event m where m.event_key = " key ")"
#define LAST "(select coalesce(max(event_id), 0) as last from market_event) b"
#define PERCENT(value) "replace(trim_scale(" value ")::text, '.', ',') || '%'"

static DB_STMT(
	selic, "candidates.selic",
	INTO
	" select b.last + row_number() over (order by s.day), 'selic_target:' || s.day, 'official_act', s.day,"
	"        'domestic', 'monetary_policy',"
	"        'Meta da Selic de ' || " PERCENT("s.before") " || ' para ' || " PERCENT(
		"s.value") ","
			   "        'A meta da taxa Selic passou de ' || " PERCENT("s.before") " || ' para ' || " PERCENT(
				   "s.value") " || ' ao ano, em vigor desde ' || to_char(s.day, 'DD/MM/YYYY') || '.',"
					      "        '{Banco Central,Copom}', '{}', '{SELIC,IBOV,IFIX,USDBRL}', '{selic_target}', 0.6,"
					      "        " PERCENT("s.before") ", " PERCENT(
						      "s.value") ", 'selic_target'"
								 "   from " LAST
								 ", (select v.day, v.value, lag(v.value) over (order by v.day) as before"
								 "                      from series v where v.code = 432) s"
								 "  where s.before <> s.value and " KNOWN(
									 "'selic_target:' || s.day") " returning event_id, day)"
												     "insert into event_evidence (event_id, kind, ref, url, title)"
												     " select event_id, 'series', 'SGS 432', 'https://api.bcb.gov.br/dados/serie/bcdata.sgs.432/dados',"
												     "        'Banco Central, SGS 432: meta da taxa Selic' from c");

static DB_STMT(
	facts, "candidates.material_facts",
	INTO
	" select b.last + row_number() over (order by d.filed_at, d.id), 'material_fact:' || d.source || ':' || d.doc_key,"
	"        'official_act', d.filed_at, 'company', 'corporate_action',"
	"        left(d.name || ': ' || d.subject, 300), left(d.name || ' divulgou fato relevante: ' || d.subject, 4000),"
	"        array[d.name], d.tickers, '{}', '{material_fact}', 0.5, null, null, 'material_fact'"
	"   from " LAST
	", (select distinct on (x.source, x.doc_key) x.*, coalesce(c.trading_name, c.name) as name,"
	"                           coalesce(x.subject_given, 'sem assunto') as subject,"
	"                           array(select t.ticker from company_ticker t where t.company_id = x.company_id"
	"                                    and (t.since is null or t.since <= x.filed_at)"
	"                                    and (t.until is null or t.until > x.filed_at) order by t.ticker) as tickers"
	"                      from (select f.id, f.source, f.doc_key, f.company_id, f.filed_at,"
	"                                   nullif(f.subject, '') as subject_given"
	"                              from company_document f"
	"                             where f.kind = 'material_fact' and f.first_id is null and f.filed_at >="
	"                                   coalesce((select max(m.day) from market_event m where m.rule = 'material_fact'),"
	"                                            '1900-01-01') - $1::int8::int) x"
	"                      join company c on c.id = x.company_id"
	"                     where exists (select from company_ticker t where t.company_id = x.company_id)"
	"                     order by x.source, x.doc_key, x.id) d"
	"  where " KNOWN(
		"'material_fact:' || d.source || ':' || d.doc_key") " returning event_id, event_key)"
								    "insert into event_evidence (event_id, kind, ref, url, title)"
								    " select distinct on (c.event_id) c.event_id, 'document', coalesce(nullif(d.protocol, ''), d.doc_key),"
								    "        coalesce(d.download_url, ''), left('CVM, ' || d.category, 500)"
								    "   from c join company_document d on 'material_fact:' || d.source || ':' || d.doc_key = c.event_key"
								    "  where d.kind = 'material_fact'"
								    "  order by c.event_id, d.id");

int64_t events_candidates(struct ctx *ctx)
{
	return db_exec(ctx, &selic, DB_NO_ARGS) + db_exec(ctx, &facts, DB_ARGS(db_int(LATE_DAYS)));
}
