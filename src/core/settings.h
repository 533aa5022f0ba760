/* SPDX-License-Identifier: Apache-2.0 */
/* settings.h: LASTRO_* of the process environment, read and checked once at start. */
#ifndef LASTRO_CORE_SETTINGS_H
#define LASTRO_CORE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/address.h"

/*
 * LASTRO_CLIENT_METADATA: whether client metadata documents are fetched; local: also from this machine,
 * for tests.
 */
enum client_metadata { CLIENT_METADATA_OFF, CLIENT_METADATA_ON, CLIENT_METADATA_LOCAL };

/* Burst size of a credential, in seconds of its rate. */
#define RATE_WINDOW_S 2

/* Who gets a link to choose a password by mail: nobody (default), who has an account, anybody. */
enum sign_up { SIGN_UP_OFF, SIGN_UP_KNOWN, SIGN_UP_ON };

struct config {
	const char *database;	   /* LASTRO_DATABASE: libpq connection string */
	const char *database_read; /* LASTRO_DATABASE_READ, or NULL */
	const char *base_url;	   /* LASTRO_BASE_URL, without a trailing slash; "" when unset */
	const char *secret;	   /* LASTRO_SECRET; random for this process when unset */
	bool secret_given;
	int deadline_ms;		 /* LASTRO_DEADLINE_MS, default 10000 */
	int import_deadline_ms;		 /* LASTRO_IMPORT_DEADLINE_MS, default 60000 */
	bool prepared;			 /* LASTRO_PREPARED: on (default) or off */
	size_t memory_bytes;		 /* limit of a worker's address space */
	size_t cache_bytes;		 /* LASTRO_CACHE_MB, default 32 */
	const char *const *cors_origins; /* LASTRO_CORS_ORIGINS, comma-separated */
	size_t n_cors_origins;
	const struct address_range *assistants; /* LASTRO_ASSISTANTS, comma-separated */
	size_t n_assistants;
	enum client_metadata client_metadata;
	int rate;		 /* LASTRO_RATE: requests a second of one credential, default 50 */
	const char *pdf_program; /* LASTRO_PDF, default libexec/lastro/lastro-pdf */
	enum sign_up sign_up;	 /* LASTRO_SIGN_UP; needs base_url, for its links */
};

/*
 * config_read() - from the process environment (also sets up clock and log).  On a wrong value:
 * NULL and *error says which variable, what was found and what was expected.
 */
const struct config *config_read(void *pool, const char **error) MUST_CHECK;

#endif
