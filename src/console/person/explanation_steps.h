/* SPDX-License-Identifier: Apache-2.0 */
/* explanation_steps.h: an explanation as tables: what it rests on, and the steps that lead to the figure. */
#ifndef LASTRO_CONSOLE_PERSON_EXPLANATION_STEPS_H
#define LASTRO_CONSOLE_PERSON_EXPLANATION_STEPS_H

#include "calc/explain/explain.h"
#include "http/html.h"

struct steps_shown {
	const struct explain *e;
	size_t inputs, inputs_end, steps, steps_end; /* of which places */
	/* Who says an input; where the figure that it is, is explained itself.  Both may give NULL. */
	const char *(*source)(const struct explain_input *in);
	const char *(*href)(struct html *h, const void *of, const struct explain_input *in);
	const void *of; /* href()'s own */
};

void steps_write(struct html *h, const struct steps_shown *s);

/* steps_figure() - what is explained, as people write it, and exactly; or why it is not known. */
void steps_figure(struct html *h, const char *name, const struct explain_figure *f);

#endif
