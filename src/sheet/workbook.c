/* SPDX-License-Identifier: Apache-2.0 */
/*
 * workbook.c: reads the parts of a workbook that its sheets depend on.
 *
 * B3 names its sheet rId3, others store parts elsewhere: nothing is assumed, relationships are followed
 * from _rels/.rels on (ISO/IEC 29500-2, 9).
 */
#include "config.h"

#include "sheet/workbook.h"

#include "core/buf.h"
#include "core/pool.h"
#include "sheet/xml.h"

#define STRINGS_MAX ((size_t)2000000)
#define STYLES_MAX ((size_t)65536)
#define RELATIONS_MAX 1000

struct relation {
	const char *id, *type, *target; /* target as a member name */
};

struct relations {
	void *pool;
	const char *folder; /* of the part they belong to, with its final '/', or "" */
	struct relation *items;
	size_t n;
};

/* "xl/" and "../a/b.xml" is "a/b.xml"; "/xl/b.xml" is "xl/b.xml". */
static const char *resolve(void *pool, const char *folder, const char *target)
{
	const char *whole =
		target[0] == '/' ? target + 1 : pool_printf(pool, "%s%s", folder, target);
	char *out = pool_array(pool, char, strlen(whole) + 1), *end = out;

	while (*whole) {
		size_t n = strcspn(whole, "/");

		if (n == 2 && memcmp(whole, "..", 2) == 0) {
			if (end > out)
				end--;
			while (end > out && end[-1] != '/')
				end--;
		} else if (!(n == 1 && *whole == '.')) {
			memcpy(end, whole, n);
			end += n;
			if (whole[n])
				*end++ = '/';
		}
		whole += n + (whole[n] ? 1 : 0);
	}
	*end = '\0';
	return out;
}

static void relation_open(void *arg, const char *name, const char *const *attributes)
{
	struct relations *r = arg;
	const char *id, *type, *target, *mode;

	if (!str_eq(name, "Relationship") || r->n == RELATIONS_MAX)
		return;
	id = xml_attribute(attributes, "Id");
	type = xml_attribute(attributes, "Type");
	target = xml_attribute(attributes, "Target");
	mode = xml_attribute(attributes, "TargetMode");
	if (!id || !type || !target || (mode && str_eq(mode, "External")) || strlen(target) > 1000)
		return;
	if (!r->items)
		r->items = pool_array(r->pool, struct relation, RELATIONS_MAX);
	r->items[r->n++] = (struct relation){ pool_strdup(r->pool, id), pool_strdup(r->pool, type),
					      resolve(r->pool, r->folder, target) };
}

static void nothing_closes(void *arg, const char *name UNUSED)
{
	(void)arg; /* relationships have only attributes */
}

static enum sheet_err relations_read(struct zip *z, const char *folder, const char *member,
				     struct relations *r, bool *found)
{
	*r = (struct relations){ .pool = z->pool, .folder = folder };
	return xml_read(z, member,
			&(struct xml_part){ r, relation_open, nothing_closes, NULL, NULL }, found);
}

/* Types have the same ending in both namespaces: …/officeDocument, …/worksheet. */
static const struct relation *relation_of_type(const struct relations *r, const char *ending)
{
	for (size_t i = 0; i < r->n; i++) {
		if (text_ends(r->items[i].type, ending))
			return &r->items[i];
	}
	return NULL;
}

/* ---- xl/workbook.xml ---- */

struct sheets {
	void *pool;
	struct workbook *w;
	const struct relations *relations;
};

static void add_sheet(struct sheets *s, const char *name, const char *member)
{
	struct workbook *w = s->w;

	if (w->n_sheets < w->max_sheets)
		w->sheets[w->n_sheets++] =
			(struct workbook_sheet){ pool_strdup(s->pool, name ? name : ""), member };
}

static void sheets_open(void *arg, const char *name, const char *const *attributes)
{
	struct sheets *s = arg;

	if (str_eq(name, "workbookPr")) {
		const char *v = xml_attribute(attributes, "date1904");

		s->w->date1904 = v && (str_eq(v, "1") || str_eq(v, "true"));
	} else if (str_eq(name, "sheet")) {
		const char *id = xml_attribute(attributes, "id");

		for (size_t i = 0; id && i < s->relations->n; i++) {
			const struct relation *r = &s->relations->items[i];

			if (str_eq(r->id, id) && text_ends(r->type, "/worksheet")) {
				add_sheet(s, xml_attribute(attributes, "name"), r->target);
				return;
			}
		}
	}
}

/* ---- xl/sharedStrings.xml ---- */

struct strings {
	struct table *table;
	struct workbook *w;
	struct buf text;
	bool inside, phonetic; /* in <t>; in <rPh>, a phonetic hint, not text */
};

static void strings_open(void *arg, const char *name, const char *const *attributes)
{
	struct strings *s = arg;

	(void)attributes; /* xml:space: everything is kept; readers trim cells */
	if (str_eq(name, "si"))
		s->text.n = 0;
	else if (str_eq(name, "rPh"))
		s->phonetic = true;
	else if (str_eq(name, "t"))
		s->inside = !s->phonetic;
}

static void strings_text(void *arg, const char *p, size_t n)
{
	struct strings *s = arg;

	if (s->inside)
		table_append(s->table, &s->text, p, n);
}

static void strings_close(void *arg, const char *name)
{
	struct strings *s = arg;
	struct workbook *w = s->w;

	if (str_eq(name, "t")) {
		s->inside = false;
	} else if (str_eq(name, "rPh")) {
		s->phonetic = false;
	} else if (str_eq(name, "si")) {
		if (w->n_strings == STRINGS_MAX) {
			s->table->reason = "A planilha tem textos demais.";
			return;
		}
		pool_grow(s->table->pool, w->strings, const char *, w->n_strings, w->size_strings,
			  256);
		w->strings[w->n_strings++] = table_text(s->table, s->text.p, s->text.n);
	}
}

static bool strings_enough(void *arg)
{
	struct strings *s = arg;

	return s->table->reason != NULL;
}

/* ---- xl/styles.xml ---- */

bool format_is_date(const char *code)
{
	for (const char *p = code; *p && *p != ';'; p++) {
		if (*p == '"' || *p == '[') {
			const char *end = strchr(p + 1, *p == '"' ? '"' : ']');

			if (!end)
				return false;
			p = end;
		} else if (*p == '\\' || *p == '_' || *p == '*') {
			if (!p[1])
				return false;
			p++;
		} else if (strchr("dmyDMY", *p)) {
			return true;
		}
	}
	return false;
}

struct styles {
	void *pool;
	struct workbook *w;
	bool in_cell_formats;
	struct {
		long id;
		bool date;
	} * custom;
	size_t n_custom;
};

#define CUSTOM_MAX 4096

long sheet_number(const char *text)
{
	long v = 0;

	if (!text || !*text)
		return -1;
	for (; *text; text++) {
		if (*text < '0' || *text > '9' || v > 100000000)
			return -1;
		v = v * 10 + (*text - '0');
	}
	return v;
}

static bool style_is_date(const struct styles *s, long id)
{
	for (size_t i = s->n_custom; i > 0; i--) {
		if (s->custom[i - 1].id == id)
			return s->custom[i - 1].date;
	}
	return (id >= 14 && id <= 22) || (id >= 45 && id <= 47); /* ISO/IEC 29500-1, 18.8.30 */
}

static void styles_open(void *arg, const char *name, const char *const *attributes)
{
	struct styles *s = arg;
	struct workbook *w = s->w;

	if (str_eq(name, "numFmt") && s->n_custom < CUSTOM_MAX) {
		const char *code = xml_attribute(attributes, "formatCode");

		if (!s->custom)
			s->custom = pool_bytes(s->pool, sizeof(*s->custom), CUSTOM_MAX,
					       "number formats");
		s->custom[s->n_custom].id = sheet_number(xml_attribute(attributes, "numFmtId"));
		s->custom[s->n_custom++].date = code && format_is_date(code);
	} else if (str_eq(name, "cellXfs")) {
		s->in_cell_formats = true;
	} else if (s->in_cell_formats && str_eq(name, "xf") && w->n_styles < STYLES_MAX) {
		pool_grow(s->pool, w->date_style, bool, w->n_styles, w->size_styles, 64);
		w->date_style[w->n_styles++] =
			style_is_date(s, sheet_number(xml_attribute(attributes, "numFmtId")));
	}
}

static void styles_close(void *arg, const char *name)
{
	struct styles *s = arg;

	if (str_eq(name, "cellXfs"))
		s->in_cell_formats = false;
}

/* ---- the whole ---- */

static enum sheet_err no_workbook(struct zip *z)
{
	z->reason = "O arquivo é um ZIP, mas não uma planilha XLSX.";
	return SHEET_UNREADABLE;
}

static const char *folder_of(void *pool, const char *member)
{
	const char *slash = strrchr(member, '/');

	return slash ? pool_strndup(pool, member, (size_t)(slash - member) + 1) : "";
}

static enum sheet_err find_sheet(struct zip *z, struct workbook *w, struct relations *r)
{
	struct relations root;
	const struct relation *book;
	struct sheets s = { z->pool, w, r };
	const char *folder, *member;
	enum sheet_err err;
	bool found;

	err = relations_read(z, "", "_rels/.rels", &root, &found);
	if (err != SHEET_OK)
		return err;
	book = relation_of_type(&root, "/officeDocument");
	if (!book)
		return no_workbook(z);
	folder = folder_of(z->pool, book->target);
	member = pool_printf(z->pool, "%s_rels/%s.rels", folder, book->target + strlen(folder));
	err = relations_read(z, folder, member, r, &found);
	if (err != SHEET_OK)
		return err;
	if (text_ends(book->target, ".bin")) {
		z->reason = "O arquivo é um XLSB: salve-o como XLSX.";
		return SHEET_UNREADABLE;
	}
	err = xml_read(z, book->target,
		       &(struct xml_part){ &s, sheets_open, nothing_closes, NULL, NULL }, &found);
	if (err != SHEET_OK)
		return err;
	return found && w->n_sheets ? SHEET_OK : no_workbook(z);
}

enum sheet_err workbook_read(struct zip *z, struct table *t, struct workbook *w)
{
	struct relations r = { 0 };
	const struct relation *part;
	struct strings strings = { .table = t, .w = w };
	struct styles styles = { .pool = z->pool, .w = w };
	enum sheet_err err = find_sheet(z, w, &r);
	bool found;

	if (err != SHEET_OK)
		return err;
	part = relation_of_type(&r, "/sharedStrings");
	if (part) {
		buf_init(&strings.text, z->pool, 1024);
		err = xml_read(z, part->target,
			       &(struct xml_part){ &strings, strings_open, strings_close,
						   strings_text, strings_enough },
			       &found);
		if (err != SHEET_OK)
			return err;
	}
	part = relation_of_type(&r, "/styles");
	if (part)
		err = xml_read(z, part->target,
			       &(struct xml_part){ &styles, styles_open, styles_close, NULL, NULL },
			       &found);
	return err;
}
