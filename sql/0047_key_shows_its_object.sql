-- A key carries what an answer shows of its object, and whether it is a word of somebody's name: an exact key is then
-- one probe of one index.  What writes objects and names keeps both (load/object_stage).

set local search_path = lastro, pg_temp;

alter table object_key
	add column id           text collate "C",
	add column kind         text collate "C",
	add column subkind      text collate "C",
	add column name         text,
	add column anchor_type  text collate "C",
	add column anchor_value text collate "C",
	add column is_word      boolean not null default false;
update object_key k
   set id = o.id, kind = o.kind, subkind = o.subkind, name = o.name, anchor_type = o.anchor_type,
       anchor_value = o.anchor_value, is_word = exists (select from object_word w where w.word = lower(k.normal))
  from object o where o.no = k.object_no;
alter table object_key
	alter column id set not null, alter column kind set not null, alter column subkind set not null,
	alter column name set not null, alter column anchor_type set not null, alter column anchor_value set not null;
