// SPDX-License-Identifier: Apache-2.0
//
// jobs.mjs: does the jobs of jobs.json with an official MCP client (npm install in this folder first).
//
//	node jobs.mjs https://HOST --wallet KEY --advisor KEY --desk KEY [--sdk 1|2]
//
// Prints a line of JSON a job: {job, calls, bytes, refusals, missing}.  For a private CA: NODE_EXTRA_CA_CERTS=ca.crt

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values: o, positionals } = parseArgs({ allowPositionals: true, options: {
	wallet: { type: 'string' }, advisor: { type: 'string' }, desk: { type: 'string' }, sdk: { type: 'string', default: '2' },
} });
const sdk = o.sdk === '1'
	? { ...await import('@modelcontextprotocol/sdk/client/index.js'), ...await import('@modelcontextprotocol/sdk/client/streamableHttp.js') }
	: await import('@modelcontextprotocol/client');

const at = (value, pointer) => pointer.split('/').slice(1).reduce((v, name) => v?.[name], value);

const filled = (value, kept) => Array.isArray(value) ? value.map((v) => filled(v, kept))
	: value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, filled(v, kept)]))
	: typeof value === 'string' && /^\$\{(\w+)\}$/.test(value) ? kept[value.slice(2, -1)] : value;

const clients = {};
async function client(profile) {
	if (clients[profile]) return clients[profile];
	const c = new sdk.Client({ name: 'jobs.mjs', version: '1.0.0' }, o.sdk === '1' ? {} : { versionNegotiation: { mode: { pin: '2026-07-28' } } });
	await c.connect(new sdk.StreamableHTTPClientTransport(new URL(`${positionals[0]}/v1/mcp/${profile}`),
		{ requestInit: { headers: { authorization: `Bearer ${o[profile]}` } } }));
	await c.listTools();	// so that answers are checked by the tools' output schemas
	return clients[profile] = c;
}

for (const { job, profile, calls } of JSON.parse(readFileSync(new URL('jobs.json', import.meta.url)))) {
	const kept = { once: randomUUID() }, refusals = [], missing = [];
	let bytes = 0;
	for (const { tool, arguments: given = {}, keep = {}, has = [], is = {} } of calls) {
		const r = await (await client(profile)).callTool({ name: tool, arguments: filled(given, kept) });
		bytes += Buffer.byteLength(r.content[0].text);
		if (r.isError) { refusals.push(`${tool}: ${r.content[0].text}`); break; }
		missing.push(...has.filter((pointer) => at(r.structuredContent, pointer) == null));
		for (const [pointer, value] of Object.entries(is)) if (at(r.structuredContent, pointer) !== filled(value, kept)) missing.push(pointer);
		for (const [name, pointer] of Object.entries(keep)) kept[name] = at(r.structuredContent, pointer);
	}
	process.stdout.write(`${JSON.stringify({ job, calls: calls.length, bytes, refusals, missing })}\n`);
}
for (const c of Object.values(clients)) await c.close();
