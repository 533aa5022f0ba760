/* SPDX-License-Identifier: Apache-2.0 */
/* console.h: portfolios as pages for people, with the figures of the JSON. */
#ifndef LASTRO_CONSOLE_CONSOLE_H
#define LASTRO_CONSOLE_CONSOLE_H

#include "http/route.h"

extern const struct route console_routes[], work_routes[];

#endif
