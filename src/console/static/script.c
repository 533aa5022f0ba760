/* SPDX-License-Identifier: Apache-2.0 */
/*
 * script.c: the console's only script.  GET /script/{hash}
 *
 * It saves a round trip when the table is complete on the page: it sorts and filters in place what
 * a.sort and form.filter request from the server.  And it copies values for use elsewhere.  Everything
 * works without it.
 */
#include "config.h"

#include "console/static/script.h"

#include "console/static/stylesheet.h"

static const char script[] =
	"'use strict';(()=>{"
	"const value=(row,i)=>{const d=row.cells[i].querySelector('data');"
	"return d?d.value:row.cells[i].textContent};"
	"const order=(a,b)=>{if(a==='null'||b==='null')return a===b?0:a==='null'?2:-2;"
	"const x=Number(a),y=Number(b);"
	"return Number.isNaN(x)||Number.isNaN(y)?a.localeCompare(b,'pt-BR'):x-y};"
	"const sort=(th)=>{const table=th.closest('table'),body=table.tBodies[0],i=th.cellIndex,"
	"down=th.getAttribute('aria-sort')!=='descending';"
	"for(const o of table.tHead.rows[0].cells)o.removeAttribute('aria-sort');"
	"th.setAttribute('aria-sort',down?'descending':'ascending');"
	"[...body.rows].sort((a,b)=>{const c=order(value(a,i),value(b,i));"
	"return Math.abs(c)===2&&(value(a,i)==='null'||value(b,i)==='null')?c:down?-c:c})"
	".forEach((r)=>body.append(r))};"
	"const whole=!document.querySelector('.pages');"
	"if(whole)for(const a of document.querySelectorAll('th a.sort'))"
	"a.addEventListener('click',(e)=>{e.preventDefault();sort(a.closest('th'))});"
	"for(const form of whole?document.querySelectorAll('form.filter'):[]){"
	"const table=form.nextElementSibling.querySelector('table'),"
	"narrow=()=>{const q=form.elements.q.value.trim().toLowerCase(),"
	"type=form.elements.type.value;"
	"for(const r of table.tBodies[0].rows)r.hidden=!r.cells[0].textContent.toLowerCase()"
	".includes(q)||(type&&r.dataset.type!==type)};"
	"form.addEventListener('input',narrow);"
	"form.addEventListener('submit',(e)=>{e.preventDefault();narrow()})}"
	"for(const c of document.querySelectorAll('data[data-copy],code[data-copy]')){"
	"const b=document.createElement('button');b.type='button';b.textContent='Copiar';"
	"b.setAttribute('aria-label','Copiar '+c.textContent);"
	"b.addEventListener('click',async()=>{await navigator.clipboard.writeText(c.dataset.copy||c.textContent);"
	"b.textContent='Copiado';"
	"b.setAttribute('aria-label','Copiado: '+c.textContent)});c.after(' ',b)}"
	"})();";

const char *script_path(void *pool)
{
	return sheet_hashed(pool, "/script/", (struct slice){ script, sizeof(script) - 1 });
}

void script_get(struct ctx *ctx)
{
	sheet_respond(ctx, script_path(ctx->pool), "text/javascript; charset=utf-8",
		      (struct slice){ script, sizeof(script) - 1 });
}
