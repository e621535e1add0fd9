import { test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { proveDeliveries } from './proveDeliveries.testing.ts';

const events = Number(process.env['PROVE_DELIVERIES'] ?? 100_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);
const KILL_EVERY = 2_500;
const HOUR_MS = 3_600_000;

const own = await openOwnDatabase(8);

test(`delivers ${events} events in order, although endpoints fail and workers are killed`, {
  timeout: 2 * HOUR_MS,
}, async () => {
  const begun = performance.now();
  const kills = Math.floor(events / KILL_EVERY);
  const { posts } = await proveDeliveries(own, { events, kills, seed, patienceMs: HOUR_MS });
  const seconds = Math.round((performance.now() - begun) / 1000);
  recordProof('Events to partners', {
    figures: `${events} events in ${posts} posts, endpoints failing, ${kills} workers killed; ${seconds} s`,
    seed: `${seed}`,
    result: 'each received, in order per order, none invented, every signature verified',
  });
});
