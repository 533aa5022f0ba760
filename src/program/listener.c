/* SPDX-License-Identifier: Apache-2.0 */
/* program/listener.c: the unix socket of a pool, and its descriptors. */
#include "config.h"

#include "program/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/text.h"

/* With a full queue, nginx answers 502 at once instead of waiting. */
#define BACKLOG 4096

/* Above every descriptor that serve/pool_link.h gives to a child process. */
#define FIRST_HIGH_FD 10

int fd_high(int fd)
{
	int high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, FIRST_HIGH_FD);

	if (fd >= 0)
		close(fd);
	return high;
}

static bool address_of(const char *path, struct sockaddr_un *a, const char **error)
{
	size_t n = strlen(path);

	*a = (struct sockaddr_un){ .sun_family = AF_UNIX };
	if (n == 0 || n >= sizeof(a->sun_path)) {
		*error = "the path of a socket has 1 to 107 bytes";
		return false;
	}
	memcpy(a->sun_path, path, n + 1);
	return true;
}

/* True when no socket is left at @a. */
static bool clear_path(const struct sockaddr_un *a, const char **error)
{
	struct stat st;
	int probe, refused;

	if (lstat(a->sun_path, &st) < 0) {
		*error = strerror(errno);
		return errno == ENOENT;
	}
	if (!S_ISSOCK(st.st_mode)) {
		*error = "something that is no socket is there";
		return false;
	}
	probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	refused = probe >= 0 && connect(probe, (const struct sockaddr *)a, sizeof(*a)) < 0 &&
		  errno == ECONNREFUSED;
	if (probe >= 0)
		close(probe);
	if (!refused) {
		*error = "another process listens there";
		return false;
	}
	if (unlink(a->sun_path) < 0 && errno != ENOENT) {
		*error = strerror(errno);
		return false;
	}
	return true;
}

/* The first descriptor of sd_listen_fds(3). */
#define GIVEN_FD 3

/* Whether systemd, or a program with its protocol, has passed this process one listening socket. */
static bool is_given(void)
{
	const char *pid = getenv("LISTEN_PID"), *n = getenv("LISTEN_FDS");
	bool given = pid && n && strtol(pid, NULL, 10) == (long)getpid() && str_eq(n, "1");
	int on = 0;
	socklen_t size = sizeof(on);

	/* Not inherited by our workers. */
	(void)unsetenv("LISTEN_PID");
	(void)unsetenv("LISTEN_FDS");
	(void)unsetenv("LISTEN_FDNAMES");
	return given && getsockopt(GIVEN_FD, SOL_SOCKET, SO_ACCEPTCONN, &on, &size) == 0 && on;
}

static bool take_given(struct listener *l, const char **error)
{
	int fd = fd_high(GIVEN_FD);

	if (fd < 0 || fcntl(fd, F_SETFL, O_NONBLOCK) < 0) {
		*error = strerror(errno);
		return false;
	}
	*l = (struct listener){ .fd = fd, .given = true };
	return true;
}

bool listener_open(struct listener *l, const char *path, mode_t mode, const char **error)
{
	struct sockaddr_un a;
	struct stat st;
	int fd;

	if (is_given())
		return take_given(l, error);
	if (!address_of(path, &a, error) || !clear_path(&a, error))
		return false;
	fd = fd_high(socket(AF_UNIX, SOCK_STREAM, 0));
	/* No client can connect between bind() and listen(), so the mode is set in time. */
	if (fd < 0 || bind(fd, (const struct sockaddr *)&a, sizeof(a)) < 0 ||
	    chmod(path, mode) < 0 || stat(path, &st) < 0 || listen(fd, BACKLOG) < 0 ||
	    fcntl(fd, F_SETFL, O_NONBLOCK) < 0) {
		*error = strerror(errno);
		if (fd >= 0)
			close(fd);
		return false;
	}
	*l = (struct listener){ .fd = fd, .path = path, .dev = st.st_dev, .ino = st.st_ino };
	return true;
}

void listener_shut(struct listener *l)
{
	struct stat st;

	if (l->given)
		return;
	if (lstat(l->path, &st) == 0 && st.st_dev == l->dev && st.st_ino == l->ino)
		(void)unlink(l->path); /* ignores a path that is already gone */
	(void)shutdown(l->fd, SHUT_RD);
}
