// SPDX-License-Identifier: Apache-2.0
//
// console_layout.mjs: pages full of hostile text in a real Chromium: nothing is wider than the window, outside of its box or
// over its neighbour, at 320, 768 and 1440 pixels, with text at twice its size, on paper; and every form filled with
// invalid values, whose answer shows the error beside the field and keeps the value.  Prints TAP.  BASE, EMAIL, PASSWORD, PATHS
// and FORMS (one path per line) come from t/http/0213-console-layout.t.

import axe from 'axe-core';
import { chromium } from 'playwright-core';

const { BASE, EMAIL, PASSWORD, PATHS, FORMS, CHROMIUM } = process.env;
let n = 0;
const ok = (good, name, why) => {
	process.stdout.write(`${good ? 'ok' : 'not ok'} ${++n} - ${name}\n`);
	if (!good && why) process.stdout.write(`# ${String(why).replace(/\n/g, '\n# ')}\n`);
};
const shown = (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');

// broken() - runs in the page: describes the faults of its layout.
function broken() {
	const found = [];
	const width = document.documentElement.clientWidth;
	const said = (element, what) => found.push(`${what}: <${element.tagName.toLowerCase()} class="${element.className.baseVal ?? element.className}"> ${element.textContent.trim().slice(0, 40)}`);
	// The tabs of a page may scroll; a caption that is only heard takes one pixel; the bar of a telephone stands over what scrolls.
	const visible = (element) => element.checkVisibility() && !element.closest('.skip, option, .tabs, .vh, .card .scroll caption, .bottom');
	// The ground of a figure's link is a quarter of a letter wider than the figure (.f).
	const ground = parseFloat(getComputedStyle(document.documentElement).fontSize) / 4;
	const scrolled = (element) => element.closest('.scroll');

	if (document.documentElement.scrollWidth > width) found.push(`the window scrolls sideways: ${document.documentElement.scrollWidth}`);
	for (const element of document.body.querySelectorAll('*')) {
		if (!visible(element)) continue;
		const at = element.getBoundingClientRect();
		const style = getComputedStyle(element);

		if (!scrolled(element) && (at.right > width + 1 || at.left < -1)) said(element, 'out of the window');
		if (element.matches('.scroll') && element.scrollWidth > element.clientWidth + 1 && (element.tabIndex < 0 || !element.ariaLabel && !element.getAttribute('aria-labelledby')))
			said(element, 'scrolls, and no key reaches it or no name says what it is');
		if (/^(block|table-cell|list-item|flex|grid)$/.test(style.display) && style.overflowX === 'visible' && !element.matches('svg *') &&
			element.scrollWidth > element.clientWidth + ground + 1 && element.clientWidth) said(element, 'its text is wider than it');
		const pressed = (element.closest('label') ?? element).getBoundingClientRect();
		if (element.matches('button, input:not([type=hidden]), select, textarea') && (pressed.width < 24 || pressed.height < 24)) said(element, 'too small to press');
	}

	// Overlapping text within the same lines.
	const boxes = [];
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const node = texts.currentNode;
		const range = document.createRange();

		if (!node.data.trim() || !node.parentElement || !visible(node.parentElement)) continue;
		range.selectNodeContents(node);
		for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) boxes.push({ box, node });
	}
	boxes.sort((a, b) => a.box.top - b.box.top);
	for (let i = 0; i < boxes.length; i++) {
		for (let k = i + 1; k < boxes.length && boxes[k].box.top < boxes[i].box.bottom; k++) {
			const a = boxes[i].box;
			const b = boxes[k].box;
			const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
			const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);

			if (boxes[i].node !== boxes[k].node && wide > 2 && high > 0.4 * Math.min(a.height, b.height))
				found.push(`letters over letters: ${boxes[i].node.data.trim().slice(0, 30)} | ${boxes[k].node.data.trim().slice(0, 30)}`);
		}
	}
	return [...new Set(found)].slice(0, 8);
}

// cut() - the parts of a table that are cut off on paper.
const cut = () => [...document.querySelectorAll('.scroll')].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => `${e.scrollWidth} of ${e.clientWidth}: ${e.textContent.trim().slice(0, 40)}`);

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
try {
	const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', locale: 'pt-BR' });
	const page = await context.newPage();
	const letters = await context.newCDPSession(page);
	const complaints = [];

	page.on('console', (message) => { if (message.type() === 'error' && !/favicon|status of 4\d\d/.test(message.text())) complaints.push(message.text()); });
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('dialog', (dialog) => { complaints.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
	page.on('request', (request) => { if (!request.url().startsWith(`${BASE}/`)) complaints.push(`asked: ${request.url()}`); });
	await page.goto(`${BASE}/login`);
	await page.fill('#email', EMAIL);
	await page.fill('#password', PASSWORD);
	await Promise.all([page.waitForNavigation(), page.press('#password', 'Enter')]);

	for (const path of PATHS.split('\n')) {
		await page.goto(`${BASE}${path}`);
		for (const width of [320, 768, 1440]) {
			await page.setViewportSize({ width, height: 800 });
			const found = await page.evaluate(broken);
			ok(!found.length, `${shown(path)} at ${width}`, found.join('\n'));
		}
		await page.setViewportSize({ width: 1280, height: 800 });
		await letters.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });	// as a person sets them: breaks move, too
		const large = await page.evaluate(broken);
		ok(!large.length, `${shown(path)} in letters of twice their size`, large.join('\n'));
		await letters.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
		await page.setViewportSize({ width: 718, height: 1000 });	// A4 between its margins
		await page.emulateMedia({ media: 'print' });
		const lost = await page.evaluate(cut);
		ok(!lost.length, `${shown(path)} on paper`, lost.join('\n'));
		await page.emulateMedia({ media: null });
	}

	// Fills each form of a page with text that no number or date field accepts.
	await page.setViewportSize({ width: 320, height: 800 });
	let refused = 0;
	for (const path of FORMS.split('\n')) {
		await page.goto(`${BASE}${path}`);
		const forms = await page.locator('form[method=post]').count();

		for (let i = 0; i < forms; i++) {
			await page.goto(`${BASE}${path}`);
			await page.evaluate(() => { for (const e of document.querySelectorAll('main details')) e.open = true; });
			const form = page.locator('form[method=post]').nth(i);
			const action = await form.getAttribute('action');
			const fields = form.locator('input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=file]), textarea');
			const names = [];

			if (/logout|delete|leave|archive|remove|deactivate|revoke/.test(action) || !await fields.count()) continue;
			await form.evaluate((f) => { f.noValidate = true; for (const e of f.elements) { e.removeAttribute('maxlength'); if (/^(date|month|number|email|url|tel)$/.test(e.type)) e.type = 'text'; } });
			for (const field of await fields.all()) {
				names.push(await field.getAttribute('name'));
				await field.fill('\u202eW\u{6f22}<b>'.repeat(60));
			}
			await Promise.all([page.waitForNavigation(), form.locator('button').first().click()]);
			if (!await page.locator('[role=alert], .err').count()) continue;
			refused++;
			const name = `${shown(path)} refuses ${shown(action)} (${names})`;
			const found = await page.evaluate(broken);
			ok(!found.length, `${name}: its layout`, found.join('\n'));
			const faults = await page.evaluate(() => [...document.querySelectorAll('[aria-invalid=true]')].map((e) => [e.name, (e.getAttribute('aria-describedby') ?? '').split(' ').some((id) => document.getElementById(id)?.matches('.err'))]));
			ok(faults.length && faults.every(([, beside]) => beside), `${name}: beside the field`, JSON.stringify(faults));
			await page.evaluate(axe.source);
			const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
			ok(!violations.length, `${name}: WCAG 2.2 AA as far as axe sees`, violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((node) => node.html).join(' ')}`).join('\n'));
		}
	}
	ok(refused >= 10, 'forms that refuse', refused);
	ok(!complaints.length, 'nothing ran, asked elsewhere or was complained of', complaints.join('\n'));
} catch (error) {
	ok(false, 'the pages are walked through', error.stack);
} finally {
	await browser.close();
	process.stdout.write(`1..${n}\n`);
}
