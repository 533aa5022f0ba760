/* SPDX-License-Identifier: Apache-2.0 */
/*
 * questions.c: the suitability questionnaire, version 1.
 *
 * It asks what CVM Resolution 30, article 3, requires: goals (period, preferences of risk, purpose),
 * financial situation (income, wealth, future need of money) and knowledge (products, operations,
 * education and work).  Wishes and capacity weigh more than knowledge: 20 points of 32, with 4 more for
 * when the money is needed.
 *
 * Ids are stored with profiles and never change their meaning; any change except spelling is a new
 * version (questionnaire.h).
 */
#include "config.h"

#include "portfolio/suitability/questionnaire.h"

const struct question questions[] = {
	{ "finalidade",
	  "Objetivos",
	  "Para que serve o dinheiro que você investe?",
	  { { "preservar", "Preservar o que já tenho, sem correr o risco de perder.", 0 },
	    { "reserva", "Formar uma reserva para imprevistos.", 1 },
	    { "renda", "Receber uma renda periódica.", 2 },
	    { "crescer", "Fazer o patrimônio crescer acima da inflação.", 3 },
	    { "multiplicar", "Buscar o maior ganho possível, mesmo com grandes oscilações.",
	      4 } } },
	{ "prazo",
	  "Objetivos",
	  "Por quanto tempo você pretende manter a maior parte do dinheiro investida?",
	  { { "ate_6_meses", "Até 6 meses.", 0 },
	    { "ate_2_anos", "De 6 meses a 2 anos.", 1 },
	    { "ate_5_anos", "De 2 a 5 anos.", 2 },
	    { "ate_10_anos", "De 5 a 10 anos.", 3 },
	    { "mais_de_10_anos", "Mais de 10 anos.", 4 } } },
	{ "risco",
	  "Preferência de risco",
	  "Entre estes resultados possíveis em um ano, qual combinação você escolheria?",
	  { { "certo", "Ganhar 8%, sem chance de perder.", 0 },
	    { "moderado", "Ganhar até 14%, com chance de perder até 3%.", 1 },
	    { "alto", "Ganhar até 25%, com chance de perder até 15%.", 3 },
	    { "muito_alto", "Ganhar até 50%, com chance de perder até 35%.", 4 } } },
	{ "perda",
	  "Tolerância a perdas",
	  "Em um mês ruim para o mercado, seus investimentos caíram 20%. O que você faria?",
	  { { "vender_tudo", "Venderia tudo, para não perder mais.", 0 },
	    { "vender_parte", "Venderia uma parte.", 1 },
	    { "esperar", "Não mexeria e esperaria a recuperação.", 3 },
	    { "comprar", "Aproveitaria os preços para comprar mais.", 4 } } },
	{ "receitas",
	  "Situação financeira",
	  "Qual é a sua renda mensal regular (salário, aposentadoria, aluguéis, lucros)?",
	  { { "ate_5_mil", "Até R$ 5.000, ou não tenho renda regular.", 0 },
	    { "ate_20_mil", "De R$ 5.000 a R$ 20.000.", 1 },
	    { "mais_de_20_mil", "Mais de R$ 20.000.", 2 } } },
	{ "patrimonio",
	  "Situação financeira",
	  "De tudo o que você tem (imóveis, empresa, veículos, aplicações), que parte estes "
	  "investimentos representam?",
	  { { "quase_tudo", "Mais de 75%.", 0 },
	    { "maior_parte", "De 50% a 75%.", 1 },
	    { "menor_parte", "De 25% a 50%.", 2 },
	    { "pequena_parte", "Menos de 25%.", 3 } } },
	{ "liquidez",
	  "Necessidade de recursos",
	  "Quando você espera precisar de mais de um terço do que está investido?",
	  { { "qualquer_hora", "A qualquer momento.", 0 },
	    { "em_1_ano", "Dentro de 1 ano.", 1 },
	    { "em_3_anos", "Entre 1 e 3 anos.", 2 },
	    { "em_5_anos", "Entre 3 e 5 anos.", 3 },
	    { "depois", "Depois de 5 anos, ou não espero precisar.", 4 } } },
	{ "conhecimento",
	  "Conhecimento",
	  "Quais produtos você conhece a ponto de explicar como rendem e o que se pode perder?",
	  { { "poupanca", "Poupança, ou nenhum.", 0 },
	    { "renda_fixa", "Tesouro Direto, CDB e outros de renda fixa.", 1 },
	    { "renda_variavel", "Também ações, fundos imobiliários e fundos multimercado.", 2 },
	    { "estruturados", "Também derivativos, crédito privado ou investimentos no exterior.",
	      3 } } },
	{ "experiencia",
	  "Experiência",
	  "Nos últimos dois anos, que operações você mesmo decidiu, e com que frequência?",
	  { { "nenhuma", "Nenhuma, ou só depósitos em poupança.", 0 },
	    { "poucas", "Algumas por ano, em renda fixa ou fundos.", 1 },
	    { "regulares", "Várias por ano, também em ações ou fundos imobiliários.", 2 },
	    { "frequentes", "Todos os meses, com valores relevantes do meu patrimônio.", 3 } } },
	{ "formacao",
	  "Formação e trabalho",
	  "Sua formação ou seu trabalho têm a ver com finanças, economia ou contabilidade?",
	  { { "nao", "Não.", 0 }, { "sim", "Sim.", 1 } } },
};

const size_t n_questions = ARRAY_SIZE(questions);
