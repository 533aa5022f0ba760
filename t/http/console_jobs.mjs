// SPDX-License-Identifier: Apache-2.0
//
// console_jobs.mjs: a person's six jobs on the demonstration, each to its end, in a real Chromium at 390 and 1440 pixels, with
// JavaScript and without.  Each begins on the first page; its presses (clicks, Enter, choices) and fields are counted and held
// to a ceiling, and no page scrolls sideways.  Each takes back what it wrote.  Prints TAP.  BASE, INVESTOR, TAXPAYER and PASSWORD
// come from t/http/0237-jobs-in-a-browser.t.

import { brl, cents, in_four_ways, person, sum, working } from './console_work.mjs';

const { BASE, INVESTOR, TAXPAYER } = process.env;

// ---- the jobs ----

// 1. What there is, what today and the year did, what comes in, what needs me; then why.
async function understand(p) {
	await p.begin();
	const whole = await p.text(p.page.locator('.hero data.patrimonio'));
	p.is(cents(whole) > 0 && cents(whole) === sum(await p.column('Carteiras', 'patrimonio')), 'the value is the sum of the portfolios', whole);
	p.is(/^R\$.* · /.test(await p.fact('No dia 19/11/2026')), 'the day, of Thursday’s quotes on a Friday');
	const month = (await p.fact('No mês')).split(' · ')[0];
	const year = p.table('Rentabilidade ao lado dos índices').getByRole('row').filter({ hasText: 'No ano' });
	p.is((await year.locator('td').allInnerTexts()).filter((cell) => /%/.test(cell)).length >= 4, 'the year against CDI, IPCA and IBOV', await p.text(year));
	const chart = p.card('Como chegou aqui');
	p.is(/Valor.*Aportado.*CDI.*IPCA.*Ibovespa/s.test(await p.text(chart)), 'and in the chart');
	p.is((await chart.getByRole('link').allInnerTexts()).join() === '1M,6M,No ano,12M,24M,Início', 'with its periods');
	p.is(/MARE11.*paga em 04\/12\/2026/s.test(await p.text(p.card('A receber, líquido'))), 'what comes in next');
	p.is(/O imposto de um mês espera respostas.*3 pendências em Carteira da Ana/s.test(await p.text(p.card('Pede atenção'))), 'what needs me');
	p.within(0, 0, 'understanding');

	await p.press(p.page.locator('dd:has(data.result) a').first());
	p.is(await p.fact('Resultado do mês') === month, 'what moved the month has the same result', month);
	const rest = cents(await p.text(p.page.locator('data.moved_rounding')));
	for (const caption of ['Por classe', 'Por ativo']) {
		const parts = await p.column(caption, 'moved_result');
		p.is(parts.length > 10 && Math.abs(sum(parts) + (caption === 'Por ativo' ? rest : 0) - cents(month)) <= (caption === 'Por ativo' ? 0 : 1), `${caption}: the parts add up to it`, `${sum(parts)} ${rest} ${month}`);
	}
	p.within(1, 0, 'why');	// there was no such page

	await p.begin();
	await p.press('12M', chart);
	p.is(await chart.locator('[aria-current]').innerText() === '12M' && await chart.locator('details.data tbody tr').count() === 13, 'another period of the chart');
	p.within(1, 0, 'another period');
}

// 2. A holding: its price, its result, what is said of it.
async function holding(p) {
	await p.begin();
	await p.press('PADA3', p.table('O que há, onde quer que esteja'));
	const chart = p.card('A cotação e o que você pagou');
	const marks = (await chart.locator('svg title').allTextContents()).join('\n');
	p.is(/Compra/.test(marks) && /Venda/.test(marks) && /Pagamento/.test(marks), 'the chart marks purchases, sales and payments', marks);
	const parts = await Promise.all(['Lucro não realizado', 'Lucro realizado', 'Proventos', 'Resultado, com proventos'].map((label) => p.fact(label)));
	p.is(sum(parts.slice(0, 3)) === cents(parts[3]), 'the result is the sum of its parts', parts.join());
	const worth = await p.text(p.page.locator('data.market_value').first());

	await p.press('Editar ativo');
	await p.fill('Nome', 'Padaria da esquina');
	await p.fill('Quanto vale uma unidade', 'R$ 40,00');
	await p.press('Gravar a mudança');
	// 240 × 40.00
	await p.says(/Padaria da esquina · Ações[^]*Vale hoje\s*R\$\s9\.600,00[^]*Pelo preço que você informou de 20\/11\/2026/, 'a name and a price are said, and count');
	p.within(3, 2, 'changing what is said of an asset');	// class, custody, terms and price could not be
	await p.press('Desfazer');
	p.is(await p.text(p.page.locator('data.market_value').first()) === worth && !/esquina/.test(await p.text()), 'and taken back', worth);

	await p.begin();
	await p.press('ACMX', p.table('O que há, onde quer que esteja'));
	const [price, dollar, open] = await Promise.all(['Pelo preço, em aberto', 'Pelo dólar, em aberto', 'Lucro não realizado'].map((label) => p.fact(label)));
	p.is(cents(price) + cents(dollar) === cents(open), 'abroad the dollar has its part', `${price} ${dollar} ${open}`);
	await p.says(/Em dólares[^]*US\$/, 'and its own currency');
	p.within(1, 0, 'a holding');
}

// typing() - leads to the form.
async function typing(p, kind) {
	await p.begin();
	await p.press('Lançar');
	await p.press('Carteira da Ana');
	if (kind) await p.press(kind);
}

async function undone(p, what) {
	await p.press('Desfazer');
	await p.says(/Desfeito\./, `${what}, taken back`);
}

// 3. A purchase and a dividend, with what goes wrong.
async function type(p) {
	await typing(p);
	await p.fill('Ativo', 'pada3');
	await p.fill('Dia', '2026-11-19');
	await p.fill('Quantidade', '1.000');
	await p.fill('Preço por unidade', 'R$ 31,99');
	await p.press('Lançar', p.page.locator('main form'));
	p.is(/^Gravado: Compra de 1\.000 PADA3 \(ação\) em 19\/11\/2026, a R\$\s31,99: R\$\s31\.990,00/.test(await p.told()), 'a purchase', await p.told());
	p.within(3, 4, 'a purchase');	// eleven fields and two presses
	await undone(p, 'a purchase');

	await typing(p, 'Dividendo');
	await p.fill('Ativo', 'PADA3');
	await p.fill('Dia', '2026-11-19');
	await p.fill('Valor recebido', 'R$ 38,50');
	await p.press('Lançar', p.page.locator('main form'));
	p.is(/^Gravado: Dividendo de PADA3 \(ação\) em 19\/11\/2026: R\$\s38,50/.test(await p.told()), 'a dividend', await p.told());
	p.within(4, 3, 'a dividend');	// could not be typed
	await undone(p, 'a dividend');

	// By its name; a class that contradicts; a price far away, on a day without a session.
	await typing(p);
	await p.fill('Ativo', 'padaria');
	await p.fill('Quantidade', '1.000');
	await p.press('Procurar o ativo');
	await p.press('PADA3', p.page.locator('main'));
	p.is(await p.page.inputValue('#symbol') === 'PADA3' && await p.page.inputValue('#quantity') === '1.000', 'the asset is found by its name, and nothing typed is lost');
	p.within(4, 2, 'a search');
	await p.begin();
	await p.press('PADA3', p.table('O que há, onde quer que esteja'));
	await p.press('Lançar', p.page.locator('main'));
	p.is(await p.page.inputValue('#symbol') === 'PADA3', 'from its page the asset is filled in');
	await typing(p);
	await p.fill('Ativo', 'PADA3');
	await p.choose('Classe', 'FII');
	await p.fill('Dia', '2026-11-20');
	await p.fill('Quantidade', '10');
	await p.fill('Preço por unidade', '60');
	await p.press('Lançar', p.page.locator('main form'));
	await p.says(/Veio “FII”; esperado: ação, a classe de PADA3/, 'a class that contradicts is refused');
	p.is(await p.page.inputValue('#quantity') === '10', 'and nothing typed is lost');
	await p.choose('Classe', 'Ação');
	await p.press('Lançar', p.page.locator('main form'));
	p.is(/longe do fechamento/.test(await p.text()) && /não foi dia de pregão/.test(await p.text()), 'a price far from the close and a day without a session are warned of', await p.text());
	await p.press('Gravar assim mesmo', p.page.locator('main form'));
	p.is(/^Gravado: Compra de 10 PADA3/.test(await p.told()), 'which may be right', await p.told());
	p.within(7, 4, 'a purchase with a wrong class and two warnings');
	await undone(p, 'it');
}

// 4. What was received, from whom, in which year; what is announced.
async function proventos(p) {
	await p.begin();
	await p.press('Proventos');
	const all = cents(await p.fact('Desde o início'));
	for (const [caption, name] of [['Proventos por pagador', 'income_received'], ['Proventos por ano', 'year_sum']])
		p.is(sum(await p.column(caption, name)) === all && all > 0, `${caption}: they add up to it`, all);
	const coming = p.card('A receber');
	p.is(sum(await coming.locator('li data.expected').allInnerTexts()) === cents(await p.text(coming.locator('data.expected_sum'))) && /MARE11.*PADA3.*líquido/s.test(await p.text(coming)), 'what is announced adds up, net', await p.text(coming));
	p.within(1, 0, 'what was received');

	const received = (await p.column('Proventos por ano', 'year_sum'))[1];
	await p.press('2025', p.table('Proventos por ano'));
	const listed = () => p.column('Recebidos, do mais novo ao mais antigo', 'received');
	p.is(cents(await p.text(p.page.locator('data.list_sum'))) === cents(received), 'a year, payment by payment', received);
	await p.fill('Quem pagou', 'pada3');
	await p.choose('Tipo', 'Juros sobre capital próprio');
	await p.press(p.page.locator('form.filter button'));
	const rows = await listed();
	// 0.21 a share, 15 % withheld: of 100 shares 17.85, of 160 28.56.
	p.is(rows.map(cents).join() === '2856,1785' && sum(rows) === cents(await p.text(p.page.locator('data.list_sum'))), 'filtered by payer and kind', rows.join());
	p.within(4, 1, 'the JCP of one payer in a year');	// there was no list
}

const line = (p) => p.page.locator('p.first').first().innerText();

// answer() - the question of an asset.
async function answer(p, symbol, question, option) {
	await p.choose(question, option, p.page.locator('li').filter({ hasText: symbol }).filter({ has: p.page.getByLabel(question) }).first());
}

// takenBack() - forgets every answer there.
async function takenBack(p, there = p.page) {
	const change = there.getByRole('link', { name: 'Mudar' });

	for (await p.press('O que informei'); await change.count();) {
		await p.press(change.first());
		await p.press(p.page.getByRole('button', { name: /^Apagar/ }));
		if (!/\/inputs/.test(p.page.url())) await p.press('O que informei');
	}
}

// 5. The tax to its end: what is missing of one person's year, ...
async function tax(p) {
	await p.begin();
	await p.press('Imposto');
	p.is(await line(p) === 'Falta 1 resposta para fechar outubro.', 'the first line says what is missing', await line(p));
	await p.press('Responder');
	p.is(/#2026-10$/.test(p.page.url()) && await p.page.locator('section:target h2').innerText() === 'Outubro de 2026', 'the page begins at that month', p.page.url());
	await answer(p, /PADA.*29/, 'O que houve com a opção no vencimento?', 'Venceu sem ser exercida');
	await p.press('Guardar as respostas');
	await p.says(/Guardada 1 resposta\./, 'what was written is said');
	await p.press('O ano');
	p.is(/Nenhum DARF a pagar até 30\/11\/2026\.$/.test(await line(p)), 'answered, nothing is to be paid', await line(p));
	p.within(5, 0, 'an answer that closes a month');	// the tax could not be finished
	await p.press('O que falta');
	for (const symbol of ['BTC', 'ETH']) await answer(p, symbol, 'Onde está guardado?', 'No Brasil, ou em carteira própria');
	await p.press('Guardar as respostas');
	await p.press('O ano');
	p.is(/^A pagar com a declaração de 2027, até aqui: R\$.*, do exterior, código 0211, até 31\/05\/2027\. Nenhum DARF a pagar/.test(await line(p)), 'nor is anything unknown', await line(p));
	p.within(10, 0, 'a year of three answers');	// each answer had its own button
	await takenBack(p);
	await p.press('O ano');
	p.is(await line(p) === 'Falta 1 resposta para fechar outubro.', 'taken back, they are asked again', await line(p));
}

// ... and the payments and the declaration of another's.
async function pay(p) {
	await p.begin();
	await p.press('Imposto');
	p.is(/^Em atraso: R\$\s2\.382,00, fora multa e juros\. O mais antigo, de março de 2025, venceu em 30\/04\/2025\./.test(await line(p)), 'what is late', await line(p));
	// 750.00 since 30 April 2025: 20 % and the interest of the Selic.
	await p.says(/DARF de março de 2025[^]*6015[^]*31\/03\/2025[^]*30\/04\/2025[^]*R\$\s750,00[^]*Multa\s*R\$\s150,00[^]*Total hoje\s*R\$\s1\.0/, 'a card has the whole DARF');
	if (p.how.includes('with JavaScript')) {
		await p.in(p.page.getByRole('button', { name: 'Copiar código 6015' }).first());
		await p.page.getByRole('button', { name: 'Copiado: código 6015' }).waitFor();
		p.is(await p.page.evaluate(() => navigator.clipboard.readText()) === '6015', 'whose code is copied');
	}
	for (let i = 0; i < 4; i++) await p.press('Já paguei');
	// The tax abroad of 2025, which no DARF of a month has, stands in a line of its own.
	p.is(await line(p) === 'Nenhum DARF a pagar até 30/11/2026.', 'paid, nothing is left', await line(p));
	p.within(6, 0, 'paying four DARF');	// none could be
	await p.press('2025');
	await p.press('Declaração');
	const blocks = (await p.page.locator('main h2').allInnerTexts()).join(', ');
	p.is(/^Rendimentos isentos.*Bens e Direitos.*Renda Variável/s.test(blocks), 'the declaration, in the order of the program', blocks);
	await takenBack(p, p.card('Pagamentos'));
	await p.press('O ano');
	p.is(/^Em atraso: R\$\s2\.382,00/.test(await line(p)), 'taken back, they are late again', await line(p));
}

// 6. What is wrong, mended.
async function mend(p) {
	await p.begin();
	await p.press(/^3 pendências em Carteira da Ana/);
	await p.says(/CDB824TALV8[^]*PADAJ29[^]*PADA3 em 23\/01\/2026/, 'the gravest first');
	await p.says(/R\$\s1\.000,00 da carteira dependem disto[^]*R\$\s7\.677,60 da carteira dependem disto/, 'with what depends on it');
	const option = p.page.locator('section').filter({ hasText: 'PADAJ29' }).first();
	p.is(/Diga se foi exercida/.test(await p.text(option)), 'what it asks', await p.text(option));
	await p.choose('O que houve no vencimento', 'Vencido', option);
	await p.press('Corrigir o ativo', option);
	p.is(await p.page.locator('main section').filter({ hasText: 'PADAJ29' }).count() === 0, 'one answer mends it', await p.told());
	p.within(3, 0, 'an answer');	// one press that booked the loss, also of an option that was exercised
	await undone(p, 'the mend');

	await p.begin();
	await p.press(/^3 pendências em Carteira da Ana/);
	const event = p.page.locator('section').filter({ hasText: 'PADA3' }).last();
	await p.fill('Por que está certo', 'A corretora não registra', event);
	await p.press('Está certo assim', event);
	p.is(!/PADA3 em 23/.test(await p.text()), 'dismissed, it is gone');
	p.within(2, 1, 'a dismissal');
	await p.press('1 dispensada');
	await p.says(/Dispensada em 20\/11\/2026: A corretora não registra/, 'with when and why');
	await p.press('Mostrar de novo');
	await p.says(/Uma pendência de PADA3 voltou a ser mostrada/, 'and shown again');
}

async function reconcile(p) {
	await p.begin();
	await p.press('Carteira da Ana', p.table('Carteiras'));
	await p.press('Lançamentos');
	await p.press('Conferir');
	// Of nine assets two are missing, and CAJU4 has 483 units: another remedy for each.
	const held = { PADA3: 240, CAJU4: 500, MARE11: 5747, SOLA11: 8297, INDX11: 16, RIOX3: 500 };
	const sheet = ['Produto;Código de Negociação;Quantidade', ...Object.entries(held).map(([symbol, units]) => `${symbol};${symbol};${units}`)].join('\n');
	await p.page.setInputFiles('#file', { name: 'posicao-2026-11-20.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
	p.fields++;
	await p.press('Conferir', p.page.locator('main form'));
	await p.says(/De 3 diferenças, 2 têm uma correção que não pede nada a você\./, 'what differs is counted');
	await p.press('Corrigir tudo o que tem uma só correção…');
	const shown = await p.text();
	p.is(/Nada foi gravado ainda/.test(shown) && /GLBX34/.test(shown) && /SELA3/.test(shown) && !/CAJU4/.test(shown), 'all mends are shown first', shown);
	await p.press('Gravar', p.page.locator('main'));
	await p.says(/Gravado:[^]*A quantidade difere\s*1\s[^]*Só na carteira\s*0\s/, 'and written together');
	p.within(6, 1, 'comparing a position, and mending all');	// each difference alone, unseen
	await undone(p, 'they are');
	await p.says(/De 3 diferenças/, 'and differ again');
}

// 8. Somebody else sees the portfolio by a link, without amounts, until the link is ended.
async function share(p) {
	await p.begin();
	await p.press('Carteira da Ana', p.table('Carteiras'));
	await p.press('Mostrar por um link');
	await p.press('Criar o link');
	const url = await p.page.locator('code[data-name="o link"]').innerText();
	p.within(3, 0, 'a link that shows the portfolio');
	const other = await person(`${p.how}, whoever has the link`, p.width, p.script);
	const answer = await other.page.goto(url);
	const seen = await other.text();
	p.is(answer.status() === 200 && /Carteira em 20\/11\/2026/.test(seen) && /RIOX3/.test(seen) && !/R\$|Carteira da Ana/.test(seen), 'another browser shows it without amounts and names', seen);
	await other.look();
	p.is(!other.wide.length, 'which does not scroll sideways', other.wide.join('\n'));
	await p.press('Os links desta carteira');
	await p.press('Encerrar o de 20/11/2026');
	await p.says(/Nenhum link mostra esta carteira/, 'it is ended');
	p.is((await other.page.reload()).status() === 404, 'and opens nothing', await other.text());
	await other.end();
}

await in_four_ways((how, width, script) =>
	Promise.all([working(INVESTOR, [understand, holding, type, proventos, tax, mend, reconcile, share], how, width, script), working(TAXPAYER, [pay], how, width, script)]));
