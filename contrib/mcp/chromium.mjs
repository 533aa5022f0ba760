// SPDX-License-Identifier: Apache-2.0
//
// chromium.mjs: drives a real Chromium as a person would, for tests: logs in, consents, and returns to the application.

import { chromium } from 'playwright-core';

// consent_in_chromium() - fills the pages as a person would; with write it grants every permission.
export async function consent_in_chromium(address, { email, password, write, browser: executablePath }) {
	const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
	try {
		const page = await (await browser.newContext({ ignoreHTTPSErrors: true, locale: 'pt-BR' })).newPage();
		await page.goto(address.href);
		await page.getByLabel('E-mail').fill(email);
		await page.getByLabel('Senha').fill(password);
		await page.getByRole('button', { name: 'Entrar' }).click();
		await page.waitForURL((url) => url.pathname === '/oauth/authorize');
		if (write)
			for (const box of await page.getByRole('checkbox').all()) await box.check();
		await page.getByRole('button', { name: 'Permitir' }).click();
		await page.waitForURL((url) => url.pathname === '/callback');
	} finally {
		await browser.close();
	}
}
