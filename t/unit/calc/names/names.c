/* SPDX-License-Identifier: Apache-2.0 */
/* Names, keys, scores, verdicts and cohort values: edge cases; the worked cases test the usual ones. */
#include "config.h"

#include "calc/names/names.h"

#include <math.h>
#include <stdio.h>

#include "core/pool.h"

#include "tap.h"

static void *pool;

static const char *joined(const char *name)
{
	struct object_words w;

	object_words_of(pool, name, &w);
	return w.joined;
}

static void names(void)
{
	struct object_words w;
	char long_name[601] = "";

	is_text(joined("LOJAS RENNER S.A."), "lojas renner", "a legal form is dropped");
	is_text(joined("Companhia Siderúrgica Nacional"), "nacional siderurgica",
		"accents, case and order are gone");
	is_text(joined("Itaú Unibanco Holding S/A"), "holding itau unibanco",
		"a slash parts words");
	is_text(joined("Banco do Brasil Banco"), "banco brasil", "a word counts once");
	is_text(joined("Companhia"), "companhia", "nothing is dropped when nothing would be left");
	is_text(joined("S.A. de"), "a de s", "nor of several");
	is_text(joined("!!! ... ---"), "", "no letter, no digit: no word");
	is_text(joined("10ª emissão"), "10a emissao", "an ordinal is a letter");
	is_text(joined("\xF0\x9F\x92\xB0 OURO \xF0\x9F\x92\xB0"), "ouro",
		"four-byte signs are no letters");
	is_text(joined("شركة"), "شركة", "letters of other scripts are");
	object_words_of(pool, "Pátria FII Logística FIDC", &w);
	is_text(w.subkind, "fii", "the first type word rules");
	object_words_of(pool, "Fundo Verde", &w);
	ok(w.kind && str_eq(w.kind, "fund") && !w.subkind,
	   "fundo restricts to a fund of any subkind");
	object_words_of(pool, "debêntures da Vale", &w);
	is_text(w.subkind, "debenture", "a type word has its accent folded");
	for (unsigned i = 0; i < 150; i++) {
		long_name[4 * i] = (char)('0' + i / 100);
		long_name[4 * i + 1] = (char)('0' + i / 10 % 10);
		long_name[4 * i + 2] = (char)('0' + i % 10);
		long_name[4 * i + 3] = ' ';
	}
	object_words_of(pool, long_name, &w);
	is_int((long)w.n, OBJECT_WORDS_MAX, "words beyond the room are ignored");
}

static enum object_key_form form(const char *s, bool *right)
{
	return object_key_form(object_key_normal(pool, s), right);
}

static void keys(void)
{
	bool right = true;

	is_text(object_key_normal(pool, " petr-4 "), "PETR4", "letters and digits, capital");
	is_text(object_key_normal(pool, "ação"), "ACAO", "accents folded");
	is_text(object_key_normal(pool, "%_*"), "", "nothing is left of signs");
	ok(form("33.000.167/0001-01", &right) == KEY_FORM_CNPJ && right, "a CNPJ");
	ok(form("33.000.167/0001-02", &right) == KEY_FORM_CNPJ && !right, "its check digits wrong");
	ok(form("12.ABC.345/01DE-35", &right) == KEY_FORM_CNPJ && right, "a CNPJ with letters");
	ok(form("12.ABC.345/01DE-36", &right) == KEY_FORM_CNPJ && !right, "and its digits wrong");
	ok(form("529.982.247-25", &right) == KEY_FORM_CPF && right, "a CPF");
	ok(form("529.982.247-26", &right) == KEY_FORM_CPF && !right, "its check digits wrong");
	ok(form("11111111111", &right) == KEY_FORM_CPF && !right, "eleven ones name nobody");
	ok(form("BRPETRACNPR6", &right) == KEY_FORM_ISIN && right, "an ISIN");
	ok(form("brpetracnpr7", &right) == KEY_FORM_ISIN && !right, "its check digit wrong");
	ok(form("US0378331005", &right) == KEY_FORM_ISIN && right, "an ISIN of another country");
	ok(form("PETR4", &right) == KEY_FORM_OTHER, "a ticker has no check digit");
	ok(form("LOJAS RENNER SA", &right) == KEY_FORM_OTHER, "a name is no tax id");
}

static double score(const char *query, const char *name, bool unknown, struct object_score *s)
{
	struct object_words q, w;
	bool all[OBJECT_WORDS_MAX];

	for (int i = 0; i < OBJECT_WORDS_MAX; i++)
		all[i] = unknown;
	object_words_of(pool, query, &q);
	object_words_of(pool, name, &w);
	object_score_of(pool, &q, all, &w, s);
	return s->score;
}

static void near_words(void)
{
	ok(object_words_near("petrobras", "petrobraz"), "one letter wrong");
	ok(object_words_near("petrobras", "petrobas"), "one missing");
	ok(object_words_near("petrobras", "pettrobras"), "one too many");
	ok(object_words_near("petrobras", "pertobras"), "two swapped");
	ok(object_words_near("petrobras", "petrobra"), "the last one missing");
	ok(!object_words_near("petrobras", "petobraz"), "two errors are too many");
	ok(!object_words_near("bb", "bc"), "a short word is near nothing");
	ok(!object_words_near("serie1", "serie2"), "another digit is another thing");
	ok(!object_words_near("vale", "vazio"), "others are not near");
}

static void scores(void)
{
	struct object_score s;

	ok(fabs(score("LOJAS RENNER S.A.", "Lojas Renner", false, &s) - 1) < 1e-12,
	   "the same words score 1");
	/* F 0; trigrams: 8 of petrobras's 10 are common, 12 in all. */
	ok(fabs(score("petrobraz", "PETROBRAS", false, &s) - (8 / 12.0) / 2) < 1e-12,
	   "a word that some name holds is not corrected");
	ok(fabs(score("petrobraz", "PETROBRAS", true, &s) - (0.8 + 8 / 12.0) / 2) < 1e-12,
	   "one that none holds is");
	is_text(s.corrected_from, "petrobraz", "and said so: from");
	is_text(s.corrected_to, "petrobras", "to");
	ok(fabs(score("fii", "fii", false, &s) - 1) < 1e-12, "generic words alone are equal too");
	ok(score("", "vale", false, &s) == 0, "no word, no score");
}

static struct object_candidate made(const char *id, enum object_match_kind match, double score_of)
{
	return (struct object_candidate){ .id = id,
					  .kind = "company",
					  .name = id,
					  .match = match,
					  .matched_type = "name",
					  .matched_value = id,
					  .score = { .score = score_of } };
}

static void verdicts(void)
{
	struct object_candidate two_keys[] = { made("b", MATCH_KEY, 1), made("a", MATCH_KEY, 1) };
	struct object_candidate key_and_name[] = { made("a", MATCH_NAME, 1),
						   made("b", MATCH_KEY, 1) };
	struct object_candidate two_names[] = { made("a", MATCH_NAME, 1),
						made("b", MATCH_NAME, 1) };
	struct object_candidate fuzzy[] = { made("a", MATCH_FUZZY, 0.35),
					    made("b", MATCH_FUZZY, 0.70),
					    made("c", MATCH_FUZZY, 0.3499) };
	struct object_candidate twice[] = { made("a", MATCH_FUZZY, 0.9), made("a", MATCH_NAME, 1) };
	struct object_verdict v;
	size_t n = 2;

	object_rank(two_keys, &n, &v);
	ok(!v.best_id && v.reason == REASON_AMBIGUOUS_KEY, "two keys identify nothing");
	is_text(two_keys[0].id, "a", "tied ones by name");
	ok(two_keys[0].confidence == CONFIDENCE_MEDIUM, "and are medium");
	object_rank(key_and_name, &n, &v);
	is_text(v.best_id, "b", "a key rules over a name");
	ok(key_and_name[1].confidence == CONFIDENCE_MEDIUM, "a name beside a key is medium");
	object_rank(two_names, &n, &v);
	ok(!v.best_id && v.reason == REASON_AMBIGUOUS_NAME, "homonyms identify nothing");
	n = 3;
	object_rank(fuzzy, &n, &v);
	is_int((long)n, 2, "0.35 is kept, less is not");
	ok(fuzzy[0].confidence == CONFIDENCE_MEDIUM && fuzzy[1].confidence == CONFIDENCE_LOW,
	   "fuzzy is medium from 0.70");
	ok(!v.best_id && v.reason == REASON_FUZZY, "and is never identity");
	n = 2;
	object_rank(twice, &n, &v);
	ok(n == 1 && twice[0].match == MATCH_NAME, "an object stands once, by its best");
	n = 0;
	object_rank(NULL, &n, &v);
	ok(v.reason == REASON_NO_MATCH, "nothing is no match");
}

static struct object_candidate stands(struct object_candidate c, enum object_standing standing,
				      int64_t traded, bool begins)
{
	c.standing = standing;
	c.traded = traded;
	c.begins = begins;
	return c;
}

static void standing(void)
{
	struct object_candidate equal[] = {
		stands(made("a", MATCH_NAME, 1), STANDING_GONE, 0, false),
		stands(made("b", MATCH_NAME, 1), STANDING_PLAIN, 900, false),
		stands(made("c", MATCH_NAME, 1), STANDING_LISTED, 10, false),
		stands(made("d", MATCH_NAME, 1), STANDING_LISTED, 20, false),
	};
	struct object_candidate similar[] = {
		stands(made("a", MATCH_FUZZY, 0.80), STANDING_GONE, 0, false),
		stands(made("b", MATCH_FUZZY, 0.66), STANDING_PLAIN, 0, false),
		stands(made("c", MATCH_FUZZY, 0.52), STANDING_LISTED, 0, false),
	};
	struct object_candidate only[] = {
		stands(made("a", MATCH_FUZZY, 0.90), STANDING_LISTED, 0, false),
		stands(made("b", MATCH_FUZZY, 0.20), STANDING_LISTED, 0, true),
		stands(made("c", MATCH_FUZZY, 0.60), STANDING_PLAIN, 0, true),
	};
	struct object_candidate two[] = {
		stands(made("a", MATCH_FUZZY, 0.20), STANDING_LISTED, 0, true),
		stands(made("b", MATCH_FUZZY, 0.40), STANDING_LISTED, 0, true),
	};
	struct object_candidate other = made("z", MATCH_NAME, 1);
	struct object_candidate own[2];
	struct object_verdict v;
	size_t n = 4;

	other.matched_value = "alias";
	own[0] = other;
	own[0].id = "a";
	own[1] = made("z", MATCH_NAME, 1);
	object_rank(equal, &n, &v);
	is_text(equal[0].id, "d", "of equal names the most traded");
	is_text(equal[1].id, "c", "then the other listed one");
	is_text(equal[2].id, "b", "then one that lives, whatever is traded of it");
	is_text(equal[3].id, "a", "then the cancelled one");
	n = 3;
	object_rank(similar, &n, &v);
	is_text(similar[0].id, "c", "0.52 + 0.15 of a listed company is before 0.66");
	is_text(similar[1].id, "b", "and 0.66 before 0.80 - 0.15 of a cancelled one");
	ok(similar[2].score.score > 0.79, "the score itself is what it was");
	n = 3;
	object_rank(only, &n, &v);
	is_text(only[0].id, "b",
		"first words of the only listed name are before what is more similar");
	ok(!v.best_id && v.reason == REASON_FUZZY, "and are no identity");
	is_text(only[2].id, "c", "of one that is not listed they do not count");
	n = 2;
	object_rank(two, &n, &v);
	ok(n == 1 && str_eq(two[0].id, "b"), "nor of two; then the least score is asked again");
	n = 2;
	object_rank(own, &n, &v);
	is_text(own[0].id, "z", "one's own name is before an alias");
}

static void beginnings(void)
{
	ok(object_name_begins(pool, "Banco BTG", "BANCO BTG PACTUAL S/A"), "first words");
	ok(object_name_begins(pool, "rede d'or", "REDE D'OR SÃO LUIZ S.A."), "without signs");
	ok(object_name_begins(pool, "localisa", "LOCALIZA RENT A CAR"), "one letter off");
	ok(!object_name_begins(pool, "lokalisa", "LOCALIZA RENT A CAR"), "not two");
	ok(!object_name_begins(pool, "localisa rant", "LOCALIZA RENT A CAR"), "nor in two words");
	ok(!object_name_begins(pool, "btg", "BANCO BTG PACTUAL"), "not other words");
	ok(!object_name_begins(pool, "ban", "BANCO BTG PACTUAL"), "nor half a word");
	ok(!object_name_begins(pool, "banco btg pactual sa", "BANCO BTG"), "nor more words");
	ok(!object_name_begins(pool, "", "BANCO BTG"), "nothing begins nothing");
}

static void cohorts(void)
{
	struct day jan = { 20454 }, feb = { 20485 };
	struct cohort_facts f = { .has_to = true,
				  .has_from = true,
				  .to = 3 * E12,
				  .from = -2 * E12,
				  .to_day = feb,
				  .from_day = jan };
	struct cohort_value v;
	bool out;

	ok(cohort_value_of(REDUCE_PCT_CHANGE, &f, &out, &v) == CALC_OK && v.e12 == 250 * E12,
	   "a negative base counts by its size");
	ok(cohort_value_of(REDUCE_DELTA, &f, &out, &v) == CALC_OK && v.e12 == 5 * E12, "delta");
	f.from = 0;
	ok(cohort_value_of(REDUCE_PCT_CHANGE, &f, &out, &v) == CALC_OK && out,
	   "base 0 is left out");
	ok(cohort_value_of(REDUCE_DELTA, &f, &out, &v) == CALC_OK && !out, "but not of a delta");
	f.from_day = feb;
	ok(cohort_value_of(REDUCE_DELTA, &f, &out, &v) == CALC_OK && out,
	   "both ends the same observation are left out");
	f = (struct cohort_facts){ .n = 3, .sum = 2 * E12, .from_day = jan, .to_day = feb };
	ok(cohort_value_of(REDUCE_AVG, &f, &out, &v) == CALC_OK && v.e12 == 666666666667,
	   "a mean is rounded half away");
	ok(cohort_value_of(REDUCE_COUNT, &f, &out, &v) == CALC_OK && v.e12 == 3 * E12, "count");
	f.n = 0;
	ok(cohort_value_of(REDUCE_SUM, &f, &out, &v) == CALC_OK && out,
	   "an empty window is left out, not 0");
	f = (struct cohort_facts){ .has_to = true,
				   .has_from = true,
				   .to = (wide)1 << 126,
				   .from = -((wide)1 << 126),
				   .to_day = feb,
				   .from_day = jan };
	ok(cohort_value_of(REDUCE_DELTA, &f, &out, &v) == CALC_RANGE,
	   "what leaves the grid is said");
	ok(cohort_order(true, 1, "b", 1, "a") > 0 && cohort_order(false, 1, "b", 1, "a") > 0,
	   "ties by id in both orders");
	ok(cohort_order(true, 2, "b", 1, "a") < 0 && cohort_order(false, 2, "b", 1, "a") > 0,
	   "the larger first, or last");
	ok(cohort_passes(COHORT_GE, 1, 1) && !cohort_passes(COHORT_GT, 1, 1) &&
		   cohort_passes(COHORT_NE, 1, 2) && !cohort_passes(COHORT_LT, 2, 1),
	   "comparisons");
}

int main(void)
{
	pool = pool_new(NULL, "objects");
	names();
	keys();
	near_words();
	scores();
	verdicts();
	standing();
	beginnings();
	cohorts();
	pool_free(pool);
	return tap_done();
}
