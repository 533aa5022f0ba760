// SPDX-License-Identifier: Apache-2.0
//
// pages.mjs: the pages in a real Chromium: with the keyboard alone, 320 pixels wide, light and dark, checked by
// axe-core.  Prints TAP.  BASE, EMAIL, PASSWORD, LINK (to choose the password), FRESH (the link of a new account), CLIENT, CHALLENGE and
// REDIRECT (of the requesting application) come from t/http/0190-pages.t.

import http from 'node:http';

import axe from 'axe-core';
import { chromium } from 'playwright-core';

const { BASE, EMAIL, PASSWORD, LINK, FRESH, CLIENT, CHALLENGE, REDIRECT, CHROMIUM } = process.env;
let n = 0;
const ok = (good, name, why) => {
	process.stdout.write(`${good ? 'ok' : 'not ok'} ${++n} - ${name}\n`);
	if (!good && why) process.stdout.write(`# ${String(why).replace(/\n/g, '\n# ')}\n`);
};

const application = http.createServer((request, response) => response.end('ok'));
await new Promise((done) => application.listen(new URL(REDIRECT).port, '127.0.0.1', done));

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', viewport: { width: 320, height: 640 }, locale: 'pt-BR' });
const page = await context.newPage();
const complaints = [];
page.on('console', (message) => { if (message.type() === 'error' && !/favicon|status of 40[0-9]|status of 422/.test(message.text())) complaints.push(message.text()); });
page.on('pageerror', (error) => complaints.push(error.message));

// judged() - the checks of every page, in both colour schemes.
async function judged(name) {
	for (const colorScheme of ['light', 'dark']) {
		await page.emulateMedia({ colorScheme });
		const wide = await page.evaluate(() => document.documentElement.scrollWidth);
		ok(wide <= 320, `${name}, ${colorScheme}: fits 320 pixels`, wide);
		await page.evaluate(axe.source);
		const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
		ok(!violations.length, `${name}, ${colorScheme}: WCAG 2.2 AA as far as axe sees`,
			violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.html).join(' ')}`).join('\n'));
	}
	const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	ok(dark !== 'rgb(255, 255, 255)', `${name}: dark is dark`, dark);
	await page.emulateMedia({ colorScheme: 'light' });
}

// tab_to() - presses Tab until the element has the focus, whose outline must then be visible.
async function tab_to(what) {
	for (let i = 0; i < 40; i++) {
		await page.keyboard.press('Tab');
		const [found, outline] = await page.evaluate((wanted) => {
			const e = document.activeElement;
			return [e && (e.id === wanted || e.textContent.trim() === wanted || e.getAttribute('name') === wanted), e && getComputedStyle(e).outlineStyle];
		}, what);
		if (found) { ok(outline !== 'none', `the focus on ${what} is seen`, outline); return; }
	}
	ok(false, `the keyboard reaches ${what}`);
}

const press = async (key) => { await Promise.all([page.waitForNavigation(), page.keyboard.press(key)]); };

try {
	await page.goto(LINK);
	await judged('choosing a password');
	await tab_to('password');
	await page.keyboard.type(PASSWORD);
	await tab_to('again');
	await page.keyboard.type('outra coisa bem comprida');
	await press('Enter');
	ok(await page.locator('[role=alert]').count() === 1, 'a mistake is told as an alert');
	ok(await page.locator('#password').getAttribute('aria-invalid') === 'true', 'at its field');
	await judged('a mistake');
	await tab_to('password');
	await page.keyboard.type(PASSWORD);
	await tab_to('again');
	await page.keyboard.type(PASSWORD);
	await press('Enter');
	ok((await page.textContent('h1')).startsWith('A senha foi guardada'), 'the password is kept');

	await page.goto(`${BASE}/sign-up`);
	await judged('asking for an account');
	await tab_to('email');
	await page.keyboard.type('mais@example.com');
	await press('Enter');
	ok((await page.textContent('h1')).startsWith('Veja o seu e-mail'), 'an account is asked for with the keyboard');
	await judged('what comes next');
	await page.goto(FRESH);
	await judged('a new account');
	await tab_to('name');
	await page.keyboard.type('   ');
	await tab_to('password');
	await page.keyboard.type(PASSWORD);
	await tab_to('again');
	await page.keyboard.type(PASSWORD);
	await press('Enter');
	ok(await page.locator('#name').getAttribute('aria-invalid') === 'true', 'a name that is missing is told at its field');
	await judged('a name that is missing');
	await tab_to('name');
	await page.keyboard.type('Nova');
	await tab_to('password');
	await page.keyboard.type(PASSWORD);
	await tab_to('again');
	await page.keyboard.type(PASSWORD);
	await press('Enter');
	ok((await page.textContent('h1')).startsWith('A senha foi guardada'), 'the account is made with the keyboard');

	const state = 'estado';
	const query = new URLSearchParams({ client_id: CLIENT, redirect_uri: REDIRECT, response_type: 'code', code_challenge: CHALLENGE,
		code_challenge_method: 'S256', scope: 'account:read account:write market:read', state });
	await page.goto(`${BASE}/oauth/authorize?${query}`);
	ok(new URL(page.url()).pathname === '/login', 'who is not logged in is led to the log-in');
	await judged('the log-in');
	await page.keyboard.press('Tab');
	ok(await page.evaluate(() => document.activeElement.className) === 'skip', 'the first stop leads past the head of the page');
	await tab_to('email');
	await page.keyboard.type(EMAIL);
	await tab_to('password');
	await page.keyboard.type(PASSWORD);
	await press('Enter');
	ok(new URL(page.url()).pathname === '/oauth/authorize', 'and back');
	await judged('the consent');
	await tab_to('scope.account:write');
	await page.keyboard.press('Space');
	await tab_to('Permitir');
	await press('Enter');
	const back = new URL(page.url());
	ok(back.href.startsWith(REDIRECT) && back.searchParams.get('state') === state && /^lst_code_/.test(back.searchParams.get('code')),
		'a person consents with the keyboard alone', back.href);
	ok(back.searchParams.get('iss') === BASE, 'and the application hears from whom');

	for (const [path, name] of [['/keys', 'the keys'], ['/grants', 'what was granted'], ['/logout', 'leaving'], ['/problems/invalid_json', 'a Problem'],
		['/oauth/authorize?client_id=x', 'a refusal']]) {
		await page.goto(`${BASE}${path}`);
		await judged(name);
	}
	await page.goto(`${BASE}/keys`);
	await tab_to('name');
	await page.keyboard.type('do teclado');
	await press('Enter');
	ok(/lst_user_/.test(await page.textContent('main')), 'a key is made with the keyboard');
	await page.goto(`${BASE}/keys`);
	await judged('a table of keys');
	const framed = await context.newPage();
	await framed.setContent(`<iframe src="${BASE}/login"></iframe>`);
	await framed.waitForTimeout(300);
	ok(!/Entrar/.test(await framed.frames()[1]?.evaluate(() => document.body.innerText).catch(() => '') ?? ''), 'no page shows in a frame');
	ok(!complaints.length, 'the browser has nothing to complain of', complaints.join('\n'));
} catch (error) {
	ok(false, 'the pages are walked through', error.stack);
} finally {
	await browser.close();
	application.close();
	application.closeAllConnections();
	process.stdout.write(`1..${n}\n`);
}
