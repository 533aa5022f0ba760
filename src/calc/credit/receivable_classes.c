/* SPDX-License-Identifier: Apache-2.0 */
/*
 * receivable_classes.c: the classes of a receivables fund by their labels, and its subordination.
 *
 * Classes that contradict the fund's net worth would give a wrong ratio: some filers report quotas a
 * million times too large.
 */
#include "config.h"

#include "calc/credit/credit.h"

#include <string.h>

#include "core/text.h"

#define ROUNDED_E8 (E8 / 2) /* 0.5 %: the rounding in filings */
#define DOUBTFUL_E8 (5 * E8)

const char *const class_layer_names[] = { "senior", "mezzanine", "junior", "unknown", NULL };

const char *const subordination_reasons[] = {
	[SUBORDINATION_KNOWN] = NULL,
	[SUBORDINATION_NO_CLASSES] = "no_classes",
	[SUBORDINATION_NO_WORTH] = "no_net_worth",
	[SUBORDINATION_VALUE_UNKNOWN] = "class_value_unknown",
	[SUBORDINATION_CONTRADICTED] = "classes_contradict_net_worth",
	[SUBORDINATION_SINGLE] = "single_class",
	[SUBORDINATION_UNKNOWN_CLASS] = "unknown_class",
	[SUBORDINATION_NO_SENIOR] = "no_senior_class",
};

char *class_label(void *pool, const char *as_filed)
{
	char *label = text_fold(pool, as_filed);
	size_t n = strlen(label);

	while (n && (label[n - 1] == '|' || label[n - 1] == ' '))
		n--;
	label[n] = '\0';
	return label;
}

enum class_layer class_layer_of(const char *label)
{
	/* Every label of a mezzanine class says "subordinada", too: the order decides. */
	if (strstr(label, "mezanin") || strstr(label, "mezzanin"))
		return CLASS_MEZZANINE;
	if (strstr(label, "subordinad") || strstr(label, "junior"))
		return CLASS_JUNIOR;
	/* "Série 1" is a senior series as named before resolution 175. */
	if (strstr(label, "senior") || text_starts(label, "serie"))
		return CLASS_SENIOR;
	return CLASS_UNKNOWN;
}

/* The reason for a missing ratio; the first of the checks that fails is reported. */
static enum subordination_reason judge(const struct fund_classes *c, struct subordination *s)
{
	if (c->value_unknown)
		return SUBORDINATION_VALUE_UNKNOWN;
	if (!c->live)
		return SUBORDINATION_NO_CLASSES;
	if (!c->worth_known)
		return SUBORDINATION_NO_WORTH;
	if (!c->sum_known)
		return SUBORDINATION_CONTRADICTED;
	s->difference_known =
		credit_ratio((s->sum - c->net_worth) * 100, c->net_worth, &s->difference);
	if (!s->difference_known || wide_abs(s->difference) > DOUBTFUL_E8)
		return SUBORDINATION_CONTRADICTED;
	s->differs = wide_abs(s->difference) > ROUNDED_E8;
	if (c->live == 1)
		return SUBORDINATION_SINGLE;
	if (c->layer[CLASS_UNKNOWN])
		return SUBORDINATION_UNKNOWN_CLASS;
	return c->layer[CLASS_SENIOR] ? SUBORDINATION_KNOWN : SUBORDINATION_NO_SENIOR;
}

void subordination_of(const struct fund_classes *c, struct subordination *out)
{
	wide below = c->layer[CLASS_MEZZANINE] + c->layer[CLASS_JUNIOR];

	*out = (struct subordination){ .sum = below + c->layer[CLASS_SENIOR] +
					      c->layer[CLASS_UNKNOWN] };
	out->reason = judge(c, out);
	if (out->reason != SUBORDINATION_KNOWN)
		return;
	if (!credit_ratio(below * 100, out->sum, &out->senior)) {
		out->reason = SUBORDINATION_CONTRADICTED;
		return;
	}
	out->mezzanine_known =
		c->layer[CLASS_MEZZANINE] &&
		credit_ratio(c->layer[CLASS_JUNIOR] * 100, out->sum, &out->mezzanine);
}
