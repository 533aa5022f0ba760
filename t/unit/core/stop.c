/* SPDX-License-Identifier: Apache-2.0 */
/* The end of work: at its deadline, or when older work of the same owner holds half of the workers. */
#include "config.h"

#include <stdatomic.h>

#include "core/clock.h"
#include "core/stop.h"

#include "tap.h"

#define ANA 7
#define BIA 8
#define OWN 2

static struct holds all;

/* The state of another worker: it has held for so long; negative: it will count in the future. */
static void other(size_t i, uint64_t owner, int64_t since_us)
{
	atomic_store(&all.of[i].owner, owner);
	atomic_store(&all.of[i].counts_us, clock_monotonic_us() - since_us);
}

static void forget(void)
{
	for (size_t i = 0; i < HOLDS_MAX; i++)
		other(i, 0, 0);
	stop_begin(0);
}

static void test_alone(void)
{
	stop_begin(0);
	is_int(stop_asked(), STOP_NOT, "work without a deadline goes on");
	ok(stop_hold(ANA, true), "a process alone turns nobody away");
	is_int(stop_asked(), STOP_NOT, "nor stops");
	stop_begin(clock_monotonic_us() + 1000000000);
	is_int(stop_asked(), STOP_NOT, "before the deadline");
	stop_deadline(clock_monotonic_us() - 1);
	is_int(stop_asked(), STOP_LATE, "behind it");
	is_int(stop_asked(), STOP_LATE, "whoever asks");
	stop_end();
	is_int(stop_asked(), STOP_NOT, "until it ends");
}

static void test_admission(void)
{
	forget();
	other(0, ANA, 5);
	ok(stop_hold(ANA, false), "one of four is not half");
	is_int((int64_t)atomic_load(&all.of[OWN].owner), ANA, "the worker is hers");
	stop_end();
	is_int((int64_t)atomic_load(&all.of[OWN].owner), 0, "and nobody's at the end");
	other(1, ANA, 5);
	ok(!stop_hold(ANA, false), "two of four are");
	is_int((int64_t)atomic_load(&all.of[OWN].owner), 0, "who is turned away holds nothing");
	ok(stop_hold(BIA, false), "another owner comes in");
	stop_end();
	other(1, ANA, -HOLD_US);
	ok(stop_hold(ANA, false), "what has not taken long does not count");
	stop_end();
	other(1, 0, 0);
	ok(stop_hold(ANA, false), "nor what is gone");
	stop_end();
}

static void test_rank(void)
{
	forget();
	ok(stop_hold(ANA, false), "of three that came together");
	other(0, ANA, -HOLD_US / 2);
	other(1, ANA, -HOLD_US / 2);
	is_int(stop_asked(), STOP_NOT, "each goes on at first");
	ok(stop_look_us() > 0, "and is looked at later");
	other(0, ANA, 10);
	other(1, ANA, 10);
	while (stop_look_us() > clock_monotonic_us())
		continue;
	is_int(stop_asked(), STOP_BUSY, "the youngest ends");
	is_int(stop_asked(), STOP_BUSY, "for whoever asks");
	stop_finish();
	is_int(stop_asked(), STOP_NOT, "until it is refused");

	forget();
	ok(stop_hold(ANA, false), "of three others");
	while (stop_look_us() > clock_monotonic_us())
		continue;
	other(0, ANA, 0);
	other(3, ANA, 0);
	is_int(stop_asked(), STOP_NOT, "the oldest stays");
	is_int(stop_look_us(), 0, "for good");

	forget();
	ok(stop_hold(ANA, false), "what commits");
	stop_finish();
	other(0, ANA, HOLD_US);
	other(1, ANA, HOLD_US);
	is_int(stop_look_us(), 0, "is not looked at");
	is_int(stop_asked(), STOP_NOT, "nor ended");
}

/* The owner is registered after HOLD_US, since its credential was slow to look up; other workers checked before that. */
static void test_late(void)
{
	int64_t begun = clock_monotonic_us();

	forget();
	while (clock_monotonic_us() <= begun + 2 * HOLD_US)
		continue;
	ok(stop_hold(ANA, false), "whose owner is known late");
	ok(atomic_load(&all.of[OWN].counts_us) > begun + 2 * HOLD_US,
	   "counts from then: it is no older than those that looked before");
	other(0, ANA, HOLD_US / 2);
	other(1, ANA, HOLD_US / 2);
	while (stop_look_us() > clock_monotonic_us())
		continue;
	is_int(stop_asked(), STOP_BUSY, "and ends for them");
	stop_end();
}

static void test_known(void)
{
	forget();
	ok(stop_hold(ANA, true), "what is known to take long");
	ok(atomic_load(&all.of[OWN].counts_us) <= clock_monotonic_us(), "counts at once");
	stop_begin(0);
	ok(atomic_load(&all.of[OWN].counts_us) > clock_monotonic_us(),
	   "what is left after its answer, later");
	stop_end();
	forget();
	ok(stop_hold(ANA, true), "where two older ones say so only then");
	other(0, ANA, HOLD_US);
	other(1, ANA, HOLD_US);
	while (stop_look_us() > clock_monotonic_us())
		continue;
	is_int(stop_asked(), STOP_BUSY, "it ends");
	stop_end();
	forget();
	other(0, ANA, 0);
	ok(!stop_shares_owner(0), "a hold of hers while nothing is in hand");
	other(1, 0, 0);
	ok(!stop_shares_owner(1) && !stop_shares_owner(OWN), "work of nobody known is of no owner");
	ok(stop_hold(ANA, false) && stop_shares_owner(0) && stop_shares_owner(OWN),
	   "and beside her work");
	stop_end();
	ok(stop_hold(BIA, false) && !stop_shares_owner(0), "is no other one's");
	stop_end();
	forget();
	atomic_store(&all.workers, 1);
	ok(stop_hold(ANA, true), "a pool of one worker lets one in");
	stop_end();
	atomic_store(&all.workers, 4);
}

int main(void)
{
	if (!clock_init(NULL))
		return 1;
	test_alone();
	atomic_store(&all.workers, 4);
	stop_share(&all, OWN);
	test_admission();
	test_rank();
	test_late();
	test_known();
	return tap_done();
}
