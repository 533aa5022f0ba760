// SPDX-License-Identifier: Apache-2.0
//
// openid.mjs: runs a third-party client, openid-client, through all of OAuth.  Prints TAP.

import * as client from 'openid-client';

import { consent_address } from './person.mjs';

const { BASE, EMAIL, PASSWORD } = process.env;
const redirect = 'https://app.example/back';
let n = 0;
const ok = (good, name, why) => {
	process.stdout.write(`${good ? 'ok' : 'not ok'} ${++n} - ${name}\n`);
	if (!good && why) process.stdout.write(`# ${String(why).replace(/\n/g, '\n# ')}\n`);
};
const refused = async (promise, error, name) => {
	try { await promise; ok(false, name); } catch (e) { ok(e.error === error || e.code === error, name, `${e.code} ${e.error} ${e.message}`); }
};

try {
	const config = await client.dynamicClientRegistration(new URL(BASE), { client_name: 'openid-client', redirect_uris: [redirect],
		token_endpoint_auth_method: 'none' }, client.None(), { algorithm: 'oauth2' });
	ok(config.serverMetadata().issuer === BASE, 'discovery and registration');
	const ask = async (more = {}) => {
		const verifier = client.randomPKCECodeVerifier();
		const state = client.randomState();
		const address = client.buildAuthorizationUrl(config, { redirect_uri: redirect, scope: 'account:read market:read', state,
			code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256', ...more });
		return { verifier, state, back: await consent_address(address, { email: EMAIL, password: PASSWORD }) };
	};
	let a = await ask();
	let tokens = await client.authorizationCodeGrant(config, a.back, { pkceCodeVerifier: a.verifier, expectedState: a.state });
	ok(tokens.token_type === 'bearer' && tokens.scope === 'account:read market:read', 'code for tokens');
	ok((await client.fetchProtectedResource(config, tokens.access_token, new URL(`${BASE}/v1/portfolios`), 'GET')).status === 200, 'which read');
	const old = tokens.refresh_token;
	tokens = await client.refreshTokenGrant(config, old);
	ok(tokens.refresh_token !== old, 'refreshed, rotated');
	await client.tokenRevocation(config, tokens.access_token);
	await refused(client.fetchProtectedResource(config, tokens.access_token, new URL(`${BASE}/v1/portfolios`), 'GET'),
		'OAUTH_WWW_AUTHENTICATE_CHALLENGE', 'revoked, with a challenge');
	await refused(client.refreshTokenGrant(config, old), 'invalid_grant', 'a spent refresh token');
	await refused(client.refreshTokenGrant(config, tokens.refresh_token), 'invalid_grant', 'ends its family');

	a = await ask();
	await refused(client.authorizationCodeGrant(config, a.back, { pkceCodeVerifier: client.randomPKCECodeVerifier(), expectedState: a.state }),
		'invalid_grant', 'another verifier');
	a = await ask();
	await refused(client.authorizationCodeGrant(config, a.back, { pkceCodeVerifier: a.verifier, expectedState: 'other' }),
		'OAUTH_INVALID_RESPONSE', 'another state');
	const stateless = new URL(a.back);
	stateless.searchParams.delete('state');
	await refused(client.authorizationCodeGrant(config, stateless, { pkceCodeVerifier: a.verifier, expectedState: a.state }),
		'OAUTH_INVALID_RESPONSE', 'no state');
	const foreign = new URL(a.back);
	foreign.searchParams.set('iss', 'https://evil.example');
	await refused(client.authorizationCodeGrant(config, foreign, { pkceCodeVerifier: a.verifier, expectedState: a.state }),
		'OAUTH_INVALID_RESPONSE', 'another issuer');
	tokens = await client.authorizationCodeGrant(config, a.back, { pkceCodeVerifier: a.verifier, expectedState: a.state });
	await refused(client.authorizationCodeGrant(config, a.back, { pkceCodeVerifier: a.verifier, expectedState: a.state }), 'invalid_grant', 'a replayed code');
	await refused(client.refreshTokenGrant(config, tokens.refresh_token), 'invalid_grant', 'whose tokens die');
	a = await ask({ resource: `${BASE}/v1/mcp/advisor`, scope: 'advisor:read' });
	tokens = await client.authorizationCodeGrant(config, a.back, { pkceCodeVerifier: a.verifier, expectedState: a.state }, { resource: `${BASE}/v1/mcp/advisor` });
	await refused(client.fetchProtectedResource(config, tokens.access_token, new URL(`${BASE}/v1/portfolios`), 'GET'),
		'OAUTH_WWW_AUTHENTICATE_CHALLENGE', 'a token for another resource');
	await refused(client.clientCredentialsGrant(config), 'unsupported_grant_type', 'no other grant');
} catch (error) {
	ok(false, 'openid-client goes through', `${error.stack} ${JSON.stringify(error.cause ?? null)}`);
}
process.stdout.write(`1..${n}\n`);
