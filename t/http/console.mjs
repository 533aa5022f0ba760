// SPDX-License-Identifier: Apache-2.0
//
// console.mjs: the pages of portfolios in a real Chromium: at 320, 768 and 1440 pixels, light and dark, checked by
// axe-core, with and without JavaScript; and the pages that forms lead to: a sheet that was read, a mend and a row that are
// refused, a row typed by the keyboard alone, a position beside the portfolio.  console_jobs.mjs does a person's jobs.  Prints
// TAP.  BASE, EMAIL, PASSWORD, PORTFOLIO and PATHS (separated by blanks) come from t/http/0198-console.t.

import axe from 'axe-core';
import { chromium } from 'playwright-core';

const { BASE, EMAIL, PASSWORD, PATHS, PORTFOLIO, CHROMIUM } = process.env;
let n = 0;
const ok = (good, name, why) => {
	process.stdout.write(`${good ? 'ok' : 'not ok'} ${++n} - ${name}\n`);
	if (!good && why) process.stdout.write(`# ${String(why).replace(/\n/g, '\n# ')}\n`);
};

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });

async function enter(context) {
	const page = await context.newPage();

	await page.goto(`${BASE}/login`);
	await page.fill('#email', EMAIL);
	await page.fill('#password', PASSWORD);
	await Promise.all([page.waitForNavigation(), page.press('#password', 'Enter')]);
	return page;
}

async function judged(page, path, width) {
	for (const colorScheme of ['light', 'dark']) {
		const name = `${path.replace(/[0-9a-f-]{36}/g, 'id')} at ${width}, ${colorScheme}`;

		await page.emulateMedia({ colorScheme });
		const wide = await page.evaluate(() => document.documentElement.scrollWidth);
		ok(wide <= width, `${name}: fits`, wide);
		await page.evaluate(axe.source);
		const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
		ok(!violations.length, `${name}: WCAG 2.2 AA as far as axe sees`,
			violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((node) => node.html).join(' ')}`).join('\n'));
	}
}

// PICTURES: a folder; writes a picture of each path there instead, for the README, from a running service (./bootstrap up).
if (process.env.PICTURES) {
	const page = await enter(await browser.newContext({ viewport: { width: 1200, height: 800 }, ignoreHTTPSErrors: true }));

	for (const [i, path] of PATHS.split(' ').entries()) {
		await page.goto(`${BASE}${path}`);
		await page.screenshot({ path: `${process.env.PICTURES}/console-${i + 1}.png` });
	}
	await browser.close();
	process.exit(0);
}

const widths = [320, 768, 1440];

async function judgedAt(page, name) {
	for (const width of widths) {
		await page.setViewportSize({ width, height: 800 });
		await judged(page, name, width);
	}
}

const file = (name, text) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const pressed = (page, button) => Promise.all([page.waitForNavigation(), page.getByRole('button', { name: button }).first().click()]);
const at = (page) => new URL(page.url()).pathname.replace(/[0-9a-f-]{36}/g, 'id');

// telephone() - at 390 pixels: the current tab is in sight, and figures of any length stay in the page and in their card.
async function telephone(page, how) {
	await page.setViewportSize({ width: 390, height: 844 });
	for (const name of ['settings', 'history']) {
		await page.goto(`${BASE}${PORTFOLIO}/${name}`);
		const tab = await page.evaluate(() => { const { left, right } = document.querySelector('.tabs [aria-current]').getBoundingClientRect(); return [left, right]; });
		ok(tab[0] >= -1 && tab[1] <= 391, `${how}: the current tab of ${name} is in sight`, tab);
	}
	for (const path of ['/portfolios', '/portfolios?periodo=ano', PORTFOLIO, `${PORTFOLIO}/history`]) {
		await page.goto(`${BASE}${path}`);
		const wide = await page.evaluate(() => {
			for (const figure of document.querySelectorAll('.facts data, .line-facts data')) figure.textContent = 'R$\u00a01.234.567.890,12';
			for (const b of document.querySelectorAll('.legend b')) b.textContent = '+R$\u00a01.234.567.890,12';
			const inside = (e) => e.getBoundingClientRect().right <= e.closest('.card, main').getBoundingClientRect().right;
			return [document.documentElement.scrollWidth, [...document.querySelectorAll('.legend *')].filter((e) => !inside(e)).length];
		});
		ok(wide[0] <= 390 && !wide[1], `${how}: long figures of ${path.replace(/[0-9a-f-]{36}/g, 'id')} stay in their place`, wide);
	}
	await page.setViewportSize({ width: 1280, height: 800 });
}

// day() - checks the pages that forms lead to.
async function day(page) {
	const seen = (name) => judgedAt(page, name);

	// A hand-made sheet: read, previewed, written.
	await page.goto(`${BASE}${PORTFOLIO}/imports`);
	await page.setInputFiles('#file', file('compras.csv', 'ticker;operacao;data;quantidade;preco;nota;lembrete\n' +
		`ITSA4;compra;15/01/2026;100;10,50;<script>document.title = 1</script>;${'x'.repeat(30000)}\n` +
		'ITSA4;compra;31/02/2026;1;1;;\n' + `;;;;;;${'longo '.repeat(5000)}\n`.repeat(50)));
	await pressed(page, 'Ler o arquivo');
	ok(/imports\/reading$/.test(at(page)) && await page.getByRole('cell', { name: 'Com erro' }).count() > 0, 'a sheet is shown row by row', await page.content());
	await seen('what was read of a sheet');
	await pressed(page, /^Gravar/);
	ok(/imports\/id$/.test(at(page)) && await page.getByRole('cell', { name: 'Entrou', exact: true }).count() === 1, 'and written', page.url());
	await seen('an import');

	// An issue: the missing price of a row.
	await page.goto(`${BASE}${PORTFOLIO}/issues`);
	const mend = page.locator('form[action$="/mend"]').filter({ has: page.getByLabel('Preço por unidade') }).first();
	await mend.getByLabel('Preço por unidade').fill('dez');
	await Promise.all([page.waitForNavigation(), mend.getByRole('button').first().click()]);
	ok(await page.getByLabel('Preço por unidade').inputValue() === 'dez' && await page.locator('[aria-invalid=true]').count() === 1,
		'what is no price is refused, and kept', await page.content());
	await seen('a mend that is refused');

	// A row, by the keyboard alone, with a preview.
	await page.goto(`${BASE}${PORTFOLIO}/transactions/new`);
	const reach = async (id) => {
		for (let i = 0; i < 60; i++) {
			if (await page.evaluate(() => document.activeElement.id) === id) return;
			await page.keyboard.press('Tab');
		}
		throw new Error(`the keyboard does not reach ${id}`);
	};

	await reach('symbol');
	await page.keyboard.type('PETR4');
	await reach('trade_date');
	await page.keyboard.type('03302026');
	await reach('quantity');
	await page.keyboard.type('12345');
	await reach('price');
	await page.keyboard.type('1.234');
	await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
	ok(await page.inputValue('#price') === '1.234' && /escreva 1234 ou 1\.234,00; com três casas, 1,234/.test(await page.textContent('#price-erro')),
		'what could be two numbers is asked for', await page.content());
	await seen('a row that is refused');
	await page.getByRole('link', { name: /que se lê de dois modos/ }).focus();
	await page.keyboard.press('Enter');
	await reach('price');
	await page.keyboard.press('Control+A');
	await page.keyboard.type('14,25');
	await page.getByRole('button', { name: 'E se?' }).focus();
	await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
	ok(/preview$/.test(at(page)) && await page.getByRole('columnheader', { name: 'Depois' }).count() > 1, 'what a row changes is shown', await page.content());
	await seen('what a row changes');
	await page.getByRole('button', { name: 'Lançar' }).first().focus();
	await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
	ok(/transactions$/.test(at(page)) && await page.getByRole('cell', { name: '12.345' }).count() > 0, 'and it is written', page.url());

	// Compares the position sheet with the portfolio.
	await page.goto(`${BASE}${PORTFOLIO}/reconcile`);
	await page.setInputFiles('#file', file('posicao-2026-11-20.csv', `Produto;Código de Negociação;Quantidade\nITSA4 - X;ITSA4;120\nKLBN11 - X;KLBN11;10\n`));
	await pressed(page, 'Conferir');
	ok(await page.getByRole('cell', { name: 'A quantidade difere' }).count() > 0, 'a position is held beside the portfolio', await page.content());
	await seen('what differs');
}

try {
	const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', locale: 'pt-BR' });
	const page = await enter(context);
	const complaints = [];
	const asked = [];

	page.on('console', (message) => { if (message.type() === 'error' && !/favicon/.test(message.text())) complaints.push(message.text()); });
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('request', (request) => asked.push(new URL(request.url()).pathname));
	ok(new URL(page.url()).pathname === '/portfolios', 'who enters sees the portfolios', page.url());
	for (const path of PATHS.split(' ')) {
		await page.goto(`${BASE}${path}`);
		await judgedAt(page, path);
	}
	ok(new Set(asked.filter((path) => /^\/static\/.*\.css$/.test(path))).size === 1, 'the sheet is one and the same', asked.join(' '));
	ok(new Set(asked.filter((path) => /^\/static\/.*\.js$/.test(path))).size === 1, 'so is the script', asked.join(' '));
	ok(asked.every((path) => PATHS.split(' ').some((one) => one.split('?')[0] === path) || path.startsWith('/static/') || path === '/favicon.ico'), 'and nothing else', asked.join(' '));
	ok(!complaints.length, 'the browser has nothing to complain of', complaints.join('\n'));

	await telephone(page, 'with JavaScript');
	complaints.length = 0;
	await day(page);
	const others = complaints.filter((message) => !/status of 4\d\d/.test(message));

	ok(!others.length, 'nor of what forms bring, but for what is refused', others.join('\n'));

	const plain = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', locale: 'pt-BR', javaScriptEnabled: false });
	const still = await enter(plain);
	for (const path of PATHS.split(' ')) {
		await still.goto(`${BASE}${path}`);
		ok(await still.locator('h1').count() === 1 && await still.locator('main').count() === 1, `${path.replace(/[0-9a-f-]{36}/g, 'id')} without JavaScript`);
	}
	await telephone(still, 'without JavaScript');
	await still.goto(`${BASE}/logout`);
	await Promise.all([still.waitForNavigation(), still.locator('main button').first().click()]);
	await still.goto(`${BASE}${PORTFOLIO}`);
	ok(/^\/login/.test(at(still)), 'who signs out is out', still.url());
} catch (error) {
	ok(false, 'the pages are walked through', error.stack);
} finally {
	await browser.close();
	process.stdout.write(`1..${n}\n`);
}
