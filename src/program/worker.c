/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program/worker.c: lastro.fcgi, the program that answers requests.
 *
 * With --listen it is the master of a pool (program/master.c).  With a listening socket on descriptor 0
 * it is one worker, started by the master, spawn-fcgi, multiwatch, systemd or Apache.  With CGI
 * variables and no socket it answers once.  Only this file knows libfcgi.
 *
 * Signals are delivered only in ppoll(), so the current request is always finished.
 */
#include "config.h"

#include <errno.h>
#include <fcgiapp.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/log.h"
#include "core/stop.h"
#include "db/db.h"
#include "program/master.h"
#include "serve/places.h"
#include "serve/pool_link.h"
#include "serve/serve.h"

#define IDLE_NS 100000000L /* idle for this long: return memory to the system */

extern char **environ;

static volatile sig_atomic_t leave, reconnect;

struct worker {
	struct server *server;
	FCGX_Request request;
	int link;	    /* to the master; -1 without one, or once it is gone */
	bool draining;	    /* exit when the queue is empty */
	bool can_trim;	    /* memory to return once idle */
	sigset_t open_mask; /* of ppoll() */
};

static void on_leave(int sig UNUSED)
{
	leave = 1;
}

static void on_reconnect(int sig UNUSED)
{
	reconnect = 1;
}

/* Before libfcgi, which installs handlers where it finds none. */
static void set_signals(struct worker *w)
{
	struct sigaction sa = { .sa_handler = on_leave };
	sigset_t shut;

	sigemptyset(&shut);
	sigaddset(&shut, SIGTERM);
	sigaddset(&shut, SIGINT);
	sigaddset(&shut, SIGUSR1);
	sigaddset(&shut, SIGHUP);
	sigprocmask(SIG_BLOCK, &shut, &w->open_mask);
	sigdelset(&w->open_mask, SIGTERM);
	sigdelset(&w->open_mask, SIGINT);
	sigdelset(&w->open_mask, SIGUSR1);
	sigdelset(&w->open_mask, SIGHUP);
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGUSR1, &sa, NULL);
	sa.sa_handler = on_reconnect;
	sigaction(SIGHUP, &sa, NULL);
	sa.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &sa, NULL);
}

/* ---- one request ---- */

static size_t read_fcgi(void *arg, char *into, size_t n)
{
	FCGX_Stream *in = arg;
	int got = FCGX_GetStr(into, n > INT_MAX ? INT_MAX : (int)n, in);

	return got > 0 ? (size_t)got : 0;
}

static size_t read_stdin(void *arg UNUSED, char *into, size_t n)
{
	ssize_t got;

	do {
		got = read(STDIN_FILENO, into, n);
	} while (got < 0 && errno == EINTR);
	return got > 0 ? (size_t)got : 0;
}

/* ---- the answer ---- */

#define FCGI_VERSION 1
#define RECORD_MAX ((size_t)65528) /* largest content without padding to eight bytes */
#define RECORDS 32		   /* most records of one system call */
#define STDOUT_RECORD 6

struct record_head {
	unsigned char bytes[8];
};

/* Writes all of @iov; false when the client is gone. */
static bool write_parts(int fd, struct iovec *iov, size_t n)
{
	while (n) {
		ssize_t sent = writev(fd, iov, (int)n);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent < 0)
			return false;
		for (; n && (size_t)sent >= iov->iov_len; iov++, n--)
			sent -= (ssize_t)iov->iov_len;
		if (n) {
			iov->iov_base = (char *)iov->iov_base + sent;
			iov->iov_len -= (size_t)sent;
		}
	}
	return true;
}

/* One record from the rest of @part, at most RECORD_MAX of it. */
static struct record_head take_record(const FCGX_Request *request, struct slice *part,
				      struct iovec *out)
{
	size_t size = part->n < RECORD_MAX ? part->n : RECORD_MAX;
	int id = request->requestId;

	*out = (struct iovec){ (char *)(uintptr_t)part->p, size };
	part->p += size;
	part->n -= size;
	return (struct record_head){ { FCGI_VERSION, STDOUT_RECORD, (unsigned char)(id >> 8),
				       (unsigned char)id, (unsigned char)(size >> 8),
				       (unsigned char)size, 0, 0 } };
}

/*
 * Writes the answer's records itself: libfcgi would copy it through a buffer of 8 kB with a system call
 * each; libfcgi then ends its own, empty stream.  Header and body go together, so that the reader wakes
 * once.
 */
static bool send_answer(const FCGX_Request *request, struct slice *parts, size_t n_parts)
{
	size_t part = 0;

	while (part < n_parts) {
		struct record_head heads[RECORDS];
		struct iovec iov[2 * RECORDS];
		size_t n = 0;

		for (size_t i = 0; i < RECORDS && part < n_parts; i++) {
			while (part < n_parts && !parts[part].n)
				part++;
			if (part == n_parts)
				break;
			heads[i] = take_record(request, &parts[part], &iov[n + 1]);
			iov[n] = (struct iovec){ &heads[i], sizeof(heads[i]) };
			n += 2;
		}
		if (n && !write_parts(request->ipcFd, iov, n))
			return false;
	}
	return true;
}

/* A socket takes answers up to this size without waiting; a slow reader must not hold a transaction open. */
#define AT_ONCE ((size_t)128 << 10)

/* False when there was no connection: another worker was faster, or the socket is shut. */
static bool take_request(struct worker *w)
{
	struct server *s = w->server;
	struct source source = { .read = read_fcgi };
	struct slice parts[2];
	void *pool;

	/* From here a silent client can block us, so the watchdog must know. */
	place_busy(s, clock_monotonic_us() + (int64_t)(s->config->deadline_ms + GRACE_MS) * 1000);
	if (FCGX_Accept_r(&w->request) < 0) {
		place_idle(s);
		return false;
	}
	pool = pool_of_many(s->pool, "request");
	source.env = (const char *const *)w->request.envp;
	source.arg = w->request.in;
	parts[0] = serve(s, pool, &source, &parts[1]);
	if (parts[0].n + parts[1].n > AT_ONCE)
		serve_sent(s);
	(void)send_answer(&w->request, parts,
			  ARRAY_SIZE(parts)); /* a client that is gone reads nothing */
	serve_sent(s); /* before finishing the request: the web server may be slow to close */
	FCGX_Finish_r(&w->request);
	serve_rest(s);
	pool_free(pool);
	w->can_trim = pool_trim(false);
	place_idle(s);
	return true;
}

/* ---- the loop ---- */

static void read_link(struct worker *w)
{
	char word;
	ssize_t n = read(w->link, &word, 1);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n != 1) {
		/*
		 * The master is gone.  Shutting the socket lets the next master bind, and ends the
		 * queue.
		 */
		log_event(LOG_WARN, NULL, "the master is gone; leaving");
		close(w->link);
		w->link = -1;
		if (w->server->given) {
			leave = 1;
			return;
		}
		(void)shutdown(LISTEN_FD, SHUT_RD);
		w->draining = true;
	} else if (word == LINK_DRAIN) {
		w->draining = true;
	}
}

static void heed_signals(struct worker *w)
{
	if (!reconnect)
		return;
	reconnect = 0;
	log_event(LOG_INFO, NULL, "reconnecting to the database");
	db_disconnect(w->server->db);
	db_disconnect(w->server->db_read);
}

static int worker_loop(struct worker *w)
{
	static const struct timespec at_once = { 0, 0 };
	static const struct timespec soon = { 0, IDLE_NS };
	static const struct timespec beat = { IDLE_BEAT_US / 1000000, 0 };

	while (!leave) {
		struct pollfd fds[] = {
			{ .fd = LISTEN_FD, .events = POLLIN },
			{ .fd = w->link, .events = POLLIN }, /* poll() ignores -1 */
		};
		const struct timespec *until = w->draining ? &at_once : w->can_trim ? &soon : &beat;
		int n;

		/* When input is always ready, the wait below never delivers a signal. */
		(void)ppoll(NULL, 0, &at_once, &w->open_mask);
		if (leave)
			break;
		n = ppoll(fds, ARRAY_SIZE(fds), until, &w->open_mask);
		if (n < 0 && errno != EINTR)
			break;
		heed_signals(w);
		if (n < 0)
			continue; /* a signal: the loop checks whether to exit */
		if (leave)
			break;
		if (n == 0)
			place_idle(w->server);
		if (n == 0 && w->can_trim)
			w->can_trim = pool_trim(true);
		if (fds[1].revents) {
			read_link(w);
			continue;
		}
		if (fds[0].revents && take_request(w) && !w->server->unsafe)
			continue;
		if (w->draining || w->server->unsafe)
			break;
	}
	db_disconnect(w->server->db);
	return w->server->unsafe ? EXIT_START : EXIT_SUCCESS;
}

/* The master's shared memory, and the I-th place in it. */
static bool map_shared(struct server *s, long index)
{
	struct stat st;
	struct shared *shared;
	bool whole;
	size_t n;

	if (fstat(SHARED_FD, &st) < 0 || index < 0 || st.st_size < (off_t)SHARED_OLD)
		return false;
	whole = st.st_size >= (off_t)SHARED_WEIGHED;
	n = ((size_t)st.st_size - SHARED_OLD) / sizeof(struct place);
	if (whole || n > 2 * WORKERS_MAX)
		n = 2 * WORKERS_MAX;
	if ((size_t)index >= n)
		return false;
	shared = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, SHARED_FD, 0);
	if (shared == MAP_FAILED)
		return false;
	if (whole) {
		n = 2 * (size_t)shared->workers;
		s->weights = &shared->weights;
		stop_share(&shared->holds, (size_t)index);
	}
	if (st.st_size >= (off_t)sizeof(*shared))
		s->rates = &shared->rates;
	s->attempts = &shared->attempts;
	s->metrics = &shared->metrics;
	s->given = shared->given != 0;
	s->places = shared->places;
	s->n_places = n;
	s->place = shared->places + index;
	return true;
}

/*
 * The configuration, or NULL after an error message.  A single CGI answer needs no LASTRO_SECRET, since
 * no other process accepts its signatures.
 */
static const struct config *configure(void *root, bool listening)
{
	const char *error;
	const struct config *config = config_read(root, &error);

	if (config && listening && !config->secret_given) {
		error = "LASTRO_SECRET: não foi dada; esperado: ao menos 32 caracteres sorteados, os "
			"mesmos em todos os processos, como os de \"openssl rand -base64 32\"";
		config = NULL;
	}
	if (!config)
		(void)fprintf(stderr, "lastro.fcgi: %s\n", error);
	return config;
}

static struct server *start(void *root, bool listening)
{
	const char *error;
	const struct config *config = configure(root, listening);
	struct server *s;

	if (!config)
		return NULL;
	/* A core would write what people sent to a disk. */
	if (setrlimit(RLIMIT_CORE, &(struct rlimit){ 0 }) != 0 || !pool_limit(config->memory_bytes))
		log_event(LOG_WARN, NULL, "the memory of this process has no limit, or its core");
	s = server_new(root, config, &error);
	if (!s)
		(void)fprintf(stderr, "lastro.fcgi: %s\n", error);
	return s;
}

/* @index: the worker's number, -1 without a master. */
static int worker_run(void *root, long index)
{
	struct worker *w = pool_zero(root, struct worker);
	int flags = fcntl(LISTEN_FD, F_GETFL);

	w->link = index < 0 ? -1 : LINK_FD;
	pool_start();
	set_signals(w);
	w->server = start(root, true);
	if (!w->server)
		return EXIT_USAGE;
	if (index >= 0 && !map_shared(w->server, index)) {
		log_event(LOG_ERROR, NULL, "no place %ld on descriptor %d", index, SHARED_FD);
		return EXIT_START;
	}
	if (!server_connect(w->server))
		return EXIT_START;
	/* Several workers wake for one connection; the later ones must not block in accept(). */
	if (flags < 0 || fcntl(LISTEN_FD, F_SETFL, flags | O_NONBLOCK) < 0 || FCGX_Init() != 0 ||
	    FCGX_InitRequest(&w->request, LISTEN_FD, FCGI_FAIL_ACCEPT_ON_INTR) != 0) {
		log_event(LOG_ERROR, NULL, "descriptor %d takes no requests", LISTEN_FD);
		return EXIT_START;
	}
	if (w->link >= 0) {
		static const char ready = LINK_READY;

		/* If the master has died meanwhile, the loop notices. */
		(void)!write(w->link, &ready, 1);
	}
	return worker_loop(w);
}

static bool write_all(int fd, struct slice s)
{
	while (s.n) {
		ssize_t n = write(fd, s.p, s.n);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		s.p += n;
		s.n -= (size_t)n;
	}
	return true;
}

/* Plain CGI: one request from the environment and standard input. */
static int cgi_run(void *root)
{
	struct source source = { .env = (const char *const *)environ, .read = read_stdin };
	struct server *s = start(root, false);
	struct slice answer;
	void *pool;
	bool written;

	if (!s)
		return EXIT_USAGE;
	pool = pool_new(s->pool, "request");
	answer = serve(s, pool, &source, NULL);
	serve_sent(s);
	written = write_all(STDOUT_FILENO, answer);
	serve_rest(s);
	pool_free(pool);
	return written ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- the command line ---- */

static const char usage[] =
	"Usage: lastro.fcgi --listen PATH [--workers N] [--mode 0660] [--pid FILE]\n"
	"       lastro.fcgi < listening socket     one worker (spawn-fcgi, systemd, Apache)\n"
	"       REQUEST_METHOD=GET PATH_INFO=/v1/status lastro.fcgi     one answer (CGI)\n"
	"\n"
	"  --listen PATH   unix socket to bind, at most 107 bytes\n"
	"  --workers N     processes, 1-64 (two a processor, at least 4)\n"
	"  --mode MODE     of the socket, octal (0660)\n"
	"  --pid FILE      write the master's process id here\n"
	"  --help, --version\n"
	"\n"
	"SIGHUP replaces the workers one after another, SIGTERM finishes and leaves.\n"
	"Configuration is the environment, LASTRO_DATABASE before all: see lastro.fcgi(8).\n";

static bool is_listening_socket(int fd)
{
	int on = 0;
	socklen_t n = sizeof(on);

	return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &on, &n) == 0 && on;
}

static bool parse_number(const char *s, int base, long min, long max, long *out)
{
	char *end;

	errno = 0;
	*out = strtol(s, &end, base);
	return errno == 0 && end != s && !*end && *out >= min && *out <= max;
}

static int wrong_usage(const char *what, const char *value)
{
	(void)fprintf(stderr, "lastro.fcgi: %s: %s\n%s", what, value, usage);
	return EXIT_USAGE;
}

enum { OPT_LISTEN = 256, OPT_WORKERS, OPT_MODE, OPT_PID, OPT_WORKER, OPT_HELP, OPT_VERSION };

static const struct option options[] = {
	{ "listen", required_argument, NULL, OPT_LISTEN },
	{ "workers", required_argument, NULL, OPT_WORKERS },
	{ "mode", required_argument, NULL, OPT_MODE },
	{ "pid", required_argument, NULL, OPT_PID },
	{ "worker", required_argument, NULL, OPT_WORKER }, /* for child processes of the master */
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 },
};

struct wishes {
	struct master_options master;
	long index; /* --worker, or -1 */
	bool told;  /* --help or --version was handled */
};

/* 0, or the exit status after an error message. */
static int read_options(int argc, char **argv, struct wishes *w)
{
	long n;
	int opt;

	while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (opt == OPT_LISTEN) {
			w->master.path = optarg;
		} else if (opt == OPT_WORKERS) {
			if (!parse_number(optarg, 10, 1, WORKERS_MAX, &n))
				return wrong_usage("--workers takes 1 to 64", optarg);
			w->master.workers = (int)n;
		} else if (opt == OPT_MODE) {
			if (!parse_number(optarg, 8, 0, 0777, &n))
				return wrong_usage("--mode takes an octal mode such as 0660",
						   optarg);
			w->master.mode = (mode_t)n;
		} else if (opt == OPT_PID) {
			w->master.pid_file = optarg;
		} else if (opt == OPT_WORKER) {
			if (!parse_number(optarg, 10, 0, 2 * WORKERS_MAX, &w->index))
				return wrong_usage("--worker takes an index", optarg);
		} else if (opt == OPT_HELP || opt == OPT_VERSION) {
			(void)fputs(opt == OPT_HELP ? usage : "lastro.fcgi " PACKAGE_VERSION "\n",
				    stdout);
			w->told = true;
			return 0;
		} else {
			(void)fputs(usage, stderr);
			return EXIT_USAGE;
		}
	}
	return optind < argc ? wrong_usage("unexpected argument", argv[optind]) : 0;
}

/* Imports and other long requests may hold half of the workers; the rest answers all others. */
static int usual_workers(void)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (processors < 2)
		return 4;
	return processors > WORKERS_MAX / 2 ? WORKERS_MAX : (int)processors * 2;
}

int main(int argc, char **argv)
{
	struct wishes w = {
		.master = { .program = argv[0], .workers = usual_workers(), .mode = 0660 },
		.index = -1,
	};
	int status = read_options(argc, argv, &w);
	void *root;

	if (status || w.told)
		return status;
	root = pool_new(NULL, "lastro.fcgi");
	if (w.master.path) {
		/* Reports a wrong setting once, instead of once by every restarted worker. */
		status = configure(root, true) ? master_run(&w.master) : EXIT_USAGE;
	} else if (is_listening_socket(LISTEN_FD)) {
		status = worker_run(root, w.index);
	} else if (getenv("REQUEST_METHOD")) {
		status = cgi_run(root);
	} else {
		(void)fputs(usage, stderr);
		status = EXIT_USAGE;
	}
	pool_free(root);
	return status;
}
