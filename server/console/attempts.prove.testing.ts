import { test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { runFlawedAttempts } from './attempts.testing.ts';

const count = Number(process.env['PROVE_ATTEMPTS'] ?? 10_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);

test(`of ${count} console requests, refuses the flawed ones and executes the others`, {
  timeout: 3_600_000,
}, async () => {
  const begun = performance.now();
  await runFlawedAttempts(count, seed);
  const seconds = Math.round((performance.now() - begun) / 1000);
  recordProof('Attempts at four-eyes changes in the console', {
    figures: `${count} attempts, one in fifty honest; ${seconds} s`,
    seed: `${seed}`,
    result: 'every faulty one refused with a named error, none executed; all honest ones executed',
  });
});
