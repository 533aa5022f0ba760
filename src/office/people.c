/* SPDX-License-Identifier: Apache-2.0 */
/* people.c: names and e-mails of the accounts on a page of the office. */
#include "config.h"

#include "office/office.h"

#include "identity/caller.h"

static DB_STMT(read_people, "people.read",
	       "select account_id, name, email from office_people($1, $2::uuid[])");
enum { C_ACCOUNT, C_NAME, C_EMAIL };

struct people {
	const struct db_rows *rows; /* NULL: nobody */
};

struct people *people_of(struct call *c, const struct db_rows *rows, size_t n, int account)
{
	struct people *p = pool_zero(c->ctx->pool, struct people);
	struct uuid *ids = pool_array(c->ctx->pool, struct uuid, n);
	size_t n_ids = 0;

	/* A row of the operator's has no account. */
	for (size_t i = 0; i < n; i++)
		if (!db_is_null(rows, i, account))
			ids[n_ids++] = db_get_uuid(rows, i, account);
	if (n_ids)
		p->rows =
			db_query(c->ctx, &read_people,
				 DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuids(ids, n_ids)));
	return p;
}

/* A page has at most a hundred rows. */
static const char *cell(const struct people *p, struct uuid account, int col)
{
	for (size_t i = 0; p->rows && i < db_count(p->rows); i++)
		if (uuid_same(db_get_uuid(p->rows, i, C_ACCOUNT), account))
			return db_get_text(p->rows, i, col);
	return NULL;
}

const char *people_name(const struct people *p, struct uuid account)
{
	return cell(p, account, C_NAME);
}

const char *people_email(const struct people *p, struct uuid account)
{
	return cell(p, account, C_EMAIL);
}
