/* SPDX-License-Identifier: Apache-2.0 */
/* xml.c: parses one part of a workbook with expat. */
#include "config.h"

#include "sheet/xml.h"

#include <expat.h>

#include "core/pool.h"

struct parsing {
	const struct xml_part *part;
	XML_Parser parser;
	struct zip *z;
	size_t taken; /* bytes passed to the parser */
	size_t spoke; /* of these, up to the last event */
	int depth;
	bool complex; /* beyond a limit */
	bool refused; /* a document type */
	bool stopped; /* the handler needs no more */
	bool failed;
};

const char *xml_attribute(const char *const *attributes, const char *name)
{
	for (size_t i = 0; attributes[i]; i += 2) {
		if (str_eq(text_after_last(attributes[i], ':'), name))
			return attributes[i + 1];
	}
	return NULL;
}

static void stop_when_enough(struct parsing *p)
{
	if (!p->stopped && p->part->enough && p->part->enough(p->part->arg)) {
		p->stopped = true;
		(void)XML_StopParser(p->parser, XML_FALSE); /* it was not suspended */
	}
}

static void give_up(struct parsing *p, const char *reason)
{
	p->z->reason = reason;
	p->complex = true;
	(void)XML_StopParser(p->parser, XML_FALSE);
}

static void on_open(void *arg, const XML_Char *name, const XML_Char **attributes)
{
	struct parsing *p = arg;

	p->spoke = p->taken;
	if (++p->depth > SHEET_DEPTH_MAX) {
		give_up(p, "A planilha tem elementos XML em mais de 64 níveis.");
		return;
	}
	if (++p->z->elements > SHEET_ELEMENTS_MAX) {
		give_up(p, "A planilha tem mais de 10 milhões de elementos: divida-a por período.");
		return;
	}
	if (!p->stopped)
		p->part->open(p->part->arg, text_after_last(name, ':'),
			      (const char *const *)attributes);
	stop_when_enough(p);
}

static void on_close(void *arg, const XML_Char *name)
{
	struct parsing *p = arg;

	p->spoke = p->taken;
	p->depth--;
	if (!p->stopped)
		p->part->close(p->part->arg, text_after_last(name, ':'));
	stop_when_enough(p);
}

static void on_text(void *arg, const XML_Char *text, int n)
{
	struct parsing *p = arg;

	p->spoke = p->taken;
	if (!p->stopped && p->part->text)
		p->part->text(p->part->arg, text, (size_t)n);
}

static void on_doctype(void *arg, const XML_Char *name, const XML_Char *sysid UNUSED,
		       const XML_Char *pubid UNUSED, int has_subset UNUSED)
{
	struct parsing *p = arg;

	(void)name; /* none is allowed, whatever its name */
	p->refused = true;
	(void)XML_StopParser(p->parser, XML_FALSE);
}

static bool take(void *arg, const char *bytes, size_t n)
{
	struct parsing *p = arg;

	p->taken += n;
	if (XML_Parse(p->parser, bytes, (int)n, XML_FALSE) != XML_STATUS_OK) {
		p->failed = !p->stopped;
		return false;
	}
	/* expat scans an incomplete token again with each piece: a long comment would take minutes. */
	if (p->taken - p->spoke > SHEET_SILENCE_MAX) {
		p->failed = true;
		give_up(p, "A planilha tem um comentário ou elemento XML de mais de 1 MiB.");
		return false;
	}
	return true;
}

static void parser_free(void *arg)
{
	XML_ParserFree(arg);
}

enum sheet_err xml_read(struct zip *z, const char *member, const struct xml_part *part, bool *found)
{
	void *scope = pool_new(z->pool, "xml");
	struct parsing p = { .part = part, .z = z, .parser = XML_ParserCreate(NULL) };
	enum sheet_err err;

	*found = false;
	if (!p.parser) {
		z->reason = "A planilha não pôde ser lida.";
		return SHEET_UNREADABLE;
	}
	pool_on_free(scope, parser_free, p.parser);
	XML_SetUserData(p.parser, &p);
	XML_SetElementHandler(p.parser, on_open, on_close);
	XML_SetCharacterDataHandler(p.parser, on_text);
	XML_SetStartDoctypeDeclHandler(p.parser, on_doctype);
	err = zip_member(z, member, take, &p, found);
	if (err == SHEET_OK && *found && !p.failed && !p.stopped)
		p.failed = XML_Parse(p.parser, "", 0, XML_TRUE) != XML_STATUS_OK && !p.stopped;
	pool_free(scope);
	if (err == SHEET_OK && p.complex)
		return SHEET_TOO_COMPLEX;
	if (err == SHEET_OK && p.failed) {
		z->reason =
			p.refused ? "A planilha declara um tipo de documento ou entidades XML, o "
				    "que não é permitido."
				  : "A planilha tem uma parte em XML malformado: salve-a de novo.";
		return SHEET_UNREADABLE;
	}
	return err;
}
