/* SPDX-License-Identifier: Apache-2.0 */
/* pdf_status.h: what lastro-pdf and who starts it agree on. */
#ifndef LASTRO_PDF_PDF_STATUS_H
#define LASTRO_PDF_PDF_STATUS_H

#include <stddef.h>

#define PDF_PAGES_MAX 100
#define PDF_TEXT_MAX ((size_t)8 << 20)	/* bytes of its answer */
#define PDF_FILE_MAX ((size_t)20 << 20) /* bytes */
#define PDF_PASSWORD_MAX ((size_t)128)	/* bytes */
#define PDF_PASSWORD_FD 3

enum pdf_status {
	PDF_STATUS_READ,
	PDF_STATUS_UNREADABLE,
	PDF_STATUS_PASSWORD, /* the file asks for another one */
	PDF_STATUS_TOO_LARGE,
	PDF_STATUS_UNCONFINED, /* this machine does not let it give up its rights */
};

#endif
