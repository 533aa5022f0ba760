/* SPDX-License-Identifier: Apache-2.0 */
/*
 * work.h: the pages of an organization: an advisory office or a credit desk.
 *
 * A page is data: the Functions that it shows, the members of their answers as figures and tables, and the
 * Actions that it leads to.  A person at a browser acts as the member that he is: his role, his seat and the
 * licence are judged as for any credential of the organization (office/member.c).
 */
#ifndef LASTRO_CONSOLE_ORGANIZATION_WORK_H
#define LASTRO_CONSOLE_ORGANIZATION_WORK_H

#include "console/figure_text.h"
#include "operations/protocol.h"

struct spec;

enum work_kind {
	WORK_TEXT,
	WORK_TAX_ID,
	WORK_WORD,
	WORK_MONEY,
	WORK_GAIN, /* the same, unknown in a row without a price */
	WORK_PCT,
	WORK_NUMBER,
	WORK_DAY,
	WORK_FLAG,
	WORK_REASONS, /* [{object, reason}] */
};

/* A member of an object of an answer, "family.name". */
struct work_member {
	const char *name, *title; /* ends with a NULL name */
	enum work_kind kind;
};

/*
 * A link to an Action; the value of @from (of a row; NULL: the subject in the page's path) is passed in
 * its @input.
 */
struct work_act {
	const char *action, *label; /* ends with a NULL action */
	const char *input, *from;
};

/* Rows with this value in this member, or with any when it is NULL, lead elsewhere; the first that applies. */
struct work_fork {
	const char *member, *value, *to; /* ends with a NULL member */
};

/* A list of an answer. */
struct work_list {
	const char *caption; /* ends with a NULL caption */
	const char *at;	     /* its place in the data; NULL: the data itself */
	const char *anchor;  /* the target of links from figures that this list makes up; or NULL */
	const struct work_member *columns;
	const char *to, *id; /* the first column links to @to and the row's @id; or NULL */
	const struct work_fork *forks; /* or NULL */
	const char *there; /* a row without this member has no link: its page is gone; or NULL */
	enum work_explained {
		WORK_PLAIN,
		WORK_ROWS,	 /* figures of a row link to the target of its first column */
		WORK_PORTFOLIOS, /* they are explained as figures of the row's portfolio */
		WORK_HOLDINGS, /* they are explained as figures of a holding of the page's portfolio */
	} explained;
	const struct work_act *acts;
};

/* The parts of figures. */
struct work_parts {
	const char *anchor, *title;
	const char *how; /* the sums and quotients in words */
	const struct work_member *figures;
};

/* Lines over the days of a list of the answer, the newest row first; the second line's days are marked, too. */
struct work_chart {
	const char *id, *title, *how;
	const char *at, *day;
	const char *lines[2][2];   /* member, name */
	const char *unit, *marked; /* marked: what is said of the second line's days */
};

/* The target of a count, relative to the organization: "/rules". */
struct work_count {
	const char *name, *to; /* ends with a NULL name */
};

struct work_source {
	const char *function; /* ends with a NULL function */
	const char *
		input; /* the input member for the subject in the page's path; or NULL: the subject, if it takes one */
	const char *const (*with)[2]; /* texts of the input; ends with a NULL name; or NULL */
	const struct work_member *figures;
	bool of_what_is; /* leaves out figures of a null member: "price.date" where there is no price */
	const struct work_parts *parts;
	const char *made_of; /* anchor of the list with the parts of the figures; or NULL */
	const struct work_count *counts; /* the counts with links; or NULL */
	bool explained; /* the figures are explained as those of the page's portfolio */
	const struct work_chart *chart; /* or NULL */
	const struct work_list *lists;
	/* Draws the struct that the Function gives (c->shown); the members above but the first two are left out then. */
	void (*draw)(struct html *h, const struct call *c);
};

/* A route's argument. */
struct work_page {
	const struct work_room *room;
	const char *title; /* NULL: the route is an Action's */
	const char *here;  /* relative to the organization: "/families" */
	const char *name;  /* member of the first answer used as the title, or NULL */
	const struct work_source *sources;
	const struct work_act *acts;
	const char *more, *more_title; /* a further page, relative to this one's path; or NULL */
	const char *of, *of_to,
		*of_title;   /* link to another object: member with its id, path, label; or NULL */
	const char *of_when; /* only with this member; or NULL */
};

/* An organization's pages. */
struct work_room {
	const struct protocol *protocol;
	const char *base; /* "/offices" */
	unsigned scopes;
	const char *const (*ways)[2]; /* path relative to the organization, title; ends with NULL */
};
extern const struct work_room work_office, work_desk;

/* work_enter() - the person as a member of the organization that path[0] names; after the request's own 400s. */
void work_enter(struct ctx *ctx, const struct work_room *room, enum route_transaction transaction);

/* work_as_member() - the same once the workspace of the organization is entered. */
void work_as_member(struct ctx *ctx, const struct work_room *room);

/* work_path() - "/offices/{org}" and @rest. */
const char *work_path(struct ctx *ctx, const struct work_room *room, const char *rest);

/* work_frame() - begins a page with the organization's navigation. */
struct html *work_frame(struct ctx *ctx, const struct work_room *room, int status,
			const char *title, const char *here, const char *error);

/* work_run() - runs an operation on a JSON envelope; NULL for a replayed Action. */
const struct outcome *work_run(struct ctx *ctx, const struct work_room *room, enum call_kind kind,
			       const char *id, const char *envelope);
/* work_call() - the same; returns what protocol_answer() does. */
struct json_object *work_call(struct ctx *ctx, const struct work_room *room, enum call_kind kind,
			      const char *id, const char *envelope, const struct outcome **out);

/* work_ask() - runs a Function on the subject in path[1], without further input. */
struct json_object *work_ask(struct ctx *ctx, const struct work_room *room, const char *id);

/* work_subject() - adds the subject to an open envelope, if the operation takes one. */
void work_subject(struct ctx *ctx, const struct work_room *room, const struct operation *o,
		  struct json *j);

/* work_find() - "family.name" of an object, or NULL. */
struct json_object *work_find(struct json_object *o, const char *path);

/* work_takes() - whether the schema of the input has the member. */
bool work_takes(const struct spec *s, const char *member);

/* work_give() - the answer of a source of the page in the path, from @cursor on; NULL of one that draws its struct. */
struct json_object *work_give(struct ctx *ctx, const struct work_room *room,
			      const struct work_source *s, const char *cursor, int limit,
			      const struct outcome **out);

/* ---- a list as a sheet (work_csv.c) ---- */

#define WORK_CSV "csv" /* the parameter: the number of a list of the page, from 1 */

bool work_is_csv(const struct ctx *ctx);
/* work_csv_asked() - the list that the request asks for, and its source; NULL: none. */
const struct work_list *work_csv_asked(struct ctx *ctx, const struct work_page *page,
				       const struct work_source **source);
void work_csv(struct ctx *ctx, const struct work_page *page, const struct work_source *source,
	      const struct work_list *l);

/* ---- the routes ---- */

void work_page(struct ctx *ctx);	  /* GET of a page */
void work_action(struct ctx *ctx);	  /* GET of the form of an Action */
void work_action_post(struct ctx *ctx);	  /* its preview, then its execution */
void work_action_refuse(struct ctx *ctx); /* the form again, with what was wrong */
void work_organizations(struct ctx *ctx); /* GET /offices */
void work_desks(struct ctx *ctx);
void work_organization(struct ctx *ctx); /* GET /offices/{org}: redirects members of a desk */

#endif
