/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration: defaults, and each wrong value reported with the expected form. */
#include "config.h"

#include "core/settings.h"

#include <stdlib.h>

#include "core/clock.h"
#include "core/pool.h"
#include "core/text.h"

#include "tap.h"

static void *pool;
static const char *error;

static const char *const names[] = {
	"LASTRO_DATABASE",
	"LASTRO_DATABASE_READ",
	"LASTRO_BASE_URL",
	"LASTRO_DEADLINE_MS",
	"LASTRO_IMPORT_DEADLINE_MS",
	"LASTRO_PREPARED",
	"LASTRO_CACHE_MB",
	"LASTRO_MEMORY_MB",
	"LASTRO_CORS_ORIGINS",
	"LASTRO_ASSISTANTS",
	"LASTRO_RATE",
	"LASTRO_LOG",
	"LASTRO_NOW",
	"LASTRO_SECRET",
};

static const struct config *with(const char *name, const char *value)
{
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		(void)unsetenv(names[i]); /* fails only for a name with '=' */
	if (name)
		(void)setenv(name, value, 1);
	error = NULL;
	return config_read(pool, &error);
}

static void refused(const char *name, const char *value, const char *expected)
{
	const struct config *c = with(name, value);

	if (!ok(!c && error &&
			text_starts(error, pool_printf(pool, "%s: recebido \"%s\"", name, value)) &&
			strstr(error, expected),
		"%s=%s", name, value))
		diag("%s", error ? error : "it was taken");
}

int main(void)
{
	const struct config *c;

	pool = pool_new(NULL, "test");
	c = with(NULL, NULL);
	ok(c && !error, "nothing set");
	if (!c)
		return tap_done();
	ok(str_eq(c->database, "") && !c->database_read && str_eq(c->base_url, ""), "no addresses");
	ok(c->deadline_ms == 10000 && c->import_deadline_ms == 60000, "10 s, imports 60 s");
	ok(c->prepared && c->cache_bytes == (size_t)32 << 20 && c->n_cors_origins == 0,
	   "prepared statements, 32 MiB, no CORS");
	ok(with("LASTRO_DEADLINE_MS", "") != NULL, "empty is unset");
	c = with("LASTRO_BASE_URL", "https://lastro.example/");
	is_text(c ? c->base_url : NULL, "https://lastro.example", "the trailing slash goes");
	c = with("LASTRO_CORS_ORIGINS", "https://a.example, http://localhost:8080");
	ok(c && c->n_cors_origins == 2 && str_eq(c->cors_origins[1], "http://localhost:8080"),
	   "two origins");
	c = with("LASTRO_ASSISTANTS", "192.0.2.0/24, 2001:db8::/32");
	ok(c && c->n_assistants == 2 && c->assistants[1].bits == 32, "two networks of assistants");
	refused("LASTRO_ASSISTANTS", "192.0.2.1/24", "redes como");
	refused("LASTRO_ASSISTANTS", "assistant.example", "redes como");
	c = with(NULL, NULL);
	ok(c && c->rate == 50, "50 requests a second");
	refused("LASTRO_RATE", "0", "inteiro de 1 a 1000000");
	c = with("LASTRO_PREPARED", "off");
	ok(c && !c->prepared, "off");
	c = with("LASTRO_NOW", "2026-01-01T02:30:00Z");
	ok(c && clock_now_ms() == 1767234600000, "the clock stands still");
	ok(c && clock_today().n == 20453, "at 23:30 of 2025-12-31 in São Paulo");
	c = with(NULL, NULL);
	ok(c && !c->secret_given && strlen(c->secret) == 43, "without a secret one is made up");
	c = with("LASTRO_SECRET", "01234567890123456789012345678901");
	ok(c && c->secret_given && str_eq(c->secret, "01234567890123456789012345678901"),
	   "32 characters are a secret");
	c = with("LASTRO_SECRET", "0123456789012345678901234567890");
	ok(!c && strstr(error, "31 bytes") && !strstr(error, "0123"),
	   "31 are not, and are not shown");
	ok(!with("LASTRO_SECRET", "0123456789012345 678901234567890x"),
	   "nor is a phrase with blanks");
	refused("LASTRO_DEADLINE_MS", "10s", "inteiro");
	refused("LASTRO_DEADLINE_MS", "0", "inteiro");
	refused("LASTRO_IMPORT_DEADLINE_MS", "99999999999999999999", "inteiro");
	refused("LASTRO_CACHE_MB", "-1", "de 1 a 4096");
	refused("LASTRO_MEMORY_MB", "100", "de 256 a 1048576");
	refused("LASTRO_PREPARED", "yes", "on ou off");
	refused("LASTRO_BASE_URL", "lastro.example", "https://");
	refused("LASTRO_BASE_URL", "https://a.example/?x", "https://");
	refused("LASTRO_CORS_ORIGINS", "*", "origens exatas");
	refused("LASTRO_CORS_ORIGINS", "https://a.example/x", "origens exatas");
	refused("LASTRO_LOG", "loud", "error, warn, info ou debug");
	refused("LASTRO_NOW", "yesterday", "RFC 3339");
	pool_free(pool);
	return tap_done();
}
