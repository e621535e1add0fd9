import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createStripeClient } from './card/stripe/client.ts';
import { createRpc } from './chain/bitcoin/rpc.ts';
import { createEvmClient } from './chain/evm/client.ts';
import { createSumsubClient } from './identity/sumsub/client.ts';
import { sumsubConfigSchema } from './identity/sumsub/manifest.ts';
import { callVendor } from './offers/callVendor.ts';
import { fetchText } from './rates/fetchText.ts';
import { fetchListFile } from './sanctions/fetchList.ts';
import { openExchange } from './venue/ccxt/exchange.ts';

/** Counts requests to the host to which a vendor redirects, and which the operator did not configure. */
let redirectedCalls = 0;
let requestCount = 0;
const otherHost = createServer((_request, response) => {
  redirectedCalls += 1;
  response.setHeader('content-type', 'application/json').end('{}');
});
otherHost.listen(0, '127.0.0.1');
await once(otherHost, 'listening');
const otherHostUrl = `http://127.0.0.1:${(otherHost.address() as AddressInfo).port}/`;
const redirectingHost = createServer((_request, response) => {
  requestCount += 1;
  response.writeHead(307, { location: otherHostUrl }).end();
});
redirectingHost.listen(0, '127.0.0.1');
await once(redirectingHost, 'listening');
const origin = `http://127.0.0.1:${(redirectingHost.address() as AddressInfo).port}`;

afterAll(() => {
  otherHost.close();
  redirectingHost.close();
});

beforeEach(() => {
  redirectedCalls = 0;
  requestCount = 0;
});

const sumsub = sumsubConfigSchema.parse({
  appToken: 'any',
  secretKey: 'any',
  webhookSecret: 'any',
  levelName: 'any',
  apiUrl: origin,
});

test.each<[string, () => Promise<unknown>]>([
  ["Stripe's client", async () => createStripeClient({ secretKey: 'sk_test_any', apiUrl: origin }).balance.retrieve()],
  ['the client of Bitcoin nodes', () => createRpc(origin).call('getblockcount', [], z.number())],
  ['the client of EVM nodes', () => createEvmClient(origin).getChainId()],
  ["Sumsub's client", () => createSumsubClient(sumsub, () => new Date()).findApplicant('any')],
  ['the client of other providers', () => callVendor({ vendor: 'any', url: new URL(origin) }, z.object({}))],
  ['the client of rate sources', () => fetchText(new URL(origin))],
  ['the client of sanctions lists', () => fetchListFile(new URL(origin), 'extract')],
  ['the client of exchanges', () => openExchange('kraken', { apiUrl: origin }).loadMarkets()],
])('%s follows no redirect', async (_name, callClient) => {
  await callClient().catch(() => undefined);
  expect(requestCount).toBeGreaterThan(0);
  expect(redirectedCalls).toBe(0);
});
