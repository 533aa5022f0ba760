// SPDX-License-Identifier: Apache-2.0
//
// console.mjs: the pages of portfolios in a real Chromium: at 320, 768 and 1440 pixels, light and dark, judged by
// axe-core, with and without JavaScript.  Prints TAP.  BASE, EMAIL, PASSWORD and PATHS (apart by blanks) come from
// t/http/0198-console.t.

import axe from 'axe-core';
import { chromium } from 'playwright-core';

const { BASE, EMAIL, PASSWORD, PATHS, CHROMIUM } = process.env;
let n = 0;
const ok = (good, name, why) => {
	process.stdout.write(`${good ? 'ok' : 'not ok'} ${++n} - ${name}\n`);
	if (!good && why) process.stdout.write(`# ${String(why).replace(/\n/g, '\n# ')}\n`);
};

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--single-process', '--no-zygote'] });

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

try {
	const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'pt-BR' });
	const page = await enter(context);
	const complaints = [];
	const asked = [];

	page.on('console', (message) => { if (message.type() === 'error' && !/favicon/.test(message.text())) complaints.push(message.text()); });
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('request', (request) => asked.push(new URL(request.url()).pathname));
	ok(new URL(page.url()).pathname === '/portfolios', 'who enters sees the portfolios', page.url());
	for (const path of PATHS.split(' ')) {
		await page.goto(`${BASE}${path}`);
		for (const width of [320, 768, 1440]) {
			await page.setViewportSize({ width, height: 800 });
			await judged(page, path, width);
		}
	}
	ok(new Set(asked.filter((path) => path.startsWith('/style/'))).size === 1, 'the sheet is one and the same', asked.join(' '));
	ok(new Set(asked.filter((path) => path.startsWith('/script/'))).size === 1, 'so is the script', asked.join(' '));
	ok(asked.every((path) => PATHS.split(' ').includes(path) || path.startsWith('/style/') || path.startsWith('/script/') || path === '/favicon.ico'), 'and nothing else', asked.join(' '));
	ok(!complaints.length, 'the browser has nothing to complain of', complaints.join('\n'));

	const plain = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'pt-BR', javaScriptEnabled: false });
	const still = await enter(plain);
	for (const path of PATHS.split(' ')) {
		await still.goto(`${BASE}${path}`);
		ok(await still.locator('h1').count() === 1 && await still.locator('main').count() === 1, `${path.replace(/[0-9a-f-]{36}/g, 'id')} without JavaScript`);
	}
} catch (error) {
	ok(false, 'the pages are walked through', error.stack);
} finally {
	await browser.close();
	process.stdout.write(`1..${n}\n`);
}
