import { test } from 'vitest';
import { recordProof } from '../../../tools/proofs/recordProof.ts';
import { playLockedArrivals } from './lockedArrivals.testing.ts';

const count = Number(process.env['PROVE_ARRIVALS'] ?? 500);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);

test(`${count} arrivals with locked sessions and links create only orders with the partner’s terms`, {
  timeout: 3_600_000,
}, async () => {
  const { orders, refusedOpenings, refusedOrders } = await playLockedArrivals({ count, seed });
  recordProof('Arrivals with a locked session', {
    figures: `${count} arrivals; ${orders} orders made, ${refusedOrders} refused; ${refusedOpenings} openings refused`,
    seed: `${seed}`,
    result: 'every order has the address, amount and reference that its partner fixed',
  });
});
