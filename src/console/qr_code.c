/* SPDX-License-Identifier: Apache-2.0 */
/*
 * qr_code.c: a text as a QR code.
 *
 * Dark on white in both colour schemes, with the quiet zone of four modules that readers need.
 */
#include "config.h"

#include "console/qr_code.h"

#include <qrencode.h>

#include "core/pool.h"

#define QUIET 4 /* modules */

/* Each run of dark modules of a row is a rectangle. */
static const char *path_of(void *pool, const QRcode *code)
{
	size_t width = (size_t)code->width;
	struct buf b;

	buf_init(&b, pool, 8192);
	for (size_t y = 0; y < width; y++) {
		const unsigned char *row = code->data + y * width;

		for (size_t x = 0, n; x < width; x += n) {
			for (n = 1; x + n < width && (row[x + n] & 1) == (row[x] & 1); n++)
				continue;
			if (row[x] & 1)
				buf_printf(&b, "M%zu %zuh%zuv1h-%zuz", x + QUIET, y + QUIET, n, n);
		}
	}
	return buf_text(&b);
}

void qr_code(struct html *h, const char *text, const char *label)
{
	void *pool = h->ctx->pool;
	QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
	const char *path;
	int size;

	if (!code)
		return;
	path = path_of(pool, code);
	size = code->width + 2 * QUIET;
	QRcode_free(code);
	html_open(h, "svg");
	html_attr(h, "viewBox", pool_printf(pool, "0 0 %d %d", size, size));
	html_attr(h, "width", "240");
	html_attr(h, "height", "240");
	html_attr(h, "role", "img");
	html_attr(h, "aria-label", label);
	html_attr(h, "shape-rendering", "crispEdges");
	html_open(h, "rect");
	html_attr(h, "width", "100%");
	html_attr(h, "height", "100%");
	html_attr(h, "fill", "#fff");
	html_close(h, "rect");
	html_open(h, "path");
	html_attr(h, "fill", "#000");
	html_attr(h, "d", path);
	html_close(h, "path");
	html_close(h, "svg");
}
