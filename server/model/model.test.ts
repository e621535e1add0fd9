import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { anyScript, type Script } from './anyScript.testing.ts';
import { runHostileOrder } from './hostileOrder.testing.ts';
import { CONCURRENT_ORDERS, openModel } from './modelBase.testing.ts';
import { anyCrowd, payConcurrently } from './parallelBuyers.testing.ts';
import { plantedFaults } from './plantedFaults.testing.ts';
import { regressionScripts, revealingScripts } from './revealingScripts.testing.ts';
import { anyWrites, createIntruder } from './takenOverApi.testing.ts';

/** Numbers of orders and of groups of concurrent buyers; `npm run prove` runs many more. */
const ORDERS = 60;
const CROWDS = 15;
const SEED = 20_261_122;

const model = await openModel();

test('delivers at most what was paid and leaves no order stuck, for all acts of buyers, banks and vendors', async () => {
  const ends = new Set<string>();
  const runScripts = (number: number) =>
    fc.assert(
      fc.asyncProperty(anyScript, async (script) => {
        const { order, faults } = await runHostileOrder(model, script);
        ends.add(`${script.byBank ? 'bank' : 'card'} ${order.status}`);
        expect(faults).toEqual([]);
      }),
      { numRuns: ORDERS / CONCURRENT_ORDERS, seed: SEED + number },
    );
  await Promise.all(Array.from({ length: CONCURRENT_ORDERS }, (_, number) => runScripts(number)));
  // A model in which nothing happens proves nothing.
  for (const end of [
    'card delivered',
    'card refunded',
    'card cancelled',
    'card expired',
    'bank delivered',
    'bank refunded',
  ])
    expect(ends).toContain(end);
});

describe('an attacker who controls the api', () => {
  const createAttackProperty = (database: Database, counted = { taken: 0 }) =>
    fc.asyncProperty(anyScript, anyWrites, async (script, writes) => {
      const intruder = createIntruder(database, writes);
      // No document is needed: an attacker could record one, since the api records identities (docs/security.md).
      const { faults } = await runHostileOrder(model, { ...script, needsDocument: false }, intruder.intrude);
      counted.taken += intruder.counted.taken;
      expect(faults).toEqual([]);
    });

  test('gets nothing without paying', async () => {
    const counted = { taken: 0 };
    const attacks = createAttackProperty(roleDatabase(model.database, 'api'), counted);
    await fc.assert(attacks, { numRuns: ORDERS / 2, seed: SEED });
    expect(counted.taken).toBeGreaterThan(ORDERS);
  });

  test('gets coins without paying if the api has all rights in the database', async () => {
    const { failed } = await fc.check(createAttackProperty(model.database), {
      numRuns: ORDERS,
      seed: SEED,
      endOnFailure: true,
    });
    expect(failed).toBe(true);
  });
});

test('concurrent payments of buyers exceed no limit, and released amounts are returned', async () => {
  const crowds = fc.asyncProperty(anyCrowd, async (crowd) => {
    expect(await payConcurrently(model, crowd)).toEqual([]);
  });
  await fc.assert(crowds, { numRuns: CROWDS, seed: SEED });
});

test('a limit without its locks is exceeded', async () => {
  const payments = Array.from({ length: 8 }, () => ({ buyer: 0, card: 0, address: 0, cents: 150_000 }));
  const crowd = [{ payments, released: [] }];
  const { database } = model;
  const transaction: Database['transaction'] = (work) =>
    database.transaction((inner) => work({ ...inner, lock: async () => 0 }));
  expect(await payConcurrently({ ...model, database: { ...database, transaction } }, crowd)).not.toEqual([]);
  expect(await payConcurrently(model, crowd)).toEqual([]);
});

test.each(Object.entries(regressionScripts))('%s: does not recur', async (_name, script) => {
  expect((await runHostileOrder(model, script)).faults).toEqual([]);
});

describe('the revealing scripts', () => {
  const revealed = plantedFaults.flatMap((fault) => {
    const script = revealingScripts[fault.name];
    return script ? [[fault.name, fault, script] as const] : [];
  });

  /** Returns true if a run has faults or throws: the database refuses unbalanced entries at once. */
  async function isWrong(script: Script): Promise<boolean> {
    return runHostileOrder(model, script).then(
      ({ faults }) => faults.length > 0,
      () => true,
    );
  }

  test('cover at least twenty planted faults', () => {
    expect(revealed.length).toBeGreaterThanOrEqual(20);
  });

  test.each(revealed)('reveal the planted fault: %s', async (_name, { plant }, script) => {
    const removeFault = await plant(model.database);
    try {
      expect(await isWrong(script)).toBe(true);
    } finally {
      await removeFault();
    }
    // The same run without the fault passes: the fault is the cause.
    expect(await isWrong(script)).toBe(false);
  });
});
