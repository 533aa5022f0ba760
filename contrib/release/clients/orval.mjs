const to = (client) => ({ input: "openapi.json", output: { mode: "single", client, target: `made/orval-${client}/client.ts` } });

export default { fetch: to("fetch"), axios: to("axios"), zod: to("zod") };
