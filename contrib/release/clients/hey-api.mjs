export default {
	input: "openapi.json",
	output: "made/hey-api",
	plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk", "zod"],
};
