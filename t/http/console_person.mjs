// SPDX-License-Identifier: Apache-2.0
//
// console_person.mjs: sessions in the console, in a real Chromium: a person reads the explanation of the average price,
// subscribes to the agenda, sorts a table; an adviser previews and executes an Action; both log out.  axe-core
// checks every page at 320, 768 and 1440 pixels, light and dark; everything is repeated without JavaScript.
// Prints TAP.  BASE, EMAIL, ADVISER, PASSWORD, PATHS, OFFICE_PATHS (separated by blanks), PORTFOLIO, ASSET, OFFICE and WALLET come from
// t/http/0206-console-person.t.

import axe from 'axe-core';
import { chromium } from 'playwright-core';

const { BASE, EMAIL, ADVISER, PASSWORD, PATHS, OFFICE_PATHS, PORTFOLIO, ASSET, OFFICE, WALLET, CHROMIUM } = process.env;
let n = 0;
const ok = (good, name, why) => {
	process.stdout.write(`${good ? 'ok' : 'not ok'} ${++n} - ${name}\n`);
	if (!good && why) process.stdout.write(`# ${String(why).replace(/\n/g, '\n# ')}\n`);
};

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
const shown = (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');

async function enter(context, email) {
	const page = await context.newPage();

	await page.goto(`${BASE}/login`);
	await page.fill('#email', email);
	await page.fill('#password', PASSWORD);
	await Promise.all([page.waitForNavigation(), page.press('#password', 'Enter')]);
	return page;
}

async function judged(page, name) {
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
	ok(!violations.length, `${name}: WCAG 2.2 AA as far as axe sees`,
		violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((node) => node.html).join(' ')}`).join('\n'));
}

async function walked(page, paths) {
	for (const path of paths) {
		await page.goto(`${BASE}${path}`);
		for (const width of [320, 768, 1440]) {
			await page.setViewportSize({ width, height: 800 });
			const wide = await page.evaluate(() => document.documentElement.scrollWidth);
			ok(wide <= width, `${shown(path)} at ${width}: fits`, wide);
			for (const colorScheme of ['light', 'dark']) {
				await page.emulateMedia({ colorScheme });
				await judged(page, `${shown(path)} at ${width}, ${colorScheme}`);
			}
		}
	}
}

const pressed = (page, name) => Promise.all([page.waitForNavigation(), page.getByRole('button', { name, exact: true }).click()]);
const followed = (page, locator) => Promise.all([page.waitForNavigation(), locator.click()]);

// explained() - opens the explanation of a holding's average price, and a row that is one of its inputs.
async function explained(page, how) {
	await page.goto(`${BASE}/portfolios/${PORTFOLIO}/holdings/${ASSET}`);
	const figure = page.locator('dd a:has(data.avg_price)');
	const price = await figure.innerText();
	await followed(page, figure);
	ok(new URL(page.url()).searchParams.get('field') === 'avg_price', `the average price opens its explanation, ${how}`, page.url());
	ok(await page.locator('dd data.avg_price').innerText() === price, 'which is of that price', price);
	ok(await page.getByRole('heading', { name: 'Preço médio de PETR4' }).count() === 1, 'by its name');
	ok(/Lançamento: PETR4/.test(await page.getByRole('table', { name: 'Em que se apoia' }).innerText()), 'with the rows it rests on');
	ok(await page.getByRole('table', { name: 'Passo a passo' }).locator('tbody tr').count() > 0, 'and its steps');
}

async function subscribed(page, name, how) {
	await page.goto(`${BASE}/portfolios/${PORTFOLIO}/agenda`);
	await page.fill('#name', name);
	await pressed(page, 'Criar o endereço');
	const address = await page.locator('code').first().innerText();
	ok(/\/v1\/news\/agenda\/feed\.ics\?address=lst_feed_/.test(address), `the agenda has an address, ${how}`, address);
	const calendar = await page.context().request.get(address.replace(/^https?:\/\/[^/]+/, BASE));
	ok(calendar.status() === 200 && /BEGIN:VCALENDAR/.test(await calendar.text()), 'which is a calendar', calendar.status());
	await page.goto(`${BASE}/portfolios/${PORTFOLIO}/agenda`);
	await pressed(page, `Revogar ${name}`);
	ok((await page.context().request.get(address.replace(/^https?:\/\/[^/]+/, BASE))).status() === 404, 'until it is revoked');
}

async function acted(page, name, how) {
	await page.goto(`${BASE}/offices/${OFFICE}/clients`);
	await followed(page, page.getByRole('link', { name: 'Novo cliente' }));
	await page.fill('#name', name);
	await page.fill('#tax_id', '123');
	await pressed(page, 'Ver a prévia');
	ok(await page.locator('#tax_id-erro').count() === 1 && await page.inputValue('#name') === name, `a refused form keeps its values, ${how}`);
	await page.fill('#tax_id', '');
	await pressed(page, 'Ver a prévia');
	ok(/Nada foi gravado ainda/.test(await page.locator('main').innerText()), 'the preview comes first');
	ok((await page.getByRole('table', { name: 'O que muda' }).innerText()).includes(name), 'and says what changes');
	await pressed(page, 'Executar');
	ok(page.url() === `${BASE}/offices/${OFFICE}/clients`, 'then it is done', page.url());
	ok((await page.getByRole('table', { name: 'Clientes' }).innerText()).includes(name), 'and seen');
}

// imported() - an adviser imports a broker's sheet for a client: previews every row, then writes it.
async function imported(page, quantity, how) {
	const before = `${BASE}/offices/${OFFICE}/portfolios/${WALLET}`;
	const rows = async () => { await page.goto(before); return page.getByRole('table', { name: 'Lançamentos' }).locator('tbody tr').count(); };
	const there = await rows();
	await followed(page, page.getByRole('link', { name: 'Importar um arquivo' }));
	await page.setInputFiles('input[type=file]', { name: 'notas.csv', mimeType: 'text/csv',
		buffer: Buffer.from('ticker,operacao,data,quantidade,preco\nPETR4,compra,2026-11-04,' + quantity + ',15.50\nMGLU3,compra,2026-11-05,' + quantity + ',5.10\n') });
	await pressed(page, 'Ver a prévia');
	const told = await page.locator('main').innerText();
	ok(/Nada foi gravado ainda/.test(told), `an import is previewed, ${how}`, told);
	ok(/MGLU3/.test(told) && /PETR4/.test(told), 'row by row', told);
	ok(await page.getByRole('table', { name: 'Cada linha do arquivo' }).locator('tbody tr').count() === 2, 'which is all of it');
	await pressed(page, 'Executar');
	ok(page.url() === before, 'executed, it leads back', page.url());
	ok(await rows() === there + 2, 'and its rows are there');
}

async function left(page, how) {
	await page.locator('.menu summary').click();
	await followed(page, page.getByRole('link', { name: 'Sair' }));
	await pressed(page, 'Sair');
	await page.goto(`${BASE}/portfolios`);
	ok(new URL(page.url()).pathname === '/login', `who signs out sees nothing more, ${how}`, page.url());
}

try {
	const complaints = [];
	const asked = [];
	const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', locale: 'pt-BR' });
	const page = await enter(context, EMAIL);

	page.on('console', (message) => { if (message.type() === 'error' && !/favicon|status of 400/.test(message.text())) complaints.push(message.text()); });
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('request', (request) => { if (!/\/icon\.svg$/.test(request.url())) asked.push(new URL(request.url()).pathname); });
	await walked(page, PATHS.split(' '));
	ok(new Set(asked.filter((path) => /^\/static\/.*\.js$/.test(path))).size === 1, 'the script is one and the same', asked.join(' '));
	await page.setViewportSize({ width: 1440, height: 800 });

	// ---- the classes, narrowed in place; the one table, ordered by the service ----
	await page.goto(`${BASE}/portfolios/${PORTFOLIO}`);
	const before = asked.length;
	await page.fill('#q', 'petr');
	const named = await page.locator('.h tbody tr:not([hidden]) .c0 > bdi a').allTextContents();
	ok(named.join() === 'PETR4', 'the filter narrows', named.join());
	ok(asked.length === before, 'without asking again', asked.slice(before).join());
	await page.goto(`${BASE}/portfolios/${PORTFOLIO}?sort=symbol`);
	const first = () => page.getByRole('table', { name: 'O que há na carteira' }).locator('tbody tr td:first-child').allInnerTexts();
	await followed(page, page.getByRole('link', { name: 'Quantidade' }));
	const down = await first();
	await followed(page, page.getByRole('link', { name: 'Quantidade' }));
	ok((await first()).join() === [...down].reverse().join() && down.length > 1, 'a heading sorts, and back', down.join());
	ok(await page.locator('th[aria-sort="ascending"]').count() === 1, 'and says so');

	await explained(page, 'with JavaScript');
	await subscribed(page, 'Telefone', 'with JavaScript');
	await left(page, 'with JavaScript');
	ok(!complaints.length, 'the browser has nothing to complain of', complaints.join('\n'));

	const office = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', locale: 'pt-BR' });
	const adviser = await enter(office, ADVISER);
	await walked(adviser, OFFICE_PATHS.split(' '));
	await acted(adviser, 'Helena "<b>" Prado', 'with JavaScript');
	await imported(adviser, '30', 'with JavaScript');
	await left(adviser, 'as adviser');

	const plain = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', locale: 'pt-BR', javaScriptEnabled: false });
	const still = await enter(plain, EMAIL);
	for (const path of PATHS.split(' ')) {
		await still.goto(`${BASE}${path}`);
		ok(await still.locator('h1').count() === 1 && await still.locator('main').count() === 1, `${shown(path)} without JavaScript`);
	}
	await still.goto(`${BASE}/portfolios/${PORTFOLIO}?sort=symbol`);
	await followed(still, still.getByRole('link', { name: 'Quantidade' }));
	ok(await still.locator('th[aria-sort="descending"]').count() === 1, 'a heading asks for the table sorted');
	await explained(still, 'without JavaScript');
	await subscribed(still, 'Mesa', 'without JavaScript');
	await left(still, 'without JavaScript');
	const quiet = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', locale: 'pt-BR', javaScriptEnabled: false });
	const silent = await enter(quiet, ADVISER);
	await acted(silent, 'Outra pessoa', 'without JavaScript');
	await imported(silent, '40', 'without JavaScript');
} catch (error) {
	ok(false, 'what is done is done', error.stack);
} finally {
	await browser.close();
	process.stdout.write(`1..${n}\n`);
}
