/* SPDX-License-Identifier: Apache-2.0 */
/* confined.c: tries one thing under the limits of lastro-pdf, for t/http/0309-pdf-limits.t; 0: it could be done. */
#include "config.h"

#include "pdf/confine.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static char path[4096];

static int try_write(void)
{
	return open(path, O_WRONLY | O_CREAT, 0600);
}

static int try_append(void)
{
	return open("/dev/null", O_RDWR | O_APPEND);
}

static int try_read(void)
{
	return open("/etc/passwd", O_RDONLY);
}

static int try_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0);
}

static int try_local_socket(void)
{
	return socket(AF_UNIX, SOCK_STREAM, 0);
}

static int try_exec(void)
{
	char *const argv[] = { (char[]){ "true" }, NULL };

	return execv("/bin/true", argv);
}

static int try_fork(void)
{
	return fork();
}

static int try_unlink(void)
{
	return unlink(path);
}

static int try_other_descriptor(void)
{
	return write(4, "x", 1) == 1 ? 0 : -1;
}

static int try_code(void)
{
	return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		    0) == MAP_FAILED
		       ? -1
		       : 0;
}

/* volatile, so that the compiler does not remove an allocation that is never read. */
static char *volatile kept;

static int try_memory(void)
{
	kept = malloc(600UL << 20);
	return kept ? 0 : -1;
}

static int try_time(void)
{
	volatile unsigned long turns = 0;

	while (turns <= ULONG_MAX)
		turns++;
	return 0;
}

/* Until its parent ends, or the test closes the input. */
static int try_wait(void)
{
	char c;

	return write(STDOUT_FILENO, "words\n", 6) == 6 && read(STDIN_FILENO, &c, 1) == 0 ? 0 : -1;
}

static int try_nothing(void)
{
	kept = malloc(100UL << 20);
	return kept && write(STDOUT_FILENO, "words\n", 6) == 6 ? 0 : -1;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(void);
	} tries[] = {
		{ "nothing", try_nothing }, { "write", try_write },
		{ "append", try_append },   { "read", try_read },
		{ "socket", try_socket },   { "local-socket", try_local_socket },
		{ "exec", try_exec },	    { "fork", try_fork },
		{ "unlink", try_unlink },   { "descriptor", try_other_descriptor },
		{ "code", try_code },	    { "memory", try_memory },
		{ "time", try_time },	    { "wait", try_wait },
	};

	if (argc < 3 || strlen(argv[2]) >= sizeof(path))
		return 99;
	memcpy(path, argv[2], strlen(argv[2]));
	if (!confine())
		return 98;
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++)
		if (strcmp(tries[i].name, argv[1]) == 0)
			return tries[i].run() < 0 ? 1 : 0;
	return 97;
}
