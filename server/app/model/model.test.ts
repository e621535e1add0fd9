import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyScript, liveThrough } from './hostileOrder.testing.ts';
import { LANES, openModel } from './modelBase.testing.ts';
import { plantedFaults } from './plantedFaults.testing.ts';
import { revealingScripts } from './revealingScripts.testing.ts';

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
  test.each(plantedFaults.map((fault) => [fault.name, fault] as const))('%s', async (name, { plant }) => {
    const script = revealingScripts[name];
    if (!script) throw new Error('npm run prove finds a script that reveals it');
    expect((await liveThrough(model, script)).faults).toEqual([]);
    const takeOut = await plant(model.database);
    try {
      expect((await liveThrough(model, script)).faults).not.toEqual([]);
    } finally {
      await takeOut();
    }
  });
});
