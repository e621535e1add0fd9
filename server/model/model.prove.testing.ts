import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { anyScript } from './anyScript.testing.ts';
import { runHostileOrder } from './hostileOrder.testing.ts';
import { CONCURRENT_ORDERS, openModel } from './modelBase.testing.ts';
import { anyCrowd, payConcurrently } from './parallelBuyers.testing.ts';
import { plantedFaults } from './plantedFaults.testing.ts';
import { anyWrites, createIntruder } from './takenOverApi.testing.ts';

const orders = Number(process.env['PROVE_ORDERS'] ?? 20_000);
const crowds = Number(process.env['PROVE_CROWDS'] ?? 1_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);
/** A planted fault must be found within this many orders. */
const MAX_ORDERS_UNTIL_FOUND = Number(process.env['PROVE_WITHIN'] ?? 2_000);
const TEST_TIMEOUT_MS = 24 * 3_600_000;

const model = await openModel();

const noFaultsProperty = fc.asyncProperty(anyScript, async (script) => {
  expect((await runHostileOrder(model, script)).faults).toEqual([]);
});

test(
  `${orders} orders among hostile buyers, banks and vendors`,
  async () => {
    const lanes = Array.from({ length: CONCURRENT_ORDERS }, (_, lane) =>
      fc.assert(noFaultsProperty, { numRuns: Math.ceil(orders / CONCURRENT_ORDERS), seed: seed + lane }),
    );
    await Promise.all(lanes);
    recordProof('Order model: hostile buyers, banks and vendors', {
      figures: `${orders} orders, ${CONCURRENT_ORDERS} at a time`,
      seed: `${seed} to ${seed + CONCURRENT_ORDERS - 1}`,
      result: 'no fault',
    });
  },
  TEST_TIMEOUT_MS,
);

test(
  `${crowds} crowds of buyers at once, and ${crowds} orders while the api is taken over`,
  async () => {
    const together = fc.asyncProperty(anyCrowd, async (crowd) => {
      expect(await payConcurrently(model, crowd)).toEqual([]);
    });
    await fc.assert(together, { numRuns: crowds, seed });
    const api = roleDatabase(model.database, 'api');
    const attacks = fc.asyncProperty(anyScript, anyWrites, async (script, writes) => {
      const { intrude } = createIntruder(api, writes);
      expect((await runHostileOrder(model, { ...script, needsDocument: false }, intrude)).faults).toEqual([]);
    });
    await fc.assert(attacks, { numRuns: crowds, seed });
    recordProof('Order model: parallel buyers, and a hostile api', {
      figures: `${crowds} groups of buyers who pay at once; ${crowds} orders while an attacker controls the api`,
      seed: `${seed}`,
      result: 'no limit exceeded, nothing delivered without payment',
    });
  },
  TEST_TIMEOUT_MS,
);

describe('planted faults', () => {
  const ordersUntilFound: number[] = [];

  test.each(plantedFaults.map((fault) => [fault.name, fault] as const))(
    '%s',
    async (_name, { plant }) => {
      const removeFault = await plant(model.database);
      try {
        const { failed, numRuns } = await fc.check(noFaultsProperty, {
          numRuns: MAX_ORDERS_UNTIL_FOUND,
          seed,
          endOnFailure: true,
        });
        expect(failed, `not found within ${MAX_ORDERS_UNTIL_FOUND} orders`).toBe(true);
        ordersUntilFound.push(numRuns);
      } finally {
        await removeFault();
      }
    },
    TEST_TIMEOUT_MS,
  );

  afterAll(() => {
    if (ordersUntilFound.length < plantedFaults.length) return;
    recordProof('Order model: planted faults', {
      figures: `${ordersUntilFound.length} faults, each found after at most ${Math.max(...ordersUntilFound)} orders`,
      seed: `${seed}`,
      result: 'all found',
    });
  });
});
