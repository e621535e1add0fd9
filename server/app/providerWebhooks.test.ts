import { test } from 'vitest';
import { provenProviders, proveWebhooks } from './provenWebhooks.testing.ts';
import { openOwnGateway } from './testGateway.testing.ts';

const gateway = await openOwnGateway({}, provenProviders);

/** `npm run prove` sends a hundred thousand. */
test('webhooks of four vendors, repeated, shuffled, late and forged: one effect each', async () => {
  await proveWebhooks(gateway, { webhooks: 200, seed: 7 });
});
