import { test } from 'vitest';
import { recordProof } from '../../../tools/proofs/recordProof.ts';
import { openOwnGateway } from '../api/testGateway.testing.ts';
import { proveWebhooks, simulatedProviders } from './proveWebhooks.testing.ts';

const webhooks = Number(process.env['PROVE_WEBHOOKS'] ?? 100_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);
const HOUR_MS = 3_600_000;

const gateway = await openOwnGateway({}, simulatedProviders);

test(`${webhooks} webhooks of four vendors have one effect each`, { timeout: 2 * HOUR_MS }, async () => {
  const begun = performance.now();
  const { sent, forged } = await proveWebhooks(gateway, { webhooks, seed });
  const seconds = Math.round((performance.now() - begun) / 1000);
  recordProof('Vendor webhooks', {
    figures: `${sent} webhooks of four vendors, repeated, shuffled and late, ${forged} of them forged; ${seconds} s`,
    seed: `${seed}`,
    result: 'every forgery refused, one effect each, every order in the state that its vendor reports',
  });
});
