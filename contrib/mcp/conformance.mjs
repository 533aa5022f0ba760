// SPDX-License-Identifier: Apache-2.0
//
// conformance.mjs: runs the official conformance suite against one profile (npm install in this folder first; Node 22).
//
//	node conformance.mjs https://HOST/v1/mcp/advisor --key KEY		a key, or a token
//	     --email E --password P			also the authorization server, acting as the person who consents
//
// The suite sends no credential and only speaks to a local server, so a local proxy adds the credential; it replaces its
// own name in Host and Origin, and passes other values of both unchanged.  The scenarios are those that every server must
// pass; checks that need a tool of the suite's example server ("Not testable"), prompts or resources are counted
// separately.  Prints TAP; exit status 1 if a check fails.  For a private CA: NODE_EXTRA_CA_CERTS=ca.crt

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { consent_address } from './person.mjs';

const { values: o, positionals } = parseArgs({ allowPositionals: true, options: {
	key: { type: 'string' }, email: { type: 'string' }, password: { type: 'string' } } });
const url = new URL(positionals[0]);
const suite = join(dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js');

const scenarios = {
	'2025-06-18': ['server-initialize', 'ping', 'tools-list'],
	'2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
	'2026-07-28': ['server-stateless', 'tools-list', 'dns-rebinding-protection', 'caching', 'http-header-validation'],
};

// ---- the proxy ----

const door = http.createServer((request, response) => {
	const headers = { ...request.headers, authorization: `Bearer ${o.key}` };
	if (headers.host === `localhost:${door.address().port}`) headers.host = url.host;
	if (headers.origin === `http://localhost:${door.address().port}`) headers.origin = url.origin;
	const on = (url.protocol === 'https:' ? https : http).request({ host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port || undefined, path: url.pathname,
		method: request.method, headers, servername: url.hostname }, (answer) => { response.writeHead(answer.statusCode, answer.headers); answer.pipe(response); });
	on.on('error', (error) => { response.writeHead(502); response.end(String(error)); });
	request.pipe(on);
});
await new Promise((done) => door.listen(0, 'localhost', done));

// ---- the suite ----

const dir = mkdtempSync(join(tmpdir(), 'conformance-'));
let n = 0;
let failed = 0;

// suite_run() - runs one scenario, or all of a mode; heard: called with the output so far whenever some arrives.
function suite_run(mode, version, options, heard = () => {}) {
	return new Promise((done) => {
		const out = join(dir, String(n));
		const child = spawn(process.execPath, [suite, mode, '--spec-version', version, '-o', out, ...options], { cwd: dir });
		let said = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => { said += data; heard(said); });
		child.on('close', () => {
			try {
				done({ said, checks: readdirSync(out).flatMap((name) => JSON.parse(readFileSync(join(out, name, 'checks.json')))) });
			} catch {
				done({ said, checks: [] });
			}
		});
	});
}

function told(name, { said, checks }) {
	const wrong = checks.filter((check) => check.status === 'FAILURE');
	const untestable = wrong.filter((check) => /^Not testable: server (does not list|exposes no)|^(prompts|resources)\/\S* returned JSON-RPC error -32601/.test(check.errorMessage ?? ''));
	const passed = checks.filter((check) => check.status === 'SUCCESS').length;
	const good = passed > 0 && wrong.length === untestable.length;

	process.stdout.write(`${good ? 'ok' : 'not ok'} ${++n} - ${name}: ${passed} checks passed, ${wrong.length - untestable.length} failed, `
		+ `${untestable.length} ask for what this server does not offer\n`);
	for (const check of checks.filter(({ status }) => status === 'WARNING')) process.stdout.write(`# ${check.id}: ${check.errorMessage ?? check.description}\n`);
	if (good) return;
	failed++;
	for (const check of wrong) process.stdout.write(`# ${check.id}: ${check.errorMessage ?? check.description}\n`);
	if (!wrong.length) process.stdout.write(said.replace(/^/gm, '# ') + '\n');
}

for (const [version, names] of Object.entries(scenarios))
	for (const name of names)
		told(`${version} ${name}`, await suite_run('server', version, ['--scenario', name, '--url', `http://localhost:${door.address().port}/`]));

// ---- the authorization server ----

if (o.email) {
	const port = await new Promise((done) => {
		const probe = http.createServer().listen(0, '127.0.0.1', () => { const { port: free } = probe.address(); probe.close(() => done(free)); });
	});
	const registered = await (await fetch(new URL('/oauth/register', url), { method: 'POST', headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ client_name: 'conformance', redirect_uris: [`http://127.0.0.1:${port}/callback`], token_endpoint_auth_method: 'none' }) })).json();
	let went = false;
	// Consents, and fetches the redirect address, where the suite listens.
	const person = (said) => {
		const [address] = /https?:\/\/\S*\/oauth\/authorize\?\S+/.exec(said) ?? [];
		if (!address || went) return;
		went = true;
		consent_address(new URL(address), o).then((back) => fetch(back)).catch((error) => process.stdout.write(`# ${error.stack}\n`));
	};

	told('the authorization server', await suite_run('authorization', '2026-07-28',
		['--url', url.origin, '--client-id', registered.client_id, '--port', String(port), '--resource', url.href], person));
}
process.stdout.write(`1..${n}\n`);
door.close();
door.closeAllConnections();
rmSync(dir, { recursive: true });
process.exitCode = failed ? 1 : 0;
