import { test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { openCompromiseWorld } from './compromiseWorld.testing.ts';
import { findWritableColumns, listContradictions, runContradictions } from './contradictions.testing.ts';

const pairCount = Number(process.env['PROVE_PAIRS'] ?? 1_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);

const world = await openCompromiseWorld();
const { singles, pairs } = listContradictions(await findWritableColumns(world), pairCount, seed);

test(`${singles.length} contradictions and ${pairCount} pairs release nothing beyond what was paid`, {
  timeout: 7_200_000,
}, async () => {
  const { taken } = await runContradictions(world, [...singles, ...pairs]);
  const what = `every column that the signer reads contradicted by each role that can write it: ${singles.length} alone, ${pairCount} pairs`;
  recordProof('Contradicted columns of the signer', {
    figures: `${what}; ${taken} accepted by the database`,
    seed: `${seed}`,
    result: 'nothing beyond what was paid',
  });
});
