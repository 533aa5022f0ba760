/* SPDX-License-Identifier: Apache-2.0 */
/* program/listener.h: the unix socket of a pool, and its descriptors. */
#ifndef LASTRO_PROGRAM_LISTENER_H
#define LASTRO_PROGRAM_LISTENER_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "core/attributes.h"

struct listener {
	int fd;
	bool given; /* passed by systemd, which keeps it */
	const char *path;
	dev_t dev; /* identify our socket at the path, so that we remove no other */
	ino_t ino;
};

/*
 * listener_open() - binds @path with @mode and listens.  Replaces the socket of a dead process, refuses
 * one that is in use.  When systemd passed a socket (sd_listen_fds(3)), uses that and binds nothing.
 * False: *error says why, in English.
 */
bool listener_open(struct listener *l, const char *path, mode_t mode,
		   const char **error) MUST_CHECK;

/*
 * listener_shut() - refuses new connections and removes the path; queued ones can still be accepted.
 * Leaves a socket passed by systemd unchanged.
 */
void listener_shut(struct listener *l);

/* fd_high() - moves a descriptor above those that a child is given, close-on-exec.  -1 on failure. */
int fd_high(int fd);

#endif
