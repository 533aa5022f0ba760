/* SPDX-License-Identifier: Apache-2.0 */
/* stop.c: whether the current request must end. */
#include "config.h"

#include "core/stop.h"

#include <stdatomic.h>

#include "core/clock.h"

#define SEEN_US INT64_C(1000) /* within this time of its beginning a hold is in the shared memory */

/* A process handles one request at a time. */
static struct {
	struct holds *all; /* NULL: alone */
	size_t own;
	int64_t begun_us, deadline_us;
	int64_t look_us; /* when to check next whether the owner holds too many workers; 0: never again */
	bool busy;	 /* it was */
} hand;

void stop_share(struct holds *all, size_t own)
{
	hand.all = all;
	hand.own = own;
	stop_end();
}

void stop_begin(int64_t deadline_us)
{
	hand.begun_us = clock_monotonic_us();
	hand.deadline_us = deadline_us;
	stop_finish();
	if (hand.all && atomic_load(&hand.all->of[hand.own].owner))
		atomic_store(&hand.all->of[hand.own].counts_us, hand.begun_us + HOLD_LATER_US);
}

void stop_deadline(int64_t deadline_us)
{
	hand.deadline_us = deadline_us;
}

static int64_t counts_at(size_t i)
{
	return atomic_load(&hand.all->of[i].counts_us);
}

/* Whether the owner's older holds that already count make up half of the workers. */
static bool too_many(int64_t now)
{
	int workers = atomic_load(&hand.all->workers), before = 0;
	uint64_t owner = atomic_load(&hand.all->of[hand.own].owner);
	int64_t own = counts_at(hand.own);

	for (size_t i = 0; i < HOLDS_MAX; i++) {
		int64_t at;

		if (i == hand.own || atomic_load(&hand.all->of[i].owner) != owner)
			continue;
		at = counts_at(i);
		before += at <= now && (at < own || (at == own && i < hand.own));
	}
	return before >= (workers > 1 ? workers / 2 : 1);
}

static void put_hold(uint64_t owner, int64_t counts_us)
{
	/* Cleared first, so that another worker never sees the new owner with the old time. */
	atomic_store(&hand.all->of[hand.own].owner, 0);
	atomic_store(&hand.all->of[hand.own].counts_us, counts_us);
	atomic_store(&hand.all->of[hand.own].owner, owner);
}

/*
 * A hold counts from no time before the others could see it: they look once, and one that appeared later as an older
 * one would let both go on.
 */
bool stop_hold(uint64_t owner, bool known)
{
	int64_t now, counts;

	if (!hand.all)
		return true;
	do { /* again, if this process was interrupted meanwhile */
		now = clock_monotonic_us();
		counts = hand.begun_us + HOLD_US;
		if (known || counts < now)
			counts = now;
		put_hold(owner, counts);
	} while (clock_monotonic_us() - now > SEEN_US);
	if (!too_many(now)) {
		hand.look_us = counts + SEEN_US;
		return true;
	}
	stop_end();
	return false;
}

bool stop_shares_owner(size_t i)
{
	const struct holds *all = hand.all;
	uint64_t owner = all ? atomic_load(&all->of[hand.own].owner) : 0;

	return owner && atomic_load(&all->of[i].owner) == owner;
}

void stop_finish(void)
{
	hand.look_us = 0;
	hand.busy = false;
}

void stop_end(void)
{
	hand.deadline_us = 0;
	stop_finish();
	if (hand.all)
		put_hold(0, 0);
}

enum stop stop_asked(void)
{
	int64_t now;

	if (hand.busy)
		return STOP_BUSY;
	if (!hand.deadline_us && !hand.look_us)
		return STOP_NOT;
	now = clock_monotonic_us();
	if (hand.deadline_us && now >= hand.deadline_us)
		return STOP_LATE;
	if (!hand.look_us || now < hand.look_us)
		return STOP_NOT;
	hand.look_us = 0;
	hand.busy = too_many(now);
	return hand.busy ? STOP_BUSY : STOP_NOT;
}

int64_t stop_look_us(void)
{
	return hand.look_us;
}
