import { appendFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { anyScript } from './anyScript.testing.ts';
import { liveThrough } from './hostileOrder.testing.ts';
import { LANES, openModel } from './modelBase.testing.ts';
import { anyCrowd, payTogether } from './parallelBuyers.testing.ts';
import { plantedFaults } from './plantedFaults.testing.ts';
import { anyWrites, createIntruder } from './takenOverApi.testing.ts';

const PROOFS = fileURLToPath(new URL('../../../PROOFS.md', import.meta.url));
const orders = Number(process.env['PROVE_ORDERS'] ?? 20_000);
const crowds = Number(process.env['PROVE_CROWDS'] ?? 1_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);
/** A planted fault must be found within so many orders. */
const WITHIN = Number(process.env['PROVE_WITHIN'] ?? 2_000);
const FOR_EVER = 24 * 3_600_000;

const model = await openModel();

const sound = fc.asyncProperty(anyScript, async (script) => {
  expect((await liveThrough(model, script)).faults).toEqual([]);
});

async function prove(line: string): Promise<void> {
  await appendFile(PROOFS, `${line}\n`);
}

test(
  `${orders} orders among hostile buyers, banks and vendors`,
  async () => {
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      fc.assert(sound, { numRuns: Math.ceil(orders / LANES), seed: seed + lane }),
    );
    await Promise.all(lanes);
    await prove(
      `| the model, ${orders} orders in ${LANES} lanes | seeds ${seed} to ${seed + LANES - 1} | nothing wrong |`,
    );
  },
  FOR_EVER,
);

test(
  `${crowds} crowds of buyers at once, and ${crowds} orders while the api is taken over`,
  async () => {
    const together = fc.asyncProperty(anyCrowd, async (crowd) => {
      expect(await payTogether(model, crowd)).toEqual([]);
    });
    await fc.assert(together, { numRuns: crowds, seed });
    const api = roleDatabase(model.database, 'api');
    const lives = fc.asyncProperty(anyScript, anyWrites, async (script, writes) => {
      const { intrude } = createIntruder(api, writes);
      expect((await liveThrough(model, { ...script, needsDocument: false }, intrude)).faults).toEqual([]);
    });
    await fc.assert(lives, { numRuns: crowds, seed });
    await prove(
      `| the model, ${crowds} crowds of buyers who pay at once, and ${crowds} orders while the api is taken over | seed ${seed} | no limit passed, nothing without the money |`,
    );
  },
  FOR_EVER,
);

describe('planted faults', () => {
  test.each(plantedFaults.map((fault) => [fault.name, fault] as const))(
    '%s',
    async (name, { plant }) => {
      const takeOut = await plant(model.database);
      try {
        const { failed, numRuns } = await fc.check(sound, { numRuns: WITHIN, seed, endOnFailure: true });
        expect(failed, `not found within ${WITHIN} orders`).toBe(true);
        await prove(`| planted: ${name} | seed ${seed} | found after ${numRuns} orders |`);
      } finally {
        await takeOut();
      }
    },
    FOR_EVER,
  );
});
