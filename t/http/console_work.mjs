// SPDX-License-Identifier: Apache-2.0
//
// console_work.mjs: a person at work in a real Chromium, whose presses and fields are counted; for console_jobs.mjs and
// console_begin.mjs.  Prints TAP.  BASE, PASSWORD and CHROMIUM come from the test.

import axe from 'axe-core';
import { chromium } from 'playwright-core';

const { BASE, PASSWORD, CHROMIUM } = process.env;
let n = 0;
export const ok = (good, name, why) => {
	process.stdout.write(`${good ? 'ok' : 'not ok'} ${++n} - ${name}\n`);
	if (!good && why !== undefined) process.stdout.write(`# ${String(why).replace(/\n/g, '\n# ')}\n`);
};

// cents() - "−R$ 1.234,56" in centavos.
export const cents = (text) => Number(text.replace(/[^\d−]/g, '').replace('−', '-'));
export const sum = (texts) => texts.reduce((all, text) => all + cents(text), 0);
export const brl = (text) => new RegExp(`R\\$\\s${text.replaceAll('.', '\\.')}(?!\\d)`);

// A person at work: what is pressed and filled in, counted.
export class Person {
	constructor(page, how, width) { Object.assign(this, { page, how, width, presses: 0, fields: 0, wide: [] }); }

	async enter(email) {
		await this.page.goto(`${BASE}/login`);
		await this.page.fill('#email', email);
		await this.page.fill('#password', PASSWORD);
		await this.going(() => this.page.press('#password', 'Enter'));
	}

	async begin() {
		Object.assign(this, { presses: 0, fields: 0 });
		await this.page.goto(`${BASE}/portfolios`);
		await this.look();
	}

	async look() {
		const wide = await this.page.evaluate(() => document.documentElement.scrollWidth);
		if (wide > this.width) this.wide.push(`${this.page.url()}: ${wide}`);
	}

	async going(act) {
		await Promise.all([this.page.waitForNavigation(), act()]);
		await this.look();
	}

	// press() - presses a link or a button, which leads to a page; in(): one that changes this page only.
	press(name, within) { this.presses++; return this.going(() => this.control(name, within).click()); }
	in(locator) { this.presses++; return locator.click().then(() => this.look()); }

	control(name, within = this.page) {
		if (typeof name === 'object' && !(name instanceof RegExp)) return name;
		const o = { name, exact: true };
		return within.getByRole('link', o).or(within.getByRole('button', o)).first();
	}

	async fill(label, text, within = this.page) {
		this.fields++;
		await within.getByLabel(label).first().fill(text);
	}

	async choose(label, option, within = this.page) {
		this.presses++;
		await within.getByLabel(label).first().selectOption({ label: option });
	}

	table(caption) { return this.page.getByRole('table', { name: caption, exact: true }); }
	column(caption, name) { return this.table(caption).locator(`tbody data.${name}`).allInnerTexts(); }
	card(title) { return this.page.locator('section').filter({ has: this.page.getByRole('heading', { name: title, exact: true }) }).first(); }
	async fact(label) { return this.page.locator('div:has(> dt)').filter({ has: this.page.locator('dt', { hasText: label }) }).first().locator('dd').innerText(); }
	text(locator = this.page.locator('main')) { return locator.innerText(); }
	told() { return this.text(this.page.getByRole('status').first()); }
	is(good, name, why) { ok(good, `${this.how}: ${name}`, why); }
	async says(pattern, name) { const text = await this.text(); this.is(pattern.test(text), name, text); }

	// judged() - holds the page to axe: for those that only a job leads to (t/http/0232-console-axe.t has the others).
	async judged(name) {
		if (!this.script) return;
		await this.page.evaluate(axe.source);
		const { violations } = await this.page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
		this.is(!violations.length, `${name}: WCAG 2.2 AA as far as axe sees`, violations.map((v) => `${v.id}: ${v.nodes.map((x) => x.target).join(' ')}`).join('\n'));
	}

	// within() - tests that the presses and fields since begin() are at most these.
	within(presses, fields, what) { this.is(this.presses <= presses && this.fields <= fields, `${what}: ${this.presses} presses, ${this.fields} fields`, `at most ${presses} and ${fields}`); }
}

// ---- in four ways ----

export const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });

// person() - somebody in a browser of their own; end() closes it.
export async function person(how, width, javaScriptEnabled) {
	const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'pt-BR', reducedMotion: 'reduce', javaScriptEnabled, viewport: { width, height: 844 },
		permissions: ['clipboard-read', 'clipboard-write'] });
	const p = new Person(await context.newPage(), how, width);

	p.script = javaScriptEnabled;
	p.page.setDefaultTimeout(20000);
	p.end = () => context.close();
	return p;
}

// working() - does these jobs, each to its end; @email: logs in first.
export async function working(email, jobs, how, width, javaScriptEnabled) {
	const p = await person(how, width, javaScriptEnabled);

	if (email) await p.enter(email);
	for (const job of jobs) {
		try { await job(p); } catch (error) { ok(false, `${how}: ${job.name} to its end`, `${p.page.url()}\n${error.stack}`); }
		p.is(!p.wide.length, `${job.name}: nothing scrolls sideways`, p.wide.splice(0).join('\n'));
	}
	await p.end();
}

// in_four_ways() - at both widths, with a script and without; prints the plan.
export async function in_four_ways(work) {
	let way = 0;

	try {
		for (const width of [390, 1440]) for (const script of [true, false])
			await work(`${width} pixels, ${script ? 'with' : 'without'} JavaScript`, width, script, way++);
	} catch (error) {
		ok(false, 'the jobs are done', error.stack);
	} finally {
		await browser.close();
		process.stdout.write(`1..${n}\n`);
	}
}
