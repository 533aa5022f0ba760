// SPDX-License-Identifier: Apache-2.0
//
// person.mjs: acts as a person without a browser, for tests: keeps cookies, fills the forms of the pages and consents.

const cookies = new Map();

async function visit(address, form) {
	const answer = await fetch(address, { redirect: 'manual', method: form ? 'POST' : 'GET', body: form && new URLSearchParams(form),
		headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...(form ? { origin: new URL(address).origin } : {}) } });
	for (const set of answer.headers.getSetCookie()) {
		const [, name, value] = /^([^=]+)=([^;]*)/.exec(set);
		cookies.set(name, value);
	}
	return answer;
}

const plain = (text) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&');

async function fill(answer, base, values, write) {
	const page = await answer.text();
	const [, action, inside] = /<form method="post" action="([^"]*)">([\s\S]*?)<\/form>/.exec(page) ?? [];
	if (!action) throw new Error(`no form at ${answer.url}: ${answer.status} ${page.slice(0, 2000)}`);
	const form = {};
	for (const [, input] of inside.matchAll(/<input ([^>]*)>/g)) {
		const of = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1];
		if (/^(checkbox|radio)$/.test(of('type')) && !/ checked/.test(input) && !(write && of('type') === 'checkbox')) continue;
		form[plain(of('name'))] = plain(of('value') ?? '');
	}
	return visit(new URL(plain(action), base), { ...form, ...values });
}

// consent_address() - logs in if asked and grants the proposed permissions (with write, all); returns the address of the
// redirect to the application.  consent() - the same; returns only its query parameters.
export async function consent_address(address, { email, password, write }) {
	let answer = await visit(address);
	if (answer.status === 303) {
		const login = new URL(answer.headers.get('location'), address);
		answer = await fill(await visit(login), login, { email, password });
		if (answer.status !== 303) throw new Error(`not logged in: ${answer.status} ${await answer.text()}`);
		answer = await visit(new URL(answer.headers.get('location'), address));
	}
	answer = await fill(answer, address, { decision: 'allow' }, write);
	return new URL(answer.headers.get('location'));
}

export const consent = async (address, who) => (await consent_address(address, who)).searchParams;
