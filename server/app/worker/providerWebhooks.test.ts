import { test } from 'vitest';
import { openOwnGateway } from '../api/testGateway.testing.ts';
import { proveWebhooks, simulatedProviders } from './proveWebhooks.testing.ts';

const gateway = await openOwnGateway({}, simulatedProviders);

/** `npm run prove` sends a hundred thousand. */
test('webhooks of four vendors have one effect each when repeated, shuffled, late or forged', async () => {
  await proveWebhooks(gateway, { webhooks: 200, seed: 7 });
});
