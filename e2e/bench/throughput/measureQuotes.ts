import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { calls } from '@slipway/contract/calls.ts';
import { sendLoad } from './load.ts';
import { measureApiLoad } from './measureApiLoad.ts';
import type { ThroughputRow } from './report.ts';
import type { BenchWorld } from './startBenchWorld.ts';
import { createPayAmountQuotes, createPriceListRequests, createReceiveAmountQuotes } from './workloads.ts';

const BARE_SERVER = fileURLToPath(new URL('bareServer.ts', import.meta.url));
const WARM_SECONDS = 8;

/** Measures quotes for pay and receive amounts and price lists, and for comparison a bare Fastify with the same request. */
export async function measureQuotes(
  world: BenchWorld,
  { clientCounts, seconds }: { readonly clientCounts: readonly number[]; readonly seconds: number },
): Promise<readonly ThroughputRow[]> {
  const bare = await startBareServer(world.origin);
  const rows: ThroughputRow[] = [];
  try {
    const bareQuotes = createPayAmountQuotes().map((quote) => ({ ...quote, path: '/quote' }));
    for (const requests of [createPayAmountQuotes(), createReceiveAmountQuotes()])
      await sendLoad({ origin: world.origin, clients: 16, requests, seconds: WARM_SECONDS });
    await sendLoad({ origin: bare.origin, clients: 16, requests: bareQuotes, seconds: WARM_SECONDS });
    for (const clients of clientCounts) {
      const load = (work: string, requests: ReturnType<typeof createPayAmountQuotes>) =>
        measureApiLoad(world, work, clients, { requests, seconds });
      const payAmountLoad = await load('quote for an amount to pay', createPayAmountQuotes());
      const limit = await sendLoad({ origin: bare.origin, clients, requests: bareQuotes, seconds });
      const receiveAmountLoad = await load('quote for an amount to receive', createReceiveAmountQuotes());
      const priceListLoad = await load('priceList', await createPriceListRequests(world.origin));
      rows.push({ ...payAmountLoad, limit }, { ...receiveAmountLoad, limit }, { ...priceListLoad, limit });
      rows.push({ work: 'limit: bare Fastify, the same request and answer', clients, ...limit });
    }
  } finally {
    bare.stop();
  }
  return rows;
}

async function startBareServer(origin: string): Promise<{ readonly origin: string; stop(): void }> {
  const inquiry = calls.offerInquiry.example.request;
  const answer = await fetch(`${origin}/gateway/buying/offerInquiry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...inquiry, getCurrency: 'ETH' }),
  });
  const child = fork(BARE_SERVER);
  child.send(await answer.json());
  const [address] = (await once(child, 'message')) as [string];
  return { origin: address, stop: () => child.disconnect() };
}
