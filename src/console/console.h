/* SPDX-License-Identifier: Apache-2.0 */
/* console.h: portfolios for who would rather look: pages from the figures that the JSON has. */
#ifndef LASTRO_CONSOLE_CONSOLE_H
#define LASTRO_CONSOLE_CONSOLE_H

#include "http/route.h"

extern const struct route console_routes[], work_routes[];

#endif
