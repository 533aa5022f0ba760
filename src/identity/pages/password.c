/* SPDX-License-Identifier: Apache-2.0 */
/* password.c: passwords, stored as argon2id with its parameters. */
#include "config.h"

#include "identity/pages/password.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <sodium.h>

#include "core/log.h"
#include "core/text.h"
#include "core/settings.h"
#include "core/problem.h"
#include "http/secret.h"

#define PASSES 2
#define MEMORY ((size_t)19456 << 10)

#define LOCK_NAME 24 /* bytes */

/* The hash of a random discarded password, with today's parameters: an unknown e-mail is compared with it, for equal cost. */
static const char nobody[] =
	"$argon2id$v=19$m=19456,t=2,p=1$yA+PG2BrAZYwxK/NS1oU6g$89AJ9WH6sqfxx4+ks0nk3biE9gLEjTzHV6mB6KO9yfo";

/* Concurrent hashes on this machine: all cores but one, and one more for known addresses. */
#define PLACES_MAX 2
#define PLACES_KNOWN 1

static int places_of(bool known)
{
	int strangers = sysconf(_SC_NPROCESSORS_ONLN) > PLACES_MAX ? PLACES_MAX : 1;

	return known ? strangers + PLACES_KNOWN : strangers;
}

/*
 * A slot is an abstract unix socket name: the kernel frees it when the process ends, and it cannot be guessed without
 * the secret.
 */
static socklen_t place_name(struct ctx *ctx, int place, struct sockaddr_un *out)
{
	const struct config *c = ctx->config;
	unsigned char name[LOCK_NAME];

	secret_sign(c, pool_printf(ctx->pool, "lastro hashing %d", place), slice_of(c->database),
		    name, sizeof(name));
	*out = (struct sockaddr_un){ .sun_family = AF_UNIX };
	memcpy(out->sun_path + 1, name,
	       sizeof(name)); /* after a NUL: an abstract name, not a file */
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + sizeof(name));
}

/* 0 when the slot was taken; @fd holds it. */
static int take_place(struct ctx *ctx, int place, int *fd)
{
	struct sockaddr_un name;
	socklen_t n = place_name(ctx, place, &name);
	int error;

	*fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (*fd >= 0 && bind(*fd, (const struct sockaddr *)&name, n) == 0)
		return 0;
	error = errno;
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
	return error;
}

static int lock_hashing(struct ctx *ctx, bool known)
{
	int places = places_of(known);
	int error = EADDRINUSE;
	int fd = -1;

	for (int i = 0; i < places && error == EADDRINUSE; i++)
		error = take_place(ctx, i, &fd);
	if (!error)
		return fd;
	if (error != EADDRINUSE) {
		log_event(LOG_WARN, NULL, "hashing is not bounded: %s", strerror(error));
		return -1;
	}
	problem_open(ctx)->retry_after = "1";
	fail(ctx, 503, "busy", "Há outras entradas em andamento. Tente de novo em instantes.");
}

static void unlock_hashing(int fd)
{
	if (fd >= 0)
		close(fd);
}

const char *password_hash(struct ctx *ctx, const char *password)
{
	char *encoded = pool_array(ctx->pool, char, crypto_pwhash_argon2id_STRBYTES);
	int fd = lock_hashing(ctx, false);
	int failed =
		crypto_pwhash_argon2id_str(encoded, password, strlen(password), PASSES, MEMORY);

	unlock_hashing(fd);
	if (failed)
		fail(ctx, 503, "busy", "Falta memória para conferir a senha. Tente de novo.");
	return encoded;
}

bool password_matches(struct ctx *ctx, const char *encoded, const char *password, bool known)
{
	int fd = lock_hashing(ctx, known);
	int differs = crypto_pwhash_argon2id_str_verify(encoded ? encoded : nobody, password,
							strlen(password));

	unlock_hashing(fd);
	return encoded && !differs;
}

bool password_is_old(const char *encoded)
{
	return crypto_pwhash_argon2id_str_needs_rehash(encoded, PASSES, MEMORY) != 0;
}

const char *password_fault(const char *password, const char *email)
{
	size_t n = text_length(password);
	size_t repeated = strspn(password, (char[]){ password[0], '\0' });

	if (n < PASSWORD_MIN)
		return "A senha precisa de pelo menos 10 caracteres.";
	if (n > PASSWORD_MAX)
		return "A senha pode ter até 200 caracteres.";
	if (repeated == strlen(password))
		return "A senha não pode ser um só caractere repetido.";
	if (str_eq(password, email))
		return "A senha não pode ser o seu e-mail.";
	return NULL;
}
