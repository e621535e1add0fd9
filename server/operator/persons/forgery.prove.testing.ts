import { test } from 'vitest';
import { recordProof } from '../../../tools/proofs/recordProof.ts';
import { expectForgeriesRefused } from './forgery.testing.ts';

const count = Number(process.env['PROVE_FORGERIES'] ?? 10_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);

test(`refuses the forged ones of ${count} operator requests, and executes the honest ones`, {
  timeout: 3_600_000,
}, async () => {
  const begun = performance.now();
  await expectForgeriesRefused(count, seed);
  const seconds = Math.round((performance.now() - begun) / 1000);
  recordProof('Forged operator requests', {
    figures: `${count} requests by an attacker who can write every table, by key files and passkeys, one in fifty honest; ${seconds} s`,
    seed: `${seed}`,
    result: 'every forgery refused with the expected kind of reason, none executed',
  });
});
