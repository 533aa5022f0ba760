// SPDX-License-Identifier: Apache-2.0
// What client.ts uses of Node, without its whole package of types.
declare const process: { argv: string[]; exitCode?: number };
