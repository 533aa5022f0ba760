/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fund_register.c: the register since RCVM 175: funds, their classes, sub-classes (doc/load.md).
 *
 * One zip of three files in any order, or one of them alone; each is a snapshot of its own table,
 * recognised by its columns.  A class finds its administrator by the id of its fund.
 */
#include "config.h"

#include "load/fund.h"

#define TO_PASS                                                                                                  \
	"codigo_cvm|data_*|tipo_*|situacao|classificacao|indicador_desempenho|tributacao_longo_prazo|entidade_*" \
	"|permitido_*|classe_esg|forma_condominio|exclusivo*|publico_alvo|previdenciario|patrimonio_liquido"     \
	"|cnpj_auditor|auditor|cnpj_custodiante|custodiante|cnpj_controlador|controlador|diretor|id_registro_*"

enum {
	ID,
	OWNER,
	TAX_ID,
	NAME,
	REGISTERED,
	STATUS,
	ADMIN_TAX_ID,
	ADMIN,
	FIC,
	CLASS,
	MANAGER_KIND = FIC, /* of a fund */
	MANAGER_TAX_ID = CLASS,
	MANAGER
};

/* ---- funds ---- */

#define OF_FUND                                                                                    \
	"id, tax_id, name, active, registered, administrator_tax_id, administrator, manager_tax_id, manager"

static const struct fund_table funds = {
	.make = "create temp table register_stage (like fund_register, line int8) on commit drop",
	.copy = "register_stage (" OF_FUND ", line)",
	.analyze = "analyze register_stage",
	.repeated =
		"delete from register_stage s using (select line, row_number() over (partition by id order by"
		"     active desc, registered desc nulls last, line desc) as place from register_stage) p"
		" where p.line = s.line and p.place > 1",
	.gone = "delete from fund_register f where not exists (select from register_stage s where s.id = f.id)",
	.save = "insert into fund_register as f (" OF_FUND ") select " OF_FUND
		" from register_stage on conflict (id) do update"
		" set tax_id = excluded.tax_id, name = excluded.name, active = excluded.active,"
		"     registered = excluded.registered, administrator_tax_id = excluded.administrator_tax_id,"
		"     administrator = excluded.administrator, manager_tax_id = excluded.manager_tax_id,"
		"     manager = excluded.manager"
		" where (f.tax_id, f.name, f.active, f.registered, f.administrator_tax_id, f.administrator,"
		"        f.manager_tax_id, f.manager)"
		"    is distinct from (excluded.tax_id, excluded.name, excluded.active, excluded.registered,"
		"        excluded.administrator_tax_id, excluded.administrator, excluded.manager_tax_id,"
		"        excluded.manager)",
};

/* ---- classes ---- */

#define OF_CLASS "id, fund_id, tax_id, name, active, registered, is_fic, anbima_class"

static const struct fund_table classes = {
	.make = "create temp table class_stage (like fund_class, line int8) on commit drop",
	.copy = "class_stage (" OF_CLASS ", line)",
	.analyze = "analyze class_stage",
	.repeated =
		"delete from class_stage s using (select line, row_number() over (partition by id order by"
		"     active desc, registered desc nulls last, line desc) as place from class_stage) p"
		" where p.line = s.line and p.place > 1",
	.gone = "delete from fund_class f where not exists (select from class_stage s where s.id = f.id)",
	.save = "insert into fund_class as f (" OF_CLASS ") select " OF_CLASS
		" from class_stage on conflict (id) do update"
		" set fund_id = excluded.fund_id, tax_id = excluded.tax_id, name = excluded.name,"
		"     active = excluded.active, registered = excluded.registered, is_fic = excluded.is_fic,"
		"     anbima_class = excluded.anbima_class"
		" where (f.fund_id, f.tax_id, f.name, f.active, f.registered, f.is_fic, f.anbima_class)"
		"    is distinct from (excluded.fund_id, excluded.tax_id, excluded.name, excluded.active,"
		"        excluded.registered, excluded.is_fic, excluded.anbima_class)",
};

/* ---- sub-classes ---- */

#define OF_SUBCLASS "class_id, id, name, active"

static const struct fund_table subclasses = {
	.make = "create temp table subclass_stage (like fund_subclass, line int8) on commit drop",
	.copy = "subclass_stage (" OF_SUBCLASS ", line)",
	.analyze = "analyze subclass_stage",
	.repeated =
		"delete from subclass_stage s using (select line, row_number() over (partition by class_id, id"
		"     order by active desc, line desc) as place from subclass_stage) p"
		" where p.line = s.line and p.place > 1",
	.gone = "delete from fund_subclass f where not exists (select from subclass_stage s"
		"  where s.class_id = f.class_id and s.id = f.id)",
	.save = "insert into fund_subclass as f (" OF_SUBCLASS ") select " OF_SUBCLASS
		" from subclass_stage on conflict (class_id, id) do update"
		" set name = excluded.name, active = excluded.active"
		" where (f.name, f.active) is distinct from (excluded.name, excluded.active)",
};

/* ---- rows ---- */

/* Id, tax id and day of a fund or a class; false: refused. */
static bool read_key(struct cvm *c, int64_t *id, char tax_id[15], bool *known, struct day *day)
{
	if (field_int(cvm_cell(c, ID), id) != FIELD_OK)
		cvm_refuse(c, "número de registro inválido: %.*s", SHOWN(cvm_cell(c, ID)));
	else if (!cvm_tax_id(cvm_cell(c, TAX_ID), tax_id))
		cvm_refuse(c, "CNPJ inválido: %.*s", SHOWN(cvm_cell(c, TAX_ID)));
	else if (!fund_day(c, REGISTERED, known, day))
		cvm_refuse(c, "data de registro inválida: %.*s", SHOWN(cvm_cell(c, REGISTERED)));
	else
		return true;
	return false;
}

static void put_fund(struct cvm *c, struct copy *to)
{
	char tax_id[15], admin[15];
	bool known, has_admin = cvm_tax_id(cvm_cell(c, ADMIN_TAX_ID), admin);
	struct day day;
	int64_t id;

	if (!read_key(c, &id, tax_id, &known, &day))
		return;
	copy_row(to, 10);
	copy_int(to, id);
	copy_text(to, tax_id, 14);
	copy_slice(to, cvm_text(c, NAME));
	copy_bool(to, fund_is_active(cvm_cell(c, STATUS)));
	copy_day_if(to, known, day);
	copy_slice(to, has_admin ? slice_of(admin) : SLICE(""));
	copy_slice(to, cvm_text(c, ADMIN));
	fund_put_manager(to, c, MANAGER_KIND, MANAGER_TAX_ID, MANAGER);
	copy_int(to, reader_line_number(c->l->in));
}

static void put_class(struct cvm *c, struct copy *to)
{
	char tax_id[15];
	struct day day;
	int64_t id, fund;
	bool known;

	if (!read_key(c, &id, tax_id, &known, &day))
		return;
	copy_row(to, 9);
	copy_int(to, id);
	if (field_int(cvm_cell(c, OWNER), &fund) == FIELD_OK)
		copy_int(to, fund);
	else
		copy_null(to);
	copy_text(to, tax_id, 14);
	copy_slice(to, cvm_text(c, NAME));
	copy_bool(to, fund_is_active(cvm_cell(c, STATUS)));
	copy_day_if(to, known, day);
	fund_put_flag(to, c, FIC);
	copy_slice(to, cvm_text(c, CLASS));
	copy_int(to, reader_line_number(c->l->in));
}

static void put_subclass(struct cvm *c, struct copy *to)
{
	struct slice id = cvm_text(c, ID);
	int64_t class_id;

	if (field_int(cvm_cell(c, OWNER), &class_id) != FIELD_OK || !id.n || id.n > 60) {
		cvm_refuse(c, "número da classe ou da subclasse inválido");
		return;
	}
	copy_row(to, 5);
	copy_int(to, class_id);
	copy_text(to, id.p, id.n);
	copy_slice(to, cvm_text(c, NAME));
	copy_bool(to, fund_is_active(cvm_cell(c, STATUS)));
	copy_int(to, reader_line_number(c->l->in));
}

/* ---- files ---- */

static void read_file(struct cvm *c, const struct fund_table *t,
		      void (*put)(struct cvm *c, struct copy *to), unsigned *seen, unsigned bit)
{
	struct copy *to;

	if (*seen & bit)
		load_fail(c->l, "o zip tem o mesmo arquivo duas vezes.");
	*seen |= bit;
	to = fund_stage(c->l, t);
	while (cvm_row(c))
		put(c, to);
	(void)fund_save(c->l, t, to);
}

static void read_register(struct cvm *c, unsigned *seen)
{
	struct csv_column columns[] = {
		[ID] = { "id_registro_fundo", true, -1 },
		[OWNER] = { "", false, -1 },
		[TAX_ID] = { "cnpj_fundo", true, -1 },
		[NAME] = { "denominacao_social", true, -1 },
		[REGISTERED] = { "data_registro", true, -1 },
		[STATUS] = { "situacao", true, -1 },
		[ADMIN_TAX_ID] = { "cnpj_administrador", false, -1 },
		[ADMIN] = { "administrador", true, -1 },
		[MANAGER_KIND] = { "tipo_pessoa_gestor", false, -1 },
		[MANAGER_TAX_ID] = { "cpf_cnpj_gestor", false, -1 },
		[MANAGER] = { "gestor", false, -1 },
	};

	cvm_map(c, columns, ARRAY_SIZE(columns), TO_PASS);
	read_file(c, &funds, put_fund, seen, 1);
}

static void read_classes(struct cvm *c, unsigned *seen)
{
	struct csv_column columns[] = {
		[ID] = { "id_registro_classe", true, -1 },
		[OWNER] = { "id_registro_fundo", true, -1 },
		[TAX_ID] = { "cnpj_classe", true, -1 },
		[NAME] = { "denominacao_social", true, -1 },
		[REGISTERED] = { "data_registro", true, -1 },
		[STATUS] = { "situacao", true, -1 },
		[ADMIN_TAX_ID] = { "", false, -1 },
		[ADMIN] = { "", false, -1 },
		[FIC] = { "classe_cotas", false, -1 },
		[CLASS] = { "classificacao_anbima", false, -1 },
	};

	cvm_map(c, columns, ARRAY_SIZE(columns), TO_PASS);
	read_file(c, &classes, put_class, seen, 2);
}

static void read_subclasses(struct cvm *c, unsigned *seen)
{
	struct csv_column columns[] = {
		[ID] = { "id_subclasse", true, -1 }, [OWNER] = { "id_registro_classe", true, -1 },
		[TAX_ID] = { "", false, -1 },	     [NAME] = { "denominacao_social", true, -1 },
		[REGISTERED] = { "", false, -1 },    [STATUS] = { "situacao", true, -1 },
	};

	cvm_map(c, columns, ARRAY_SIZE(columns), TO_PASS);
	read_file(c, &subclasses, put_subclass, seen, 4);
}

void load_fund_register(struct load *l)
{
	unsigned seen = 0;
	struct cvm c;

	cvm_open(&c, l);
	do {
		if (cvm_has(&c, "id_subclasse"))
			read_subclasses(&c, &seen);
		else if (cvm_has(&c, "cnpj_classe"))
			read_classes(&c, &seen);
		else
			read_register(&c, &seen);
	} while (cvm_next(&c));
	fund_prepare(l);
}
