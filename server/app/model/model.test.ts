import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyScript, liveThrough } from './hostileOrder.testing.ts';
import { LANES, openModel } from './modelBase.testing.ts';
import { plantedFaults } from './plantedFaults.testing.ts';
import { revealingSeeds } from './revealingSeeds.testing.ts';

/** `npm run prove` lives many more. */
const ORDERS = 400;
const SEED = 20_261_122;

const model = await openModel();

test('whatever anybody does, nobody gets more than they paid for, and nobody is left standing', async () => {
  const ends = new Set<string>();
  const lane = (number: number) =>
    fc.assert(
      fc.asyncProperty(anyScript, async (script) => {
        const { order, faults } = await liveThrough(model, script);
        ends.add(`${script.byBank ? 'bank' : 'card'} ${order.status}`);
        expect(faults).toEqual([]);
      }),
      { numRuns: ORDERS / LANES, seed: SEED + number },
    );
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
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
}, 180_000);

describe('a fault that is planted again is found', () => {
  const sound = fc.asyncProperty(anyScript, async (script) => {
    expect((await liveThrough(model, script)).faults).toEqual([]);
  });
  const revealed = plantedFaults.flatMap((fault) => {
    const found = revealingSeeds[fault.name];
    return found ? [[fault.name, fault, found] as const] : [];
  });

  test.each(revealed)('%s', async (_name, { plant }, { seed, orders }) => {
    const takeOut = await plant(model.database);
    try {
      expect((await fc.check(sound, { seed, numRuns: orders, endOnFailure: true })).failed).toBe(true);
    } finally {
      await takeOut();
    }
  });
});
