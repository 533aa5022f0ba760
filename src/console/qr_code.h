/* SPDX-License-Identifier: Apache-2.0 */
/* qr_code.h: a text as a QR code. */
#ifndef LASTRO_CONSOLE_QR_CODE_H
#define LASTRO_CONSOLE_QR_CODE_H

#include "http/html.h"

/* qr_code() - as an inline image of squares; @label: for screen readers.  Nothing when the text is too long. */
void qr_code(struct html *h, const char *text, const char *label);

#endif
