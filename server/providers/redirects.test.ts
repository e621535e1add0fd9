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
import { fetchList } from './sanctions/fetchList.ts';
import { openExchange } from './venue/ccxt/exchange.ts';

/** Counts requests to a host that the operator did not configure and to which a vendor redirects. */
let redirectedCalls = 0;
let requestCount = 0;
const elsewhere = createServer((_request, response) => {
  redirectedCalls += 1;
  response.setHeader('content-type', 'application/json').end('{}');
});
elsewhere.listen(0, '127.0.0.1');
await once(elsewhere, 'listening');
const target = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
const leading = createServer((_request, response) => {
  requestCount += 1;
  response.writeHead(307, { location: target }).end();
});
leading.listen(0, '127.0.0.1');
await once(leading, 'listening');
const origin = `http://127.0.0.1:${(leading.address() as AddressInfo).port}`;

afterAll(() => {
  elsewhere.close();
  leading.close();
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
  ['what fetches rates', () => fetchText(new URL(origin))],
  ['what fetches lists', () => fetchList(new URL(origin), 'extract')],
  ['the client of exchanges', () => openExchange('kraken', { apiUrl: origin, rateLimitMs: 1 }).loadMarkets()],
])('%s follows no redirect', async (_name, follow) => {
  await follow().catch(() => undefined);
  expect(requestCount).toBeGreaterThan(0);
  expect(redirectedCalls).toBe(0);
});
