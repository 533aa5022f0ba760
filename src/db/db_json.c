/* SPDX-License-Identifier: Apache-2.0 */
/* db_json.c: columns, which may be null, and rows. */
#include "config.h"

#include "db/db_json.h"

#include "db/connection.h"

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

static void write_column(struct json *j, const struct db_rows *r, size_t row, int col)
{
	const char *name = PQfname(r->res, col);

	switch (column_type(r, row, col)) {
	case DB_BOOL:
		if (db_is_null(r, row, col))
			json_null(j, name);
		else
			json_boolean(j, name, db_get_bool(r, row, col));
		break;
	case DB_INT:
		db_json_int(j, name, r, row, col);
		break;
	case DB_DAY:
		db_json_day(j, name, r, row, col);
		break;
	case DB_TIMESTAMP:
		db_json_timestamp(j, name, r, row, col);
		break;
	case DB_UUID:
		db_json_uuid(j, name, r, row, col);
		break;
	case DB_TEXT:
	case DB_NULL:
	case DB_BYTES:
	case DB_DECIMAL:
	case DB_ARRAY:
		json_text(j, name, db_get_text(r, row, col));
	}
}

void db_json_columns(struct json *j, const struct db_rows *r, size_t row, int first, int last)
{
	for (int col = first; col <= last; col++)
		write_column(j, r, row, col);
}

void db_json_row(struct json *j, const struct db_rows *r, size_t row)
{
	db_json_columns(j, r, row, 0, PQnfields(r->res) - 1);
}

void db_json_rows(struct json *j, const char *name, const struct db_rows *r, size_t n)
{
	json_array(j, name);
	for (size_t i = 0; i < n; i++) {
		json_open(j, NULL);
		db_json_row(j, r, i);
		json_close(j);
	}
	json_array_end(j);
}
