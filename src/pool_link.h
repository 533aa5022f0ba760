/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pool_link.h: what master and worker agree on.
 *
 * The master starts "lastro.fcgi --worker I" with the listening socket on descriptor 0, a socket pair
 * to itself on LINK_FD, and shared memory with one heartbeat a worker on HEARTBEAT_FD, of which the
 * I-th is the worker's.
 */
#ifndef LASTRO_POOL_LINK_H
#define LASTRO_POOL_LINK_H

#define LISTEN_FD 0
#define LINK_FD 3
#define HEARTBEAT_FD 4

#define LINK_READY 'r' /* worker to master: it takes requests */
#define LINK_DRAIN 'd' /* master to worker: answer what is queued, then leave */

/* Exit statuses, as the manual page has them. */
#define EXIT_USAGE 2 /* a wrong option or variable */
#define EXIT_START 1 /* it could not start */

#endif
