import { appendFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { proveDeliveries } from './provenDeliveries.testing.ts';

const PROOFS = fileURLToPath(new URL('../../PROOFS.md', import.meta.url));
const events = Number(process.env['PROVE_DELIVERIES'] ?? 100_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);
const KILL_EVERY = 2_500;
const HOUR_MS = 3_600_000;

const own = await openOwnDatabase(8);

test(`${events} events to endpoints that fail`, { timeout: 2 * HOUR_MS }, async () => {
  const begun = performance.now();
  const kills = Math.floor(events / KILL_EVERY);
  const { posts } = await proveDeliveries(own, { events, kills, seed, patienceMs: HOUR_MS });
  const seconds = Math.round((performance.now() - begun) / 1000);
  await appendFile(
    PROOFS,
    `| ${events} events to partners in ${posts} posts, endpoints failing, ${kills} workers killed, ${seconds} s | seed ${seed} | each taken, in order per order, none invented, every signature verified |\n`,
  );
});
