import { appendFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { findPlanted } from './seededDifferences.testing.ts';

const PROOFS = fileURLToPath(new URL('../../PROOFS.md', import.meta.url));
const orders = Number(process.env['PROVE_RECONCILED'] ?? 10_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);
const DIFFERENCES = 100;
const MOST_SECONDS = 20;

const own = await openOwnDatabase();

test(`${DIFFERENCES} differences among ${orders} orders`, { timeout: 600_000 }, async () => {
  const { seconds, found } = await findPlanted(own, { orders, differences: DIFFERENCES, seed });
  expect(seconds).toBeLessThan(MOST_SECONDS);
  await appendFile(
    PROOFS,
    `| reconciliation of ${orders} orders with bank, venue, acquirer and chain in ${seconds.toFixed(1)} s, nothing invented; ${DIFFERENCES} planted differences | seed ${seed} | all found, in ${found} rows |\n`,
  );
});
