import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyScript, type Script } from './anyScript.testing.ts';
import { liveThrough } from './hostileOrder.testing.ts';
import { LANES, openModel } from './modelBase.testing.ts';
import { plantedFaults } from './plantedFaults.testing.ts';
import { mended, revealing } from './revealingLives.testing.ts';

/** `npm run prove` lives many more. */
const ORDERS = 60;
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
});

test.each(Object.entries(mended))('%s: no more', async (_name, life) => {
  expect((await liveThrough(model, life)).faults).toEqual([]);
});

describe('a fault that is planted again is found', () => {
  const revealed = plantedFaults.flatMap((fault) => {
    const life = revealing[fault.name];
    return life ? [[fault.name, fault, life] as const] : [];
  });

  /** Whether anything is wrong with a life: entries that do not balance are refused at once. */
  async function isWrong(script: Script): Promise<boolean> {
    return liveThrough(model, script).then(
      ({ faults }) => faults.length > 0,
      () => true,
    );
  }

  test('twenty of them at least', () => {
    expect(revealed.length).toBeGreaterThanOrEqual(20);
  });

  test.each(revealed)('%s', async (_name, { plant }, life) => {
    const takeOut = await plant(model.database);
    try {
      expect(await isWrong(life)).toBe(true);
    } finally {
      await takeOut();
    }
    // The same life without the fault: it is the fault that turns it red.
    expect(await isWrong(life)).toBe(false);
  });
});
