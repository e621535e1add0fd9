import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBitcoinClient } from './client.ts';

/** A wallet's entries, oldest first: one payment a second, the first of them a receipt. */
const entries = Array.from({ length: 250 }, (_, index) => ({
  category: index === 0 ? 'receive' : 'send',
  txid: `tx${index}`,
  time: 1_800_000_000 + index,
  confirmations: 250 - index,
}));

const node = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { id, params } = (await json(request)) as { id: unknown; params: [string, number, number] };
  const [, count, skip] = params;
  const end = entries.length - skip;
  const result = entries.slice(Math.max(0, end - count), Math.max(0, end));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ id, result, error: null }));
}

beforeAll(async () => {
  await once(node.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => node.close());

test.each([
  ['all', 0, 1],
  ['the newest', 1_800_000_120, 120],
])('lists %s sent transactions of several pages, oldest first', async (_, sinceSecond, first) => {
  const { port } = node.address() as AddressInfo;
  const client = createBitcoinClient(`http://127.0.0.1:${port}`);
  const sent = await client.listSent(new Date(sinceSecond * 1_000));
  expect(sent).toEqual(entries.slice(first).map(({ txid }) => txid));
});
