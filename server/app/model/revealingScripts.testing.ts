import type { Script } from './hostileOrder.testing.ts';

/** For each planted fault the shortest script that turned red, as `npm run prove` found it. */
export const revealingScripts: Readonly<Record<string, Script>> = {};
