/* SPDX-License-Identifier: Apache-2.0 */
/* register.c: the statements of every loader. */
#include "config.h"

#include "load/fetch.h"
#include "load/fetch_plan.h"
#include "load/guesses.h"
#include "load/object_stage.h"
#include "load/run.h"

void load_register(void)
{
	load_own_register();
	quotes_register();
	sgs_register();
	ptax_register();
	ohlc_register();
	klines_register();
	usdt_register();
	holidays_register();
	reference_register();
	company_register();
	details_register();
	guesses_register();
	instruments_register();
	successions_register();
	prices_register();
	tesouro_register();
	debenture_register();
	anbima_debentures_register();
	sectors_register();
	objects_register();
	object_stage_register();
	market_events_register();
	calendars_register();
	credit_lines_register();
	fetch_register();
	fetch_plan_register();
}
