/* SPDX-License-Identifier: Apache-2.0 */
/*
 * settings.c: LASTRO_* of the process environment, read and checked once at start.
 *
 * The first wrong value stops the program with its name, what was found and what was expected. A
 * request never changes the configuration.
 */
#include "config.h"

#include "core/settings.h"

#include <stdlib.h>

#include <sodium.h>

#include "core/clock.h"
#include "core/decimal.h"
#include "core/encode.h"
#include "core/log.h"
#include "core/pool.h"
#include "core/text.h"

struct reading {
	void *pool;
	const char *error; /* the first one */
};

/* Empty means unset, as in a systemd EnvironmentFile. */
static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

static void wrong(struct reading *r, const char *name, const char *value, const char *expected)
{
	if (!r->error)
		r->error = pool_printf(r->pool, "%s: recebido \"%s\"; esperado: %s", name, value,
				       expected);
}

static long number(struct reading *r, const char *name, long min, long max, long otherwise)
{
	const char *value = variable(name);
	wide v = 0;

	if (!value)
		return otherwise;
	if (dec_parse(slice_of(value), 0, max, &v) == DEC_OK && v >= min)
		return (long)v;
	wrong(r, name, value, pool_printf(r->pool, "um inteiro de %ld a %ld", min, max));
	return otherwise;
}

/* "https://host[:port]", and nothing after it when @bare. */
static bool is_url(const char *s, bool bare)
{
	size_t scheme = text_starts(s, "https://") ? 8 : text_starts(s, "http://") ? 7 : 0;

	if (!scheme || !s[scheme] || s[scheme] == '/')
		return false;
	for (const char *p = s + scheme; *p; p++)
		if (*p <= ' ' || *p > '~' || *p == '?' || *p == '#' || *p == '@' || *p == '"' ||
		    *p == '<' || *p == '>' || *p == '\\' || (bare && *p == '/'))
			return false;
	return true;
}

static const char *read_base_url(struct reading *r)
{
	const char *value = variable("LASTRO_BASE_URL");
	size_t n;

	if (!value)
		return "";
	if (!is_url(value, false))
		wrong(r, "LASTRO_BASE_URL", value, "um endereço como https://exemplo.com.br");
	for (n = strlen(value); n && value[n - 1] == '/';)
		n--;
	return pool_strndup(r->pool, value, n);
}

/* A generated password of 32 characters has at least 128 bits, as many as the signatures. */
#define SECRET_MIN 32
#define SECRET_MAX 1024

static bool is_visible(const char *s)
{
	while (*s > ' ' && *s <= '~')
		s++;
	return !*s;
}

static void read_secret(struct reading *r, struct config *c)
{
	const char *value = variable("LASTRO_SECRET");
	unsigned char bytes[32];

	c->secret_given = value != NULL;
	if (!value) {
		randombytes_buf(bytes, sizeof(bytes));
		c->secret = base64url_encoded(r->pool, bytes, sizeof(bytes));
		return;
	}
	c->secret = pool_strdup(r->pool, value);
	/* The message never quotes the secret itself. */
	if (!r->error &&
	    (strlen(value) < SECRET_MIN || strlen(value) > SECRET_MAX || !is_visible(value)))
		r->error = pool_printf(
			r->pool,
			"LASTRO_SECRET: recebido um texto de %zu bytes; esperado: de %d a %d caracteres "
			"ASCII visíveis e sorteados, como os de \"openssl rand -base64 32\"",
			strlen(value), SECRET_MIN, SECRET_MAX);
}

/* The next text of a list between commas; NULL after the last. */
static const char *next_of(struct reading *r, struct slice *rest)
{
	struct slice one;

	if (!rest->n)
		return NULL;
	if (!slice_cut(*rest, ',', &one, rest))
		*rest = (struct slice){ NULL, 0 };
	return slice_text(r->pool, slice_trim(one));
}

static void read_origins(struct reading *r, struct config *c)
{
	const char *value = variable("LASTRO_CORS_ORIGINS");
	struct slice rest = slice_of(value);
	const char **origins, *text;

	if (!value)
		return;
	origins = pool_array(r->pool, const char *, strlen(value) / 2 + 1);
	while ((text = next_of(r, &rest)) != NULL) {
		if (!is_url(text, true)) {
			wrong(r, "LASTRO_CORS_ORIGINS", text,
			      "origens exatas como https://app.exemplo.com.br, entre vírgulas");
			return;
		}
		origins[c->n_cors_origins++] = text;
	}
	c->cors_origins = origins;
}

static void read_assistants(struct reading *r, struct config *c)
{
	const char *value = variable("LASTRO_ASSISTANTS");
	struct slice rest = slice_of(value);
	struct address_range *ranges;
	const char *text;

	if (!value)
		return;
	ranges = pool_array(r->pool, struct address_range, strlen(value) / 2 + 1);
	while ((text = next_of(r, &rest)) != NULL) {
		if (!address_range_read(text, &ranges[c->n_assistants++])) {
			wrong(r, "LASTRO_ASSISTANTS", text,
			      "redes como 192.0.2.0/24 e 2001:db8::/32, entre vírgulas");
			return;
		}
	}
	c->assistants = ranges;
}

static bool read_switch(struct reading *r, const char *name, bool otherwise)
{
	const char *value = variable(name);

	if (!value)
		return otherwise;
	if (!str_eq(value, "on") && !str_eq(value, "off"))
		wrong(r, name, value, "on ou off");
	return str_eq(value, "on");
}

static enum sign_up read_sign_up(struct reading *r)
{
	const char *value = variable("LASTRO_SIGN_UP");

	if (!value || str_eq(value, "off"))
		return SIGN_UP_OFF;
	if (!str_eq(value, "on") && !str_eq(value, "known"))
		wrong(r, "LASTRO_SIGN_UP", value, "on, known ou off");
	return str_eq(value, "on") ? SIGN_UP_ON : SIGN_UP_KNOWN;
}

static enum client_metadata read_client_metadata(struct reading *r)
{
	const char *value = variable("LASTRO_CLIENT_METADATA");

	if (!value || str_eq(value, "off"))
		return CLIENT_METADATA_OFF;
	if (!str_eq(value, "on") && !str_eq(value, "local"))
		wrong(r, "LASTRO_CLIENT_METADATA", value, "on, off, ou local em testes");
	return str_eq(value, "on") ? CLIENT_METADATA_ON : CLIENT_METADATA_LOCAL;
}

static void read_base(struct reading *r)
{
	const char *now = variable("LASTRO_NOW");
	const char *level = variable("LASTRO_LOG");

	if (!clock_init(now))
		wrong(r, "LASTRO_NOW", now, "um instante RFC 3339, como 2026-11-21T18:03:00Z");
	if (!log_init(level))
		wrong(r, "LASTRO_LOG", level, "error, warn, info ou debug");
	if (sodium_init() < 0 && !r->error)
		r->error = "a biblioteca de criptografia não pôde ser iniciada";
}

const struct config *config_read(void *pool, const char **error)
{
	struct config *c = pool_zero(pool, struct config);
	struct reading r = { .pool = pool };
	const char *database = variable("LASTRO_DATABASE");

	read_base(&r);
	c->database = database ? pool_strdup(pool, database) : "";
	c->database_read = variable("LASTRO_DATABASE_READ");
	if (c->database_read)
		c->database_read = pool_strdup(pool, c->database_read);
	c->base_url = read_base_url(&r);
	c->deadline_ms = (int)number(&r, "LASTRO_DEADLINE_MS", 10, 3600000, 10000);
	c->import_deadline_ms = (int)number(&r, "LASTRO_IMPORT_DEADLINE_MS", 10, 3600000, 60000);
	c->pdf_program = variable("LASTRO_PDF");
	c->pdf_program = c->pdf_program ? pool_strdup(pool, c->pdf_program)
					: LASTRO_LIBEXECDIR "/lastro-pdf";
	c->prepared = read_switch(&r, "LASTRO_PREPARED", true);
	c->cache_bytes = (size_t)number(&r, "LASTRO_CACHE_MB", 1, 4096, 32) << 20;
	c->memory_bytes = (size_t)number(&r, "LASTRO_MEMORY_MB", 256, 1048576, 1024) << 20;
	c->rate = (int)number(&r, "LASTRO_RATE", 1, 1000000, 50);
	read_secret(&r, c);
	read_origins(&r, c);
	read_assistants(&r, c);
	c->client_metadata = read_client_metadata(&r);
	c->sign_up = read_sign_up(&r);
	if (c->sign_up != SIGN_UP_OFF && !*c->base_url)
		wrong(&r, "LASTRO_SIGN_UP", c->sign_up == SIGN_UP_ON ? "on" : "known",
		      "LASTRO_BASE_URL também, de que os links são feitos");
	*error = r.error;
	return r.error ? NULL : c;
}
