// SPDX-License-Identifier: Apache-2.0
// The parts of Node that client.ts uses, instead of Node's whole package of types.
declare const process: { argv: string[]; exitCode?: number };
