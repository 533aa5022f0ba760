/* SPDX-License-Identifier: Apache-2.0 */
/* program/listener.h: the unix socket of a pool, and descriptors made fit for it. */
#ifndef LASTRO_PROGRAM_LISTENER_H
#define LASTRO_PROGRAM_LISTENER_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "core/attributes.h"

struct listener {
	int fd;
	bool given; /* by systemd, which keeps it */
	const char *path;
	dev_t dev; /* of the path as we made it, so that we remove no other's */
	ino_t ino;
};

/*
 * listener_open() - bind @path with @mode and listen.  A socket left by a dead process is replaced,
 * one where somebody listens is not.  Where systemd gave a socket (sd_listen_fds(3)), it is that one, and
 * nothing is bound.  False: *error says why, in English.
 */
bool listener_open(struct listener *l, const char *path, mode_t mode,
		   const char **error) MUST_CHECK;

/*
 * listener_shut() - refuse new connections and remove the path; what is queued can still be accepted.  A socket that
 * was given stays as it is.
 */
void listener_shut(struct listener *l);

/* fd_high() - move a descriptor above those that a child is given, close-on-exec.  -1 on failure. */
int fd_high(int fd);

#endif
