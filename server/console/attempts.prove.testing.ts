import { appendFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { attempt } from './attempts.testing.ts';

const PROOFS = fileURLToPath(new URL('../../PROOFS.md', import.meta.url));
const count = Number(process.env['PROVE_ATTEMPTS'] ?? 10_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);

test(`${count} attempts at the console's door`, { timeout: 3_600_000 }, async () => {
  const begun = performance.now();
  await attempt(count, seed);
  const seconds = Math.round((performance.now() - begun) / 1000);
  await appendFile(
    PROOFS,
    `| ${count} attempts at the console to change what takes two persons, one in fifty honest, ${seconds} s | seed ${seed} | each with a flaw refused by name, none done; the honest ones all |\n`,
  );
});
