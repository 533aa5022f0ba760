// SPDX-License-Identifier: Apache-2.0
//
// drive.mjs: drives the connector with the official MCP clients (npm install in this folder first).
//
//	node drive.mjs https://HOST/v1/mcp/advisor --key KEY            with a key
//	node drive.mjs https://HOST/v1/mcp/advisor                      OAuth: opens no browser, prints the address
//	node drive.mjs URL --email E --password P [--write]             OAuth: acts as the person, for tests,
//	     [--browser PROGRAM]                                        in this Chromium (npm install playwright-core)
//	     --token                                                    prints the access token that it got
//	     --sdk 1|2   client of the older or the newer line (2)      --era legacy|modern (modern; needs --sdk 2)
//
// Prints one line of JSON: the negotiated version, the tools, and each Function's answer, on the organization ORG or the
// portfolio SUBJECT where the Function needs one.
// For a private CA: NODE_EXTRA_CA_CERTS=ca.crt

import http from 'node:http';
import { parseArgs } from 'node:util';

import { consent } from './person.mjs';

const { values: o, positionals } = parseArgs({ allowPositionals: true, options: {
	key: { type: 'string' }, email: { type: 'string' }, password: { type: 'string' }, write: { type: 'boolean' },
	sdk: { type: 'string', default: '2' }, era: { type: 'string', default: 'modern' }, browser: { type: 'string' }, token: { type: 'boolean' }, refresh: { type: 'boolean' },
} });
const url = new URL(positionals[0]);
const sdk = o.sdk === '1'
	? { ...await import('@modelcontextprotocol/sdk/client/index.js'), ...await import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
		...await import('@modelcontextprotocol/sdk/client/auth.js') }
	: await import('@modelcontextprotocol/client');

// ---- OAuth, by the client's built-in flow ----

let heard;		// receives the parameters of the redirect
const server = http.createServer((request, response) => {
	heard?.(new URL(request.url, 'http://127.0.0.1').searchParams);
	response.end('Pode fechar esta janela.');
});
if (!o.key) await new Promise((done) => server.listen(0, '127.0.0.1', done));

const kept = {};
const provider = {
	get redirectUrl() { return `http://127.0.0.1:${server.address().port}/callback`; },
	get clientMetadata() { return { client_name: 'drive.mjs', redirect_uris: [this.redirectUrl], grant_types: ['authorization_code', 'refresh_token'],
		response_types: ['code'], token_endpoint_auth_method: 'none' }; },
	state: () => 'state-of-drive',
	clientInformation: () => kept.client,
	saveClientInformation: (client) => { kept.client = client; },
	tokens: () => kept.tokens,
	saveTokens: (tokens) => { kept.tokens = tokens; },
	codeVerifier: () => kept.verifier,
	saveCodeVerifier: (verifier) => { kept.verifier = verifier; },
	async redirectToAuthorization(address) {
		if (o.email && !o.browser) { kept.back = await consent(address, o); return; }
		const back = new Promise((done) => { heard = done; });
		if (o.browser) await (await import('./chromium.mjs')).consent_in_chromium(address, o);
		else process.stderr.write(`Abra no navegador: ${address}\n`);
		kept.back = await back;
	},
};

const transport = () => new sdk.StreamableHTTPClientTransport(url, o.key
	? { requestInit: { headers: { authorization: `Bearer ${o.key}` } } } : { authProvider: provider });
const client = () => new sdk.Client({ name: 'drive.mjs', version: '1.0.0' }, o.sdk === '1' ? {}
	: { versionNegotiation: { mode: o.era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } });

async function connect() {
	let c = client();
	const first = transport();
	try {
		await c.connect(first);
	} catch (error) {
		if (!(error instanceof sdk.UnauthorizedError) || !kept.back) throw error;
		if (kept.back.get('state') !== 'state-of-drive') throw new Error('another state');
		await (o.sdk === '1' ? first.finishAuth(kept.back.get('code')) : first.finishAuth(kept.back));
		c = client();
		await c.connect(transport());
	}
	return c;
}

// ---- every tool ----

const text = (error) => error.data ?? error.message;

async function run() {
	let c = await connect();
	if (o.refresh) {	// an unknown access token, which the client must refresh by itself
		kept.tokens = { ...kept.tokens, access_token: 'lst_token_gone' };
		c = await connect();
	}
	const { tools } = await c.listTools();
	const call = async (name, args = {}) => {
		let r;
		try {
			r = await c.callTool({ name, arguments: args });
		} catch (error) {
			// The token lacks the scope: the client asks for it, and the call is repeated after consent.
			if (!(error instanceof sdk.UnauthorizedError) && !/upscoping/.test(error.message)) throw error;
			return { error: true, content: { details: { code: 'scope_asked' } } };
		}
		return { error: r.isError === true, content: r.structuredContent ?? JSON.parse(r.content[0].text) };
	};
	const functions = (await call('list_functions')).content.data;
	const actions = (await call('list_actions')).content.data;
	const result = { tools: tools.map((tool) => tool.name), functions: functions.length, actions: actions.length, specs: 0, answers: {},
		server: c.getServerVersion?.()?.name, scope: kept.tokens?.scope };
	for (const { id } of actions) result.specs += (await call('get_action', { action: id })).content.id === id;
	const { ORG: org, SUBJECT: entity_id = org } = process.env;
	for (const { id } of functions) {
		const { content: spec } = await call('get_function', { function: id });
		result.specs += spec.id === id;
		// The first example is a valid input; its ids are replaced by ours.
		const input = { ...spec.examples[0].input, ...(spec.input_schema.properties.org ? { org } : {}) };
		const r = await call('execute_function', { function: id, input, ...(spec.subject ? { subject: { entity_id } } : {}) });
		result.answers[id] = r.error ? r.content.details.code : 'ok';
	}
	const [action] = actions.filter(({ preview }) => preview);
	for (const [name, tool] of action ? [['preview', 'preview_action'], ['execute', 'execute_action']] : []) {
		const r = await call(tool, { action: action.id, input: {} });
		result[name] = r.error ? r.content.details.code : 'ok';
	}
	await c.close();
	if (o.token) result.token = kept.tokens.access_token;
	return result;
}

try {
	process.stdout.write(`${JSON.stringify(await run())}\n`);
} catch (error) {
	process.stderr.write(`${error.stack}\n${JSON.stringify(text(error))}\n`);
	process.exitCode = 1;
} finally {
	server.close();
}
