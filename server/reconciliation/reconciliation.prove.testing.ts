import { expect, test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { findPlantedDifferences } from './seededDifferences.testing.ts';

const orders = Number(process.env['PROVE_RECONCILED'] ?? 10_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);
const DIFFERENCES = 100;
const MOST_SECONDS = 20;

const own = await openOwnDatabase();

test(`finds ${DIFFERENCES} planted differences among ${orders} orders, and no others`, {
  timeout: 600_000,
}, async () => {
  const { seconds, found } = await findPlantedDifferences(own, { orders, differences: DIFFERENCES, seed });
  expect(seconds).toBeLessThan(MOST_SECONDS);
  recordProof('Reconciliation', {
    figures: `${orders} orders compared with bank, exchange, acquirer and chain in ${seconds.toFixed(1)} s; ${DIFFERENCES} planted differences`,
    seed: `${seed}`,
    result: `all found, in ${found} rows; none invented`,
  });
});
