import { appendFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { provenProviders, proveWebhooks } from './provenWebhooks.testing.ts';
import { openOwnGateway } from './testGateway.testing.ts';

const PROOFS = fileURLToPath(new URL('../../PROOFS.md', import.meta.url));
const webhooks = Number(process.env['PROVE_WEBHOOKS'] ?? 100_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);
const HOUR_MS = 3_600_000;

const gateway = await openOwnGateway({}, provenProviders);

test(`${webhooks} webhooks of four vendors`, { timeout: 2 * HOUR_MS }, async () => {
  const begun = performance.now();
  const { sent, forged } = await proveWebhooks(gateway, { webhooks, seed });
  const seconds = Math.round((performance.now() - begun) / 1000);
  await appendFile(
    PROOFS,
    `| ${sent} webhooks of four vendors, repeated, shuffled and late, ${forged} of them forged, ${seconds} s | seed ${seed} | every forgery refused, one effect each, every order where its vendor says |\n`,
  );
});
