import { expect, test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { runAttacks, sampleAttacks } from './compromiseActs.testing.ts';
import { openCompromiseWorld } from './compromiseWorld.testing.ts';

const count = Number(process.env['PROVE_ATTACKS'] ?? 2_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);

const world = await openCompromiseWorld();

test(`${count} attacks with the api's role, the worker's role and the signer's socket gain nothing`, {
  timeout: 7_200_000,
}, async () => {
  const { gained, redirected, released } = await runAttacks(world, sampleAttacks(count, seed));
  const what = `${count} attacks with the api's role, the worker's role and the signer's socket, half of them with \`SLIPWAY_SECRET\`, \`SIGNER_VALUE_PERCENT=100\``;
  const releasedText = `${released} transactions, transfers and withdrawals released`;
  const sealed = `with \`SLIPWAY_SECRET\`, coins of paid orders worth ${formatEuro(redirected)} were sent to another address than the buyer's`;
  recordProof('Compromise of api, worker and signer socket', {
    figures: `${what}; ${releasedText}`,
    seed: `${seed}`,
    result: `${formatEuro(gained)} gained beyond what was paid; ${sealed}`,
  });
  expect(formatEuro(gained)).toBe('0.00 EUR');
});

function formatEuro(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')} EUR`;
}
