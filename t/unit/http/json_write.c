/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON writer: escapes, commas, numbers as doc/calculations.md 0.2 shows them. */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/json_write.h"

#include "tap.h"

static void *pool;

/* The output of @write in an array, without the brackets. */
static const char *text_of(void (*write)(struct json *j))
{
	static struct buf b;
	struct json j;

	buf_init(&b, pool, 1); /* grows at every step */
	json_init(&j, &b);
	write(&j);
	return buf_text(&b);
}

static void nested(struct json *j)
{
	json_open(j, NULL);
	json_text(j, "a", "x");
	json_array(j, "b");
	json_int(j, NULL, 1);
	json_int(j, NULL, -20);
	json_open(j, NULL);
	json_close(j);
	json_array(j, NULL);
	json_array_end(j);
	json_array_end(j);
	json_null(j, "c");
	json_boolean(j, "d", true);
	json_boolean(j, "e", false);
	json_raw(j, "f", "{\"g\":[]}");
	json_raw(j, "h", NULL);
	json_text(j, "i", NULL);
	json_close(j);
}

static void escapes(struct json *j)
{
	json_array(j, NULL);
	json_text(j, NULL, "");
	json_text(j, NULL, "a\"b\\c/d");
	json_text(j, NULL, "\b\f\n\r\t\x01\x1f\x7f");
	json_text(j, NULL, "ação – €𝄞 12345678\"");
	json_text(j, NULL, "exactly8");
	json_text(j, NULL, "seven77\n");
	json_array_end(j);
}

static void names(struct json *j)
{
	json_open(j, NULL);
	json_int(j, "a\"b", 1);
	json_close(j);
}

static void integers(struct json *j)
{
	json_array(j, NULL);
	json_int(j, NULL, 0);
	json_int(j, NULL, 9);
	json_int(j, NULL, 10);
	json_int(j, NULL, 99);
	json_int(j, NULL, 100);
	json_int(j, NULL, 12345);
	json_int(j, NULL, INT64_MAX);
	json_int(j, NULL, INT64_MIN);
	json_array_end(j);
}

static void amounts(struct json *j)
{
	json_array(j, NULL);
	json_money(j, NULL, (struct money){ 0 });
	json_money(j, NULL, (struct money){ 1000000 }); /* a centavo */
	json_money(j, NULL, (struct money){ 499999 });
	json_money(j, NULL, (struct money){ 500000 }); /* a tie rounds away from zero */
	json_money(j, NULL, (struct money){ -500000 });
	json_money(j, NULL, (struct money){ -499999 }); /* never -0.00 */
	json_money(j, NULL, (struct money){ 123456789012 });
	json_money(j, NULL,
		   (struct money){ (wide)1000000000000000 * E8 }); /* 10^15, past 64 bits */
	json_money(j, NULL, (struct money){ -(wide)1000000000000000 * E8 });
	json_array_end(j);
}

static void quantities(struct json *j)
{
	json_array(j, NULL);
	json_qty(j, NULL, (struct qty){ 0 });
	json_qty(j, NULL, (struct qty){ 1 });
	json_qty(j, NULL, (struct qty){ 10000000000 });
	json_qty(j, NULL, (struct qty){ -150000000 });
	json_qty(j, NULL, (struct qty){ INT64_MAX });
	json_price(j, NULL, (struct price){ 1000000000000 });
	json_price(j, NULL, (struct price){ 12345 }); /* 0.000000012345 */
	json_price(j, NULL, (struct price){ 4999 });
	json_price(j, NULL, (struct price){ (wide)999999999 * E12 + 123456789012 });
	json_percent(j, NULL, (struct percent){ 1234567890 });
	json_percent(j, NULL, (struct percent){ -5000 });
	json_percent(j, NULL, (struct percent){ -4999 });
	json_decimal(j, NULL, 12345, 3, 3, false);
	json_decimal(j, NULL, 12345, 3, 0, false);
	json_decimal(j, NULL, 12500, 3, 3, true);
	json_decimal(j, NULL, 5, 0, 2, false);
	json_array_end(j);
}

static void rates(struct json *j)
{
	json_array(j, NULL);
	json_rate(j, NULL, 0.0, 6);
	json_rate(j, NULL, -0.0, 6);
	json_rate(j, NULL, -0.0000001, 6);
	json_rate(j, NULL, 0.1423, 6);
	json_rate(j, NULL, -0.5, 0);
	json_rate(j, NULL, 2.5, 0);
	json_rate(j, NULL, 0.5, 4);
	json_rate(j, NULL, 0.49999999999999994, 0); /* the greatest double below one half */
	json_rate(j, NULL, 1.005, 2);		    /* in binary a little below */
	json_rate(j, NULL, 999999999.999999, 6);
	json_rate(j, NULL, 1e9, 2);
	json_rate(j, NULL, -123456789012.25, 1);
	json_rate(j, NULL, 1e300, 0);
	json_array_end(j);
}

static void moments(struct json *j)
{
	struct uuid id = { { 0x01, 0x8f, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, 0xff } };
	struct day d = { 0 };

	json_array(j, NULL);
	json_uuid(j, NULL, id);
	if (day_from_ymd(2024, 2, 29, &d))
		json_day(j, NULL, d);
	json_timestamp(j, NULL, 0);
	json_array_end(j);
}

/* Whether a rate that is not finite aborts the program. */
static bool aborts_on(double value)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		struct buf b;
		struct json j;

		(void)signal(SIGABRT, SIG_DFL);
		(void)close(STDERR_FILENO);
		buf_init(&b, pool, 64);
		json_init(&j, &b);
		json_rate(&j, NULL, value, 6);
		_exit(0);
	}
	return waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
	       WTERMSIG(status) == SIGABRT;
}

int main(void)
{
	pool = pool_new(NULL, "test");
	is_text(text_of(nested),
		"{\"a\":\"x\",\"b\":[1,-20,{},[]],\"c\":null,\"d\":true,\"e\":false,"
		"\"f\":{\"g\":[]},\"h\":null,\"i\":null}",
		"commas are the writer's business");
	is_text(text_of(escapes),
		"[\"\",\"a\\\"b\\\\c/d\",\"\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\","
		"\"ação – €𝄞 12345678\\\"\",\"exactly8\",\"seven77\\n\"]",
		"escapes");
	is_text(text_of(names), "{\"a\\\"b\":1}", "names are escaped too");
	is_text(text_of(integers), "[0,9,10,99,100,12345,9223372036854775807,-9223372036854775808]",
		"integers");
	is_text(text_of(amounts),
		"[0.00,0.01,0.00,0.01,-0.01,0.00,1234.57,1000000000000000.00,-1000000000000000.00]",
		"money has two places, rounded half away from zero, and no -0");
	is_text(text_of(quantities),
		"[0,0.00000001,100,-1.5,92233720368.54775807,1,0.00000001,0,999999999.12345679,"
		"12.3457,-0.0001,0.0000,12.345,12,12.5,5]",
		"quantities, prices, percents, decimals");
	is_text(text_of(rates),
		"[0.000000,0.000000,0.000000,0.142300,-1,3,0.5000,0,1.00,999999999.999999,"
		"1000000000.00,-123456789012.3,"
		"1000000000000000052504760255204420248704468581108159154915854115511802457988908195786"
		"3713750804478640437044438328838781769425232353604305756447921847867069828483872009265"
		"7580373783023379478809005936895323497079994508111903896764088007465274278014249457925"
		"8788820056842838115669472196386865459400540160"
		"]",
		"rates are rounded once, never in exponent form");
	is_text(text_of(moments),
		"[\"018f0000-0000-7000-8000-0000000000ff\",\"2024-02-29\",\"1970-01-01T00:00:00.000Z\"]",
		"ids, days, timestamps");
	ok(aborts_on((double)NAN) && aborts_on((double)INFINITY) && aborts_on(-(double)INFINITY),
	   "a rate that is not finite is a defect and stops the program");
	ok(!aborts_on(0.5), "a finite one does not");
	pool_free(pool);
	return tap_done();
}
