import { test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { sendForgedRequests } from './forgedRequests.testing.ts';

const worlds = Number(process.env['PROVE_WORLDS'] ?? 25);
const REQUESTS = 400;
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);

test(`${worlds * REQUESTS} forged requests to the signer's socket take no more than was paid`, {
  timeout: 3_600_000,
}, async () => {
  let signed = 0;
  for (let index = 0; index < worlds; index += 1) signed += await sendForgedRequests(REQUESTS, seed + index);
  recordProof("Forged requests to the signer's socket", {
    figures: `${worlds * REQUESTS} requests, with orders sealed again; ${signed} transactions signed`,
    seed: `${seed}`,
    result: 'nothing beyond what was paid',
  });
});
