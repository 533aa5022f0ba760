/* SPDX-License-Identifier: Apache-2.0 */
/*
 * confine.c: limits of memory and time, and a filter of system calls.
 *
 * The list has what memory, clocks and two descriptors need; everything else kills.  The libraries are
 * loaded already: text needs neither a font nor the tables of poppler-data, whose absence poppler accepts.
 */
#include "config.h"

#include "pdf/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define OUTPUT_MAX 2 /* the highest descriptor that is written to */

static const int allowed[] = {
	SCMP_SYS(read),		SCMP_SYS(close),	  SCMP_SYS(fstat),
	SCMP_SYS(lseek),	SCMP_SYS(munmap),	  SCMP_SYS(brk),
	SCMP_SYS(futex),	SCMP_SYS(madvise),	  SCMP_SYS(rt_sigaction),
	SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(getpid),
	SCMP_SYS(gettid),	SCMP_SYS(clock_gettime),  SCMP_SYS(gettimeofday),
	SCMP_SYS(time),		SCMP_SYS(getrandom),	  SCMP_SYS(sched_yield),
	SCMP_SYS(exit),		SCMP_SYS(exit_group),	  SCMP_SYS(sysinfo),
};

/* Looks for a file: told that it may not. */
static const int refused[] = {
	SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(stat),	 SCMP_SYS(lstat),
	SCMP_SYS(statx),  SCMP_SYS(readlink),  SCMP_SYS(statfs), SCMP_SYS(getcwd),
};

static bool add_rules(scmp_filter_ctx f)
{
	const struct scmp_arg_cmp to_output = SCMP_CMP(0, SCMP_CMP_LE, OUTPUT_MAX, 0);
	const struct scmp_arg_cmp no_code = SCMP_CMP(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
	const scmp_datum_t writes = O_ACCMODE | O_CREAT | O_TRUNC;
	bool added = true;

	for (size_t i = 0; i < sizeof(allowed) / sizeof(*allowed); i++)
		added &= seccomp_rule_add(f, SCMP_ACT_ALLOW, allowed[i], 0) == 0;
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		added &= seccomp_rule_add(f, SCMP_ACT_ERRNO(EACCES), refused[i], 0) == 0;
	return added && seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, to_output) == 0 &&
	       seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, no_code) == 0 &&
	       seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, no_code) == 0 &&
	       seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(mremap), 0) == 0 &&
	       /* fstat(), as the C library calls it: AT_EMPTY_PATH */
	       seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 1,
				SCMP_CMP(3, SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH)) ==
		       0 &&
	       seccomp_rule_add(f, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(newfstatat), 1,
				SCMP_CMP(3, SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, 0)) == 0 &&
	       seccomp_rule_add(f, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(open), 1,
				SCMP_CMP(1, SCMP_CMP_MASKED_EQ, writes, 0)) == 0 &&
	       seccomp_rule_add(f, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(openat), 1,
				SCMP_CMP(2, SCMP_CMP_MASKED_EQ, writes, 0)) == 0;
}

static bool filter(void)
{
	scmp_filter_ctx f;
	bool loaded;

	if (seccomp_api_set(1) != 0) /* first: later levels are found by calling seccomp() */
		return false;
	f = seccomp_init(SCMP_ACT_KILL);
	if (!f)
		return false;
	loaded = add_rules(f) && seccomp_load(f) == 0;
	seccomp_release(f);
	return loaded;
}

/* A limit that is lower already stays: who starts this has its own. */
static bool limit(__rlimit_resource_t what, rlim_t soft, rlim_t hard)
{
	struct rlimit l;

	if (getrlimit(what, &l) != 0)
		return false;
	l.rlim_max = hard < l.rlim_max ? hard : l.rlim_max;
	l.rlim_cur = soft < l.rlim_max ? soft : l.rlim_max;
	return setrlimit(what, &l) == 0;
}

bool confine(void)
{
	(void)alarm(CONFINE_WALL_S); /* what it returns is the alarm before it: none */
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 &&
	       prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 &&
	       limit(RLIMIT_AS, CONFINE_MEMORY, CONFINE_MEMORY) &&
	       limit(RLIMIT_CPU, CONFINE_CPU_S, CONFINE_CPU_S + 1) && limit(RLIMIT_FSIZE, 0, 0) &&
	       limit(RLIMIT_CORE, 0, 0) && filter();
}
