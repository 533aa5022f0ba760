/* SPDX-License-Identifier: Apache-2.0 */
/* explanation_steps.h: an explanation as tables: its inputs, and the steps that lead to the figure. */
#ifndef LASTRO_CONSOLE_PERSON_EXPLANATION_STEPS_H
#define LASTRO_CONSOLE_PERSON_EXPLANATION_STEPS_H

#include "calc/explain/explain.h"
#include "http/html.h"

struct steps_shown {
	const struct explain *e;
	size_t inputs, inputs_end, steps, steps_end; /* of which places */
	/*
	 * The source of an input; the address of its own explanation if it is a figure.  Both may
	 * return NULL.
	 */
	const char *(*source)(const struct explain_input *in);
	const char *(*href)(struct html *h, const void *of, const struct explain_input *in);
	const void *of; /* href()'s own */
};

/* steps_counted() - "1 passo, a partir de 2 dados". */
const char *steps_counted(void *pool, const struct explain *e);

void steps_write(struct html *h, const struct steps_shown *s);

/* steps_figure() - the explained figure, rounded and exactly; or why it is unknown. */
void steps_figure(struct html *h, const char *name, const struct explain_figure *f);

#endif
