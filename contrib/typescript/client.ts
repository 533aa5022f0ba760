// SPDX-License-Identifier: Apache-2.0
//
// A client typed by the service's OpenAPI document: lists, creates, imports, reads, pages, handles errors.
//
//	npx openapi-typescript https://…/v1/openapi.json -o schema.d.ts && npx tsc -p .
//
// It declares no member's type, so that it compiles only if the document does.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Problem = components["schemas"]["Problem"];
type Transaction = components["schemas"]["PortfolioTransaction"];
type Detail = components["schemas"]["PortfolioDetail"];

const [base = "", key = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: base, headers: { Authorization: `Bearer ${key}` } });

class Refused extends Error {
	constructor(readonly problem: Problem) {
		super(problem.detail ?? problem.title);
	}
}

function must<T>(answer: { data?: T; error?: Problem }): T {
	if (answer.error) throw new Refused(answer.error);
	if (answer.data === undefined) throw new Error("neither data nor a Problem");
	return answer.data;
}

async function who(): Promise<string[]> {
	const me = must(await client.GET("/v1/me"));
	const left: number = me.plan.portfolios.limit - me.plan.portfolios.used;

	console.log(`${me.account.name ?? me.account.id}: ${me.credential.scopes.join(" ")}, room for ${left}`);
	return me.workspaces.map((workspace) => workspace.id);
}

async function create(name: string): Promise<string> {
	const made = await client.POST("/v1/portfolios", { body: { name } });

	// The codes of this operation are an enum: a misspelt one does not compile.
	if (made.error?.details?.code === "portfolio_name_taken") {
		const all = must(await client.GET("/v1/portfolios"));
		const known = all.data.find((one) => one.name === name);

		if (known) return known.id;
	}
	return must(made).id;
}

async function add(id: string, external_id: string): Promise<Transaction> {
	const made = await client.POST("/v1/portfolios/{id}/transactions", {
		params: { path: { id }, header: { "Idempotency-Key": external_id } },
		body: { symbol: "PETR4", asset_type: "stock", kind: "buy", trade_date: "2026-01-05", quantity: 100, price: "30.25", external_id },
	});
	const answer = must(made);

	if ("data" in answer) throw new Error("a list was not sent");
	return answer;
}

async function load(id: string, csv: string): Promise<number> {
	const file = await client.POST("/v1/portfolios/{id}/imports", {
		params: { path: { id }, query: { dry_run: true } },
		body: { file: csv },
		bodySerializer: () => {
			const form = new FormData();

			form.append("file", new Blob([csv]), "planilha.csv");
			return form;
		},
	});
	const summary = must(file);

	for (const warning of summary.warnings) console.log(warning);
	return summary.imported + summary.duplicates_skipped;
}

async function read(id: string): Promise<Detail> {
	const detail = must(
		await client.GET("/v1/portfolios/{id}", { params: { path: { id }, query: { include: ["closed", "monthly"] } } }),
	);

	for (const holding of detail.holdings) {
		const value: number | null = holding.market_value;

		console.log(holding.symbol, holding.qty, value === null ? "sem preço" : value.toFixed(2), holding.currency);
	}
	console.log(detail.xirr === null ? "sem retorno" : detail.xirr, detail.returns.explain);
	return detail;
}

async function* pages(id: string): AsyncGenerator<Transaction> {
	let cursor: string | null = null;

	do {
		const query: { order: "desc"; limit: number; cursor?: string } = { order: "desc", limit: 500 };

		if (cursor !== null) query.cursor = cursor;
		const page = must(await client.GET("/v1/portfolios/{id}/transactions", { params: { path: { id }, query } }));

		yield* page.data;
		cursor = page.meta.next_cursor;
	} while (cursor !== null);
}

try {
	await who();
	const id = await create("Minha carteira");
	const row = await add(id, "corretora-1");
	const months = must(await client.GET("/v1/portfolios/{id}/history", { params: { path: { id } } }));

	console.log(row.id, row.external_id, months.data.map((month) => `${month.month} ${month.equity}`).join("\n"));
	console.log(await load(id, "data;operacao;ticker;quantidade;preco\n"), (await read(id)).ledger_version);
	for await (const one of pages(id)) console.log(one.trade_date, one.kind, one.quantity, one.price ?? "?");
} catch (error) {
	if (!(error instanceof Refused)) throw error;
	for (const one of error.problem.details?.errors ?? []) console.error(one.pointer, one.rule, one.expected, one.received);
	console.error(error.problem.details?.code, error.problem.details?.request_id);
	process.exitCode = 1;
}
