/* SPDX-License-Identifier: Apache-2.0 */
/* db_json.h: a column of a row as a member of JSON; null where it is null. */
#ifndef LASTRO_DB_DB_JSON_H
#define LASTRO_DB_DB_JSON_H

#include "core/json_write.h"
#include "db/db.h"

void db_json_int(struct json *j, const char *name, const struct db_rows *r, size_t row, int col);
void db_json_uuid(struct json *j, const char *name, const struct db_rows *r, size_t row, int col);
void db_json_day(struct json *j, const char *name, const struct db_rows *r, size_t row, int col);
void db_json_timestamp(struct json *j, const char *name, const struct db_rows *r, size_t row,
		       int col);

/* db_json_decimal() - a numeric on a grid of @places, as json_decimal() writes it. */
void db_json_decimal(struct json *j, const char *name, const struct db_rows *r, size_t row, int col,
		     int places, int shown, bool trim);

/*
 * db_json_columns() - the columns from @first to @last as members with the names of the columns: texts, whole numbers,
 * flags, days, moments and ids; another type is a defect.  db_json_row() - all columns.  db_json_rows() - an array with
 * an object for each of the first @n rows.
 */
void db_json_columns(struct json *j, const struct db_rows *r, size_t row, int first, int last);
void db_json_row(struct json *j, const struct db_rows *r, size_t row);
void db_json_rows(struct json *j, const char *name, const struct db_rows *r, size_t n);

#endif
