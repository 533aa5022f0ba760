// SPDX-License-Identifier: Apache-2.0
//
// console_axe.mjs: every page of a person in a real Chromium, held to axe-core in both colours at 320, 390, 768, 1440 and 1920
// pixels; at 360 no column of money scrolls sideways; no word of the interface is seen.  Prints TAP.  BASE, PASSWORD, PEOPLE (e-mail,
// code of a second factor, paths, and those that are refused with their status) and WORDS (a regular expression) come from t/http/0232-console-axe.t.

import axe from 'axe-core';
import { chromium } from 'playwright-core';

const { BASE, PASSWORD, PEOPLE, WORDS, CHROMIUM } = process.env;
const AT_ONCE = 2;	// pages
const words = new RegExp(WORDS, 'gu');
let n = 0;
const ok = (good, name, why) => {
	process.stdout.write(`${good ? 'ok' : 'not ok'} ${++n} - ${name}\n`);
	if (!good && why) process.stdout.write(`# ${String(why).replace(/\n/g, '\n# ')}\n`);
};
const shown = (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const laid_out = ['color-contrast', 'landmark-unique', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

// axed() - what axe finds by these rules.
async function axed(page, runOnly) {
	const { violations } = await page.evaluate((only) => window.axe.run(document, { runOnly: only, resultTypes: ['violations'], elementRef: false }), runOnly);

	return violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((node) => node.html).join(' ')}`).join('\n');
}

// sideways() - runs in the page: tables with figures that scroll.
const sideways = () => [...document.querySelectorAll('*')].filter((e) => e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(e).overflowX) && e.querySelector('data, td.n'))
	.map((e) => `<${e.tagName.toLowerCase()} class="${e.className}"> ${e.scrollWidth} of ${e.clientWidth}`);

// said() - runs in the page: all that is read or heard.
const said = () => [document.title, document.body.innerText, ...[...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((e) =>
	['aria-label', 'title', 'placeholder', 'alt'].map((name) => e.getAttribute(name)).filter(Boolean))].join('\n');

// opened() - leads to a page, or to what a form is refused with: "BARE /portfolios" posts nothing there, "STALE /plan/targets" sends
// the form of that page with another version.
async function opened(page, path) {
	const [, how, at] = path.match(/^([A-Z]+) (.*)/) ?? [];

	if (!how) return page.goto(`${BASE}${path}`);
	await page.goto(`${BASE}${at}`);
	const [answer] = await Promise.all([page.waitForNavigation(), page.evaluate(([way, action]) => {
		const form = way === 'STALE' ? document.querySelector('[name=version]').form : document.body.appendChild(document.createElement('form'));

		if (way === 'STALE') form.elements.version.value = '999';
		else Object.assign(form, { method: 'post', action });
		form.submit();
	}, [how, at])]);
	return answer;
}

async function judged(page, path, status) {
	const faults = [];
	const fault = (where, what) => { if (what.length) faults.push(`${where}: ${what}`); };

	await page.emulateMedia({ colorScheme: 'light' });
	const answer = await opened(page, path);
	fault('status', answer.status() === (status ?? 200) ? '' : `${answer.status()}`);
	await page.evaluate(() => { for (const e of document.querySelectorAll('details:not(.menu, .data)')) e.open = true; });
	await page.evaluate(axe.source);
	for (const width of status ? [390] : [320, 390, 768, 1440, 1920]) {	// refusals have one layout
		await page.setViewportSize({ width, height: 800 });
		const wide = await page.evaluate(() => document.documentElement.scrollWidth);
		fault(`${width}`, wide > width ? `scrolls sideways, ${wide}` : '');
		await page.emulateMedia({ colorScheme: 'light' });
		// Between these two breaks only the layout differs, and in the other colour only contrast.
		fault(`${width}, light`, await axed(page, width === 390 || width === 1440 ? { type: 'tag', values: tags } : { type: 'rule', values: laid_out }));
		await page.emulateMedia({ colorScheme: 'dark' });
		fault(`${width}, dark`, await axed(page, { type: 'rule', values: ['color-contrast'] }));
	}
	await page.setViewportSize({ width: 360, height: 800 });
	fault('360', await page.evaluate(sideways));
	fault('a name', await page.evaluate(() => [...document.querySelectorAll('[aria-label*=undefined]')].map((e) => e.outerHTML)));
	if (!/^\/keys/.test(path)) fault('words', [...new Set([...(await page.evaluate(said)).matchAll(words)].map((found) => found[0]))].join(', '));
	ok(!faults.length, shown(path), faults.join('\n'));
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
try {
	for (const { email, code, paths, refused } of JSON.parse(PEOPLE)) {
		const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'pt-BR', reducedMotion: 'reduce' });	// no colour is caught on its way
		const page = await context.newPage();

		await page.goto(`${BASE}/login`);
		await page.fill('#email', email);
		await page.fill('#password', PASSWORD);
		await Promise.all([page.waitForNavigation(), page.press('#password', 'Enter')]);
		if (code) {
			await page.fill('#code', code);
			await Promise.all([page.waitForNavigation(), page.press('#code', 'Enter')]);
		}
		await Promise.all([...Array(AT_ONCE)].map(async () => {
			const own = await context.newPage();

			for (let path = paths.shift(); path; path = paths.shift()) await judged(own, path);
			for (let one = refused.shift(); one; one = refused.shift()) await judged(own, ...one);
		}));
	}
} catch (error) {
	ok(false, 'the pages are walked through', error.stack);
} finally {
	await browser.close();
	process.stdout.write(`1..${n}\n`);
}
