import { appendFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { contradict, findPlaces, listContradictions } from './contradictions.testing.ts';
import { openTakeoverWorld } from './takeoverWorld.testing.ts';

const PROOFS = fileURLToPath(new URL('../../../PROOFS.md', import.meta.url));
const wanted = Number(process.env['PROVE_PAIRS'] ?? 1_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);

const world = await openTakeoverWorld();
const { singles, pairs } = listContradictions(await findPlaces(world), wanted, seed);

test(`${singles.length} contradictions and ${wanted} pairs`, { timeout: 7_200_000 }, async () => {
  const { taken } = await contradict(world, [...singles, ...pairs]);
  const what = `every column that the signer reads contradicted by each role that can write it: ${singles.length} alone, ${wanted} pairs`;
  await appendFile(
    PROOFS,
    `| ${what}, ${taken} of them taken by the database | seed ${seed} | nothing beyond what was paid |\n`,
  );
});
