/* SPDX-License-Identifier: Apache-2.0 */
/* open_pages.h: the pages that a visitor sees who opens the service's address. */
#ifndef LASTRO_SERVE_OPEN_PAGES_H
#define LASTRO_SERVE_OPEN_PAGES_H

#include "http/route.h"

extern const struct route pages_routes[];

#endif
