/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program/master.c: the pool's master: binds the socket once and keeps the workers running.
 *
 * It holds the listening socket, so requests queue while a worker is being replaced, and it runs no
 * request itself, so little in it can fail.  A lane is the place of one worker; during a replacement it
 * has two, of which the old one leaves once the new one is ready.  Signals are delivered only in
 * ppoll().
 */
#include "config.h"

#include "program/master.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/log.h"
#include "core/pool.h"
#include "program/listener.h"
#include "serve/pool_link.h"

#define TICK_MS 250		 /* how often the places are looked at */
#define MS ((int64_t)1000)	 /* in microseconds */
#define START_LIMIT (60000 * MS) /* to become ready */
#define LEAVE_LIMIT (5000 * MS)	 /* to leave when idle */
#define PROVEN (1000 * MS)	 /* a worker that lived longer is replaced at once */
#define FIRST_DELAY (20 * MS)
#define CRASH_DELAY_MAX (250 * MS)  /* of workers that had become ready */
#define START_DELAY_MAX (5000 * MS) /* of workers that never became ready */

enum state { FREE, STARTING, READY, LEAVING };

struct member {
	enum state state;
	pid_t pid;
	int link;
	int64_t since_us; /* of the state */
};

struct lane {
	int64_t respawn_us; /* when an empty lane gets its next worker */
	int64_t delay_us;   /* the last delay of a restart */
};

struct master {
	const struct master_options *o;
	struct listener listener;
	int shared_fd;
	struct metrics *metrics;
	struct place *places;
	struct shared *shared;
	struct member members[2 * WORKERS_MAX]; /* of lane l: 2l and 2l+1 */
	struct lane lanes[WORKERS_MAX];
	int roll;	 /* lane being replaced; -1 when none is */
	bool rolling;	 /* its new worker has been started */
	bool roll_again; /* requested again during a replacement */
	bool draining;
	sigset_t open_mask;
};

static volatile sig_atomic_t stop, replace;

static void on_stop(int sig UNUSED)
{
	stop = 1;
}

static void on_replace(int sig UNUSED)
{
	replace = 1;
}

/* Its only purpose is to interrupt ppoll(). */
static void on_child(int sig UNUSED)
{
}

static void log_worker(enum log_level level, const struct master *m, int i, const char *what)
{
	char members[80];

	(void)snprintf(members, sizeof(members), "\"worker\":%d,\"lane\":%d,\"pid\":%ld", i, i / 2,
		       (long)m->members[i].pid);
	log_event(level, members, "%s", what);
}

/* Clears the state of the place's previous worker. */
static void clear_place(struct master *m, int i)
{
	atomic_store_explicit(&m->places[i].state, PLACE_IDLE, memory_order_relaxed);
	atomic_store(&m->shared->holds.of[i].owner, 0);
}

static void set_state(struct member *w, enum state state)
{
	w->state = state;
	w->since_us = clock_monotonic_us();
}

/* ---- starting and ending one worker ---- */

/* In the child: sets up descriptors as serve/pool_link.h says, and default signal handling. */
static void become_worker(const struct master *m, int i, int link)
{
	char index[16];
	char worker[] = "--worker";
	char *name = pool_strdup(NULL, m->o->program);
	char *argv[] = { name, worker, index, NULL };
	sigset_t none;

	(void)snprintf(index, sizeof(index), "%d", i);
	if (dup2(m->listener.fd, LISTEN_FD) < 0 || dup2(link, LINK_FD) < 0 ||
	    dup2(m->shared_fd, SHARED_FD) < 0)
		_exit(EXIT_START);
	(void)signal(SIGTERM, SIG_DFL);
	(void)signal(SIGINT, SIG_DFL);
	(void)signal(SIGHUP, SIG_DFL);
	(void)signal(SIGCHLD, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execvp(name, argv);
	log_event(LOG_ERROR, NULL, "%s cannot be run: %s", name, strerror(errno));
	_exit(EXIT_START);
}

static bool spawn(struct master *m, int i)
{
	struct member *w = &m->members[i];
	int ends[2] = { -1, -1 };
	pid_t pid = -1;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) {
		ends[0] = fd_high(ends[0]);
		ends[1] = fd_high(ends[1]);
	}
	if (ends[0] >= 0 && ends[1] >= 0)
		pid = fork();
	if (pid == 0)
		become_worker(m, i, ends[1]);
	if (ends[1] >= 0)
		close(ends[1]);
	if (pid < 0) {
		log_event(LOG_ERROR, NULL, "no worker can be started: %s", strerror(errno));
		if (ends[0] >= 0)
			close(ends[0]);
		return false;
	}
	atomic_store_explicit(&m->places[i].until_us, 0, memory_order_relaxed);
	clear_place(m, i);
	w->pid = pid;
	w->link = ends[0];
	set_state(w, STARTING);
	log_worker(LOG_INFO, m, i, "worker started");
	return true;
}

static void ask_to_leave(struct master *m, int i)
{
	kill(m->members[i].pid, SIGTERM);
	set_state(&m->members[i], LEAVING);
}

static bool alive(const struct master *m, int i)
{
	return m->members[i].state == STARTING || m->members[i].state == READY;
}

/* An empty lane waits longer each time its worker dies young; it never gives up. */
static void plan_respawn(struct master *m, int i, bool came_up, int64_t lived_us)
{
	struct lane *lane = &m->lanes[i / 2];
	int64_t most = came_up ? CRASH_DELAY_MAX : START_DELAY_MAX;

	if (came_up && lived_us > PROVEN)
		lane->delay_us = 0;
	else if (!lane->delay_us)
		lane->delay_us = FIRST_DELAY;
	else
		lane->delay_us = lane->delay_us * 2 < most ? lane->delay_us * 2 : most;
	lane->respawn_us = clock_monotonic_us() + lane->delay_us;
}

static void roll_failed(struct master *m)
{
	log_event(LOG_ERROR, NULL, "the new program does not start; the old workers stay");
	m->roll = -1;
	m->rolling = false;
}

static void worker_ended(struct master *m, int i, int status)
{
	struct member *w = &m->members[i];
	enum state was = w->state;
	int64_t lived = clock_monotonic_us() - w->since_us;
	bool expected = was == LEAVING || m->draining;

	if (WIFSIGNALED(status))
		log_worker(expected ? LOG_INFO : LOG_ERROR, m, i,
			   WTERMSIG(status) == SIGKILL ? "worker was killed" : "worker crashed");
	else
		log_worker(expected ? LOG_INFO : LOG_ERROR, m, i, "worker left");
	close(w->link);
	clear_place(m, i);
	*w = (struct member){ .state = FREE, .link = -1 };
	if (expected)
		return;
	atomic_fetch_add_explicit(&m->metrics->restarts, 1, memory_order_relaxed);
	if (!alive(m, i ^ 1))
		plan_respawn(m, i, was == READY, lived);
	else if (was == STARTING)
		roll_failed(m);
}

static void reap(struct master *m)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		for (int i = 0; i < 2 * m->o->workers; i++)
			if (m->members[i].state != FREE && m->members[i].pid == pid)
				worker_ended(m, i, status);
}

/* ---- what time asks for ---- */

static void watch(struct master *m, int i, int64_t now)
{
	struct member *w = &m->members[i];
	int64_t until = atomic_load_explicit(&m->places[i].until_us, memory_order_relaxed);
	bool idle = atomic_load_explicit(&m->places[i].state, memory_order_relaxed) == PLACE_IDLE;
	const char *why = NULL;

	if (until && now > until)
		why = idle ? "worker is frozen, killing it"
			   : "worker is stuck in a request, killing it";
	else if (w->state == STARTING && now - w->since_us > START_LIMIT)
		why = "worker does not get ready, killing it";
	else if (w->state == LEAVING && idle && now - w->since_us > LEAVE_LIMIT)
		why = "worker does not leave, killing it";
	if (!why)
		return;
	log_worker(LOG_ERROR, m, i, why);
	kill(w->pid, SIGKILL);
}

static void fill_lanes(struct master *m, int64_t now)
{
	for (int l = 0; l < m->o->workers; l++) {
		struct lane *lane = &m->lanes[l];
		int i = m->members[2 * l].state == FREE ? 2 * l : 2 * l + 1;

		if (alive(m, 2 * l) || alive(m, 2 * l + 1) || m->members[i].state != FREE ||
		    now < lane->respawn_us)
			continue;
		if (!spawn(m, i))
			lane->respawn_us = now + START_DELAY_MAX;
	}
}

/* One step of a rolling replacement: the next lane gets its second worker. */
static void roll(struct master *m)
{
	int old, fresh;

	if (m->roll < 0 || m->rolling)
		return;
	if (m->roll == m->o->workers) {
		m->roll = m->roll_again ? 0 : -1;
		m->roll_again = false;
		log_event(LOG_INFO, NULL, "all workers are replaced");
		return;
	}
	old = alive(m, 2 * m->roll) ? 2 * m->roll : 2 * m->roll + 1;
	fresh = old ^ 1;
	if (!alive(m, old))
		m->roll++; /* its next worker is of the new program anyway */
	else if (m->members[fresh].state == FREE)
		m->rolling = spawn(m, fresh);
}

static void worker_ready(struct master *m, int i)
{
	set_state(&m->members[i], READY);
	log_worker(LOG_INFO, m, i, "worker ready");
	if (alive(m, i ^ 1))
		ask_to_leave(m, i ^ 1);
	if (m->rolling && m->roll == i / 2) {
		m->rolling = false;
		m->roll++;
	}
}

static void read_link(struct master *m, int i)
{
	char word;
	ssize_t n = recv(m->members[i].link, &word, 1, MSG_DONTWAIT);

	if (n == 1 && word == LINK_READY && m->members[i].state == STARTING)
		worker_ready(m, i);
}

static void drain(struct master *m)
{
	static const char word = LINK_DRAIN;

	log_event(LOG_INFO, NULL, "finishing what is queued, then leaving");
	m->draining = true;
	listener_shut(&m->listener);
	/* Connections queued on a socket that systemd keeps are the next pool's. */
	for (int i = 0; i < 2 * m->o->workers; i++)
		if (alive(m, i) && m->listener.given)
			ask_to_leave(m, i);
		else if (alive(m, i))
			(void)send(m->members[i].link, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* ---- the loop ---- */

static void wait_for_events(struct master *m)
{
	static const struct timespec tick = { 0, TICK_MS * 1000000L };
	struct pollfd fds[2 * WORKERS_MAX];
	int index[2 * WORKERS_MAX];
	nfds_t n = 0;

	for (int i = 0; i < 2 * m->o->workers; i++) {
		/* A closed link stays readable; only a starting worker sends anything. */
		if (m->members[i].state != STARTING)
			continue;
		index[n] = i;
		fds[n++] = (struct pollfd){ .fd = m->members[i].link, .events = POLLIN };
	}
	if (ppoll(fds, n, &tick, &m->open_mask) > 0)
		for (nfds_t k = 0; k < n; k++)
			if (fds[k].revents & POLLIN)
				read_link(m, index[k]);
}

static bool any_left(const struct master *m)
{
	for (int i = 0; i < 2 * m->o->workers; i++)
		if (m->members[i].state != FREE)
			return true;
	return false;
}

static void master_loop(struct master *m)
{
	while (!m->draining || any_left(m)) {
		int64_t now = clock_monotonic_us();

		if (stop && !m->draining)
			drain(m);
		if (replace) {
			replace = 0;
			log_event(LOG_INFO, NULL, "replacing the workers one after another");
			m->roll_again = m->roll >= 0;
			m->roll = m->roll >= 0 ? m->roll : 0;
		}
		if (!m->draining) {
			fill_lanes(m, now);
			roll(m);
		}
		wait_for_events(m);
		reap(m);
		for (int i = 0; i < 2 * m->o->workers; i++)
			if (m->members[i].state != FREE)
				watch(m, i, clock_monotonic_us());
	}
}

static void set_signals(struct master *m)
{
	struct sigaction sa = { .sa_handler = on_stop };
	static const int ours[] = { SIGTERM, SIGINT, SIGHUP, SIGCHLD };
	sigset_t shut;

	sigemptyset(&shut);
	for (size_t i = 0; i < ARRAY_SIZE(ours); i++)
		sigaddset(&shut, ours[i]);
	sigprocmask(SIG_BLOCK, &shut, &m->open_mask);
	for (size_t i = 0; i < ARRAY_SIZE(ours); i++)
		sigdelset(&m->open_mask, ours[i]);
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGINT, &sa, NULL);
	sa.sa_handler = on_replace;
	sigaction(SIGHUP, &sa, NULL);
	sa.sa_handler = on_child;
	sigaction(SIGCHLD, &sa, NULL);
}

/* Kept across exec; kernel memory (memfd), so a slow disk cannot delay a worker. */
static bool make_shared(struct master *m)
{
	size_t size = sizeof(struct shared);
	struct shared *shared = MAP_FAILED;

	m->shared_fd = fd_high(memfd_create("lastro places", MFD_CLOEXEC));
	if (m->shared_fd >= 0 && ftruncate(m->shared_fd, (off_t)size) == 0)
		shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, m->shared_fd, 0);
	if (shared == MAP_FAILED)
		return false;
	m->metrics = &shared->metrics;
	m->shared = shared;
	m->places = shared->places;
	shared->workers = m->o->workers;
	atomic_store(&shared->holds.workers, m->o->workers);
	return true;
}

static bool write_pid(const char *path)
{
	FILE *f = fopen(path, "w");
	bool good = f && fprintf(f, "%ld\n", (long)getpid()) > 0;

	return (!f || fclose(f) == 0) && good;
}

int master_run(const struct master_options *o)
{
	static struct master m;
	const char *error;

	m = (struct master){ .o = o, .roll = -1 };
	for (int i = 0; i < 2 * WORKERS_MAX; i++)
		m.members[i].link = -1;
	set_signals(&m);
	if (!make_shared(&m)) {
		log_event(LOG_ERROR, NULL, "no shared memory: %s", strerror(errno));
		return EXIT_START;
	}
	if (!listener_open(&m.listener, o->path, o->mode, &error)) {
		log_event(LOG_ERROR, NULL, "cannot listen on %s: %s", o->path, error);
		return EXIT_START;
	}
	m.shared->given = m.listener.given;
	if (o->pid_file && !write_pid(o->pid_file)) {
		log_event(LOG_ERROR, NULL, "cannot write %s: %s", o->pid_file, strerror(errno));
		listener_shut(&m.listener);
		return EXIT_START;
	}
	log_event(LOG_INFO, NULL, "listening on %s with %d workers", o->path, o->workers);
	master_loop(&m);
	if (o->pid_file)
		(void)unlink(o->pid_file);
	log_event(LOG_INFO, NULL, "left");
	return 0;
}
