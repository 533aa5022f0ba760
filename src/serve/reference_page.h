/* SPDX-License-Identifier: Apache-2.0 */
/* reference_page.h: doc/openapi.yaml as pages, made when the program is built (build-aux/reference). */
#ifndef LASTRO_SERVE_REFERENCE_PAGE_H
#define LASTRO_SERVE_REFERENCE_PAGE_H

#include <stddef.h>

struct reference_page {
	const char *name, *title, *about;
	const unsigned char *html; /* the content between the heading and the end of the page */
	size_t n;
};

extern const struct reference_page reference_pages[]; /* ends with a NULL name */

#endif
