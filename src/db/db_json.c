/* SPDX-License-Identifier: Apache-2.0 */
/* db_json.c: columns that may be null. */
#include "config.h"

#include "db/db_json.h"

void db_json_int(struct json *j, const char *name, const struct db_rows *r, size_t row, int col)
{
	if (db_is_null(r, row, col))
		json_null(j, name);
	else
		json_int(j, name, db_get_int(r, row, col));
}

void db_json_uuid(struct json *j, const char *name, const struct db_rows *r, size_t row, int col)
{
	if (db_is_null(r, row, col))
		json_null(j, name);
	else
		json_uuid(j, name, db_get_uuid(r, row, col));
}

void db_json_day(struct json *j, const char *name, const struct db_rows *r, size_t row, int col)
{
	if (db_is_null(r, row, col))
		json_null(j, name);
	else
		json_day(j, name, db_get_day(r, row, col));
}

void db_json_timestamp(struct json *j, const char *name, const struct db_rows *r, size_t row,
		       int col)
{
	if (db_is_null(r, row, col))
		json_null(j, name);
	else
		json_timestamp(j, name, db_get_timestamp(r, row, col));
}

void db_json_decimal(struct json *j, const char *name, const struct db_rows *r, size_t row, int col,
		     int places, int shown, bool trim)
{
	if (db_is_null(r, row, col))
		json_null(j, name);
	else
		json_decimal(j, name, db_get_decimal(r, row, col, places), places, shown, trim);
}
