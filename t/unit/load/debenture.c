/* SPDX-License-Identifier: Apache-2.0 */
/* Contracts of debentures in a line of text, and the patterns of fetched files. */
#include "config.h"

#include "load/debenture.h"
#include "load/fetch.h"

#include "core/pool.h"
#include "tap.h"

static void is_rate(struct maybe r, const char *want, const char *name)
{
	if (!ok(r.known == (want != NULL), "%s: known or not", name) || !want)
		return;
	is_money((struct money){ r.v }, want, name);
}

static void terms(const char *text, const char *indexer, const char *kind, const char *pct,
		  const char *spread, const char *rate)
{
	struct debenture_terms t = debenture_terms_of(text);

	is_text(t.indexer, indexer, text);
	is_text(t.rate_kind, kind, text);
	is_rate(t.pct, pct, text);
	is_rate(t.spread, spread, text);
	is_rate(t.rate, rate, text);
}

static void test_urls(void *pool)
{
	struct fetch_options opt = {
		.values = { [FETCH_YEAR] = "2026", [FETCH_MONTH] = "06", [FETCH_DAY] = "03" }
	};
	const char *why = NULL;
	const struct fetch_source *s = fetch_choose(pool, "anbima-debentures", &opt, &why);

	if (ok(s != NULL, "the values of a day choose a file"))
		is_text(fetch_expand(pool, s->file, s, &opt, 1, false), "db260603.txt",
			"whose name says the day");
	opt.values[FETCH_DAY] = "32";
	ok(!fetch_choose(pool, "anbima-debentures", &opt, &why) && why, "a day that is none");
	opt = (struct fetch_options){ .values = { [FETCH_ISSUER] = "PETR" } };
	s = fetch_choose(pool, "companies", &opt, &why);
	if (ok(s != NULL, "a company"))
		is_text(fetch_expand(pool, s->params, s, &opt, 1, false),
			"{\"issuingCompany\":\"PETR\",\"language\":\"pt-br\"}",
			"braces of JSON are braces");
	opt = (struct fetch_options){ .values = {
					      [FETCH_CODE] = "^spx", [FETCH_SYMBOL] = "SP500" } };
	s = fetch_choose(pool, "ohlc", &opt, &why);
	if (ok(s != NULL, "a series of prices"))
		is_text(fetch_expand(pool, s->path, s, &opt, 1, true), "/q/d/l/?s=%5Espx&i=d",
			"values are escaped in a URL");
	for (s = fetch_sources; s->source; s++)
		ok(load_source_find(s->source) != NULL, "%s: what is fetched can be loaded",
		   s->source);
}

int main(void)
{
	void *pool = pool_new(NULL, "test");

	terms("DI + 1,6%", "cdi", "spread", "100", "1.6", NULL);
	terms("DI + 0%", "cdi", "spread", "100", "0", NULL);
	terms("DI + ", "cdi", "spread", NULL, NULL, NULL);
	terms("115% do DI", "cdi", "percent_of_index", "115", "0", NULL);
	terms("107,75% do DI", "cdi", "percent_of_index", "107.75", "0", NULL);
	terms("IPCA + 6,4895%", "ipca", "real", NULL, NULL, "6.4895");
	terms("PREFIXADO 11,44%", "prefixado", "fixed", NULL, NULL, "11.44");
	terms("IGP-M + 8%", "igpm", "real", NULL, NULL, "8");
	terms("IGP-M", "igpm", "real", NULL, NULL, NULL);
	terms("IGP-M + x%", "igpm", "real", NULL, NULL, NULL);
	terms("TR + 8%", "outro", NULL, NULL, NULL, NULL);
	terms("x% do DI", "outro", NULL, NULL, NULL, NULL);
	terms("", NULL, NULL, NULL, NULL, NULL);
	is_text(debenture_indexer("pre"), "prefixado", "PRÉ");
	is_text(debenture_indexer("dolar"), "outro", "DOLAR");
	is_text(debenture_indexer("-"), NULL, "nothing said");
	test_urls(pool);
	pool_free(pool);
	return tap_done();
}
