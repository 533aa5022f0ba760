// SPDX-License-Identifier: Apache-2.0
//
// console_desk.mjs: a credit analyst's day on the demonstration, in a real Chromium at 390 and 1440 pixels, with JavaScript and
// without: who breaks what, why, since when, what comes next, and the board taken away.  Presses are counted from the first page
// of the console.  Prints TAP.  BASE, ANALYST and PASSWORD come from t/http/0252-analyst-day.t.

import { readFile } from 'node:fs/promises';
import { in_four_ways, working } from './console_work.mjs';

const { ANALYST } = process.env;

// day() - the subordination of a fund fell from 32 % to 27 %, below its floor of 28 %: 27 / 28 - 1 is -3.57 %.
async function day(p) {
	await p.begin();
	const menu = p.width < 600 ? 1 : 0;	// on a phone it stands in the menu
	if (menu) await p.in(p.page.locator('summary:visible').filter({ hasText: 'Conta' }).first());
	await p.press(p.page.locator('a:visible').filter({ hasText: /^\s*Trabalho\s*$/ }).first());
	await p.press('Mesa Farol');
	const row = p.table('Limites rompidos, em aberto').getByRole('row').filter({ hasText: 'FIDC Farol' });
	const cells = await row.locator('td, th').allInnerTexts();
	p.is(await row.count() === 1 && /subordinação em 27, abaixo do mínimo de 28/.test(cells[0]), 'who breaks what', cells.join(' | '));
	p.is(cells.some((c) => /^27(,0+)?$/.test(c.trim())) && cells.some((c) => /^28(,0+)?$/.test(c.trim())) && cells.some((c) => /−3,57/.test(c)), 'by how much', cells.join(' | '));
	p.is(cells.some((c) => /^32(,0+)?$/.test(c.trim())) && cells.some((c) => /30\/09\/2026/.test(c)) && cells.some((c) => /31\/10\/2026/.test(c)), 'since when: it was 32 a month before', cells.join(' | '));
	p.within(2 + menu, 0, 'who breaks what, by how much, since when');	// only counts stood there
	await p.judged('the first page of a desk');

	await p.press(row.getByRole('link').first());
	await p.says(/FIDC Farol Recebíveis Comerciais/, 'the fund');
	await p.says(/Subordinação da sênior\s*27/, 'why: what its classes are');
	await p.says(/Vencido há mais de 90 dias/, 'and what is late');
	p.within(3 + menu, 0, 'why');
	await p.judged('the page of a receivables fund');

	await p.press('Listas');
	await p.press('Recebíveis', p.page.locator('main'));
	await p.says(/15\/12\/2026[^]*informe mensal[^]*FIDC Farol/, 'what comes next');
	p.within(5 + menu, 0, 'what comes next');

	const board = p.table('Quadro');
	const names = await board.locator('tbody th').allInnerTexts();
	const sheet = p.page.getByRole('link', { name: 'Baixar em planilha' }).last();
	p.presses++;
	const [download] = await Promise.all([p.page.waitForEvent('download'), sheet.click()]);
	const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
	p.is(download.suggestedFilename() === 'lista.csv' && lines.length === 2 && /^FIDC Farol Recebíveis Comerciais;fundo;/.test(lines[1]) && lines[0].split(';').length === lines[1].split(';').length,
		'the board as a sheet', lines.join('\n'));
	p.is(names.length === 0 || names.length === lines.length - 1, 'with the rows of the page', names.join());
	p.within(6 + menu, 0, 'the whole day');	// the board could not be taken away
}

await in_four_ways((how, width, script) => working(ANALYST, [day], how, width, script));
