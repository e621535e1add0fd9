import { appendFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { forge } from './forgery.testing.ts';

const PROOFS = fileURLToPath(new URL('../../../PROOFS.md', import.meta.url));
const count = Number(process.env['PROVE_FORGERIES'] ?? 10_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);

test(`${count} forged requests of operators`, { timeout: 3_600_000 }, async () => {
  const begun = performance.now();
  await forge(count, seed);
  const seconds = Math.round((performance.now() - begun) / 1000);
  await appendFile(
    PROOFS,
    `| ${count} forged requests of operators by whoever writes every table, by key files and passkeys, one in fifty honest, ${seconds} s | seed ${seed} | every forgery refused by name, none done |\n`,
  );
});
