// SPDX-License-Identifier: Apache-2.0
//
// console_begin.mjs: what a person does in the beginning, and with others, each to its end, in a real Chromium at 390 and 1440
// pixels, with JavaScript and without: begins from an invitation alone, brings a sheet of their own, guards the account, is told of things, shows a portfolio to a person.  Presses and fields are counted and
// held to a ceiling.  Prints TAP.  BASE, INVITED ("e-mail link", a line each way), INVESTOR, READER and PASSWORD come from t/http/0247-begin-in-a-browser.t.

import { createHmac } from 'node:crypto';
import { browser, in_four_ways, person, working } from './console_work.mjs';

const { BASE, INVITED, INVESTOR, READER, PASSWORD } = process.env;
const invited = INVITED.trim().split('\n').map((line) => line.split(' '));

const sheet = 'ticker;operacao;data;quantidade;preco;taxas\r\nPADA3;compra;08/01/2026;100;R$ 20,50;4,90\r\nCAJU4;compra;09/02/2026;200;30,10;\r\nCAJU4;venda;10/03/2026;50;31,00;\r\n';

// totp() - the code of RFC 6238 for a secret in base32, at the clock of the service.
function totp(secret, ms) {
	const bits = [...secret.replace(/\s/g, '')].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('');
	const key = Buffer.from(bits.match(/.{8}/g).map((b) => parseInt(b, 2)));
	const step = Buffer.alloc(8);
	step.writeBigUInt64BE(BigInt(Math.floor(ms / 30000)));
	const mac = createHmac('sha1', key).update(step).digest();
	return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1000000).padStart(6, '0');
}

// 1. From an invitation alone: a password, the first portfolio, the first file.
async function begin(p) {
	const [email, link] = p.invited;

	await p.page.goto(`${BASE}${link}`);
	await p.look();
	await p.page.fill('#password', PASSWORD);
	await p.page.fill('#again', PASSWORD);
	p.fields += 2;
	await p.press(/Guardar a senha|Criar a conta/);
	await p.press(/^Entrar/, p.page.locator('main'));
	await p.page.fill('#email', email);
	await p.page.fill('#password', PASSWORD);
	p.fields += 2;
	await p.press('Entrar', p.page.locator('main'));
	await p.says(/Ainda não há carteiras\. Crie uma/, 'a beginner is told what to do');
	p.is(!await p.page.getByRole('table').count(), 'and sees no empty table');
	await p.press('Nova carteira');
	await p.fill('Nome da carteira', 'Aposentadoria');
	await p.press('Criar a carteira');
	await p.press('importe um extrato da B3 ou uma planilha sua');
	await p.page.setInputFiles('#file', { name: 'minhas.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
	p.fields++;
	await p.press('Ler o arquivo');
	await p.says(/3 linhas lidas[^]*PADA3[^]*R\$\s20,50/, 'each row is shown with what was read of it');
	await p.press('Gravar 3 linhas');
	await p.press('Posição');
	await p.says(/CAJU4[^]*PADA3/, 'and there is a portfolio');
	p.within(9, 6, 'from an invitation to a portfolio');
}

// 2. A sheet of one's own, by its columns; a row corrected and one left out before anything is written; the next sheet at once.
async function bring(p) {
	const own = 'Minhas operações;;;;;\r\nData pregão;Natureza;Título;Qtd.;Preço unit.;Corretagem\r\n05/01/2026;C;PADA3;100;20,50;4,90\r\n31/02/2026;V;PADA3;40;22,00;4,90\r\n06/02/2026;C;ONDA3;10;6,80;0\r\nTotal;;;;;9,80\r\n';
	const choose = (name, buffer) => p.page.setInputFiles('#file', { name, mimeType: 'text/csv', buffer: Buffer.from(buffer) });

	await p.begin();
	await p.press('Importar extrato');
	await choose('minhas.csv', own);
	await p.press('Ler o arquivo');
	await p.says(/Que coluna é qual\?/, 'a sheet that nothing knows is asked about');
	await p.judged('the page of columns');
	await p.press('Ler o arquivo com estas colunas');
	await p.says(/31\/02\/2026/, 'it is read by the guesses');
	await p.press(/^Corrigir a linha 4|^Corrigir$/, p.page.locator('main'));
	await p.judged('the page of a row');
	await p.fill(/Data pregão/, '27/02/2026', p.page.locator('main'));
	await p.press('Ler a linha assim');
	await p.press(/linha 5|Corrigir a linha 5/, p.page.locator('main'));
	await p.press('Não trazer esta linha');
	await p.says(/Corrigidas por você:[^]*Deixadas de fora por você:/, 'a row is corrected, another left out');
	await p.press('Gravar 2 linhas');
	await p.says(/Entraram\s*2/, 'and the others come in');
	p.within(9, 1, 'a sheet of one\'s own');
	await p.begin();
	await p.press('Importar extrato');
	await choose('fevereiro.csv', own.replace('31/02/2026', '27/02/2026').replace('06/02/2026;C;ONDA3;10', '10/03/2026;C;ONDA3;10'));
	await p.press('Ler o arquivo');
	await p.says(/Lido com as colunas que você indicou em 20\/11\/2026/, 'the next one is read at once');
	await p.press('Gravar 1 linha');
	p.within(3, 0, 'the next sheet');
}

// 3. A second factor, a log-in with it, the other session ended; and off again.
async function guard(p) {
	const [email] = p.invited, now = Date.parse('2026-11-20T15:00:00Z');
	const other = await person(`${p.how}, elsewhere`, p.width, p.script);

	await other.enter(email);
	await p.begin();
	await p.page.goto(`${BASE}/account`);
	await p.press(/^Encerrar a de /);
	await p.says(/precisa entrar outra vez/, 'another session is ended');
	await other.page.goto(`${BASE}/account`);
	p.is(/\/login/.test(other.page.url()), 'at once', other.page.url());
	p.within(1, 0, 'ending a session');
	await p.begin();
	await p.page.goto(`${BASE}/account`);
	await p.press(/segundo fator/i, p.page.locator('main'));
	await p.fill('Senha', PASSWORD, p.page.locator('main'));
	await p.press('Ligar o segundo fator', p.page.locator('main'));
	p.is(await p.page.locator('main svg').count() === 1, 'its picture is shown');
	const secret = (await p.page.locator('main code').first().innerText()).trim();
	await p.fill(/Código/, totp(secret, now), p.page.locator('main'));
	await p.press('Confirmar e ligar', p.page.locator('main'));
	const codes = await p.page.locator('main li code, main code').allInnerTexts();
	p.is(codes.length >= 10, 'ten recovery codes', codes.join(' '));
	p.within(3, 2, 'a second factor');
	await other.page.goto(`${BASE}/login`);
	await other.page.fill('#email', email);
	await other.page.fill('#password', PASSWORD);
	await other.press('Entrar', other.page.locator('main'));
	await other.fill(/Código/, codes[0], other.page.locator('main'));
	await other.press('Entrar', other.page.locator('main'));
	await other.page.goto(`${BASE}/portfolios`);
	await other.says(/Patrimônio em 20\/11\/2026/, 'a log-in with a recovery code');
	await other.end();
	p.is(!other.wide.length, 'whose pages do not scroll sideways', other.wide.join('\n'));
}

// 4. Somebody with an account reads the portfolio, until it is ended.
async function share(p) {
	const reader = await person(`${p.how}, the other`, p.width, p.script);

	await reader.enter(READER);
	await p.begin();
	await p.press('Carteira da Ana', p.table('Carteiras'));
	await p.press('Mostrar a alguém');
	await p.fill('E-mail da pessoa', READER);
	await p.press('Convidar');
	await p.says(/pode aceitar até 20\/12\/2026/, 'a person is invited');
	await p.judged('the page of an invitation that was made');
	p.within(3, 1, 'showing a portfolio to a person');
	await reader.begin();
	await reader.press('Um convite para ler uma carteira espera a sua resposta');
	await reader.judged('the page of invitations');
	await reader.press('Aceitar');
	await reader.press('Carteira da Ana', reader.table('Carteiras que mostram a você'));
	await reader.says(/Esta carteira é de outra pessoa[^]*RIOX3/, 'who reads it');
	reader.within(3, 0, 'accepting it');
	await reader.press('Lançamentos');
	p.is(!await reader.page.getByRole('link', { name: 'Ajustes', exact: true }).count(), 'and is led to nothing that changes it');
	await p.press('Quem lê esta carteira');
	await p.press(`Não mostrar mais a ${READER}`);
	await p.says(/Só você/, 'it is ended');
	p.is((await reader.page.reload()).status() === 404, 'and closed', await reader.text());
	p.is(!reader.wide.length, 'whose pages do not scroll sideways', reader.wide.join('\n'));
	await reader.end();
}

// 5. Told when a price is reached and once a week what there is; ended at a press.
async function told(p) {
	await p.begin();
	await p.page.goto(`${BASE}/notices`);
	await p.press('Um ativo chega a um preço');
	await p.fill('Ativo', 'CAJU4', p.page.locator('main'));
	await p.choose('Quando fechar', 'no preço, ou acima dele');
	await p.fill('Preço', '42,00', p.page.locator('main'));
	await p.judged('the form of a notice');
	await p.press('Pedir o aviso');
	await p.says(/CAJU4[^]*R\$\s42,00/, 'a price is waited for');
	p.within(3, 2, 'a notice of a price');
	await p.press('O resumo da semana, às segundas-feiras');
	await p.press('Pedir o aviso');
	await p.says(/[Rr]esumo da semana/, 'a summary each week');
	p.within(5, 2, 'and the summary');
}

await in_four_ways(async (how, width, script, way) => {
	const beginner = [async function begins(p) { p.invited = invited[way]; await begin(p); await bring(p); await told(p); await guard(p); }];

	await working(null, beginner, how, width, script);
	await working(INVESTOR, [share], how, width, script);
});
