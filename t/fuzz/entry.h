/* SPDX-License-Identifier: Apache-2.0 */
/* entry.h: what a fuzz entry offers, and how it says that a promise was broken. */
#ifndef LASTRO_T_FUZZ_ENTRY_H
#define LASTRO_T_FUZZ_ENTRY_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The name is libFuzzer's.  Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n);

/* promise() - stop when it is not kept, whatever NDEBUG says. */
#define promise(kept)                                                                              \
	do {                                                                                       \
		if (!(kept)) {                                                                     \
			fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #kept);         \
			abort();                                                                   \
		}                                                                                  \
	} while (0)

#endif
