import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { calls } from '@slipway/contract/calls.ts';
import { sendLoad } from './load.ts';
import { measure } from './measure.ts';
import type { Row } from './report.ts';
import type { Measured } from './startMeasured.ts';
import { getQuotes, payQuotes, priceLists } from './workloads.ts';

const BARE_SERVER = fileURLToPath(new URL('bareServer.ts', import.meta.url));
const WARM_SECONDS = 8;

/** Quotes of both sides and lists of prices, and beside them what the bare framework does with the same request and answer. */
export async function measureQuotes(
  world: Measured,
  { clientCounts, seconds }: { readonly clientCounts: readonly number[]; readonly seconds: number },
): Promise<readonly Row[]> {
  const bare = await startBare(world.origin);
  const rows: Row[] = [];
  try {
    const bareQuotes = payQuotes().map((quote) => ({ ...quote, path: '/quote' }));
    for (const requests of [payQuotes(), getQuotes()])
      await sendLoad({ origin: world.origin, clients: 16, requests, seconds: WARM_SECONDS });
    await sendLoad({ origin: bare.origin, clients: 16, requests: bareQuotes, seconds: WARM_SECONDS });
    for (const clients of clientCounts) {
      const load = (work: string, requests: ReturnType<typeof payQuotes>) =>
        measure(world, work, clients, { requests, seconds });
      const ours = await load('quote, from what is paid', payQuotes());
      const limit = await sendLoad({ origin: bare.origin, clients, requests: bareQuotes, seconds });
      const other = await load('quote, from what is received', getQuotes());
      const listed = await load('priceList', await priceLists(world.origin));
      rows.push({ ...ours, limit }, { ...other, limit }, { ...listed, limit });
      rows.push({ work: 'limit: bare Fastify, the same request and answer', clients, ...limit });
    }
  } finally {
    bare.stop();
  }
  return rows;
}

async function startBare(origin: string): Promise<{ readonly origin: string; stop(): void }> {
  const asked = calls.offerInquiry.example.request;
  const answer = await fetch(`${origin}/gateway/buying/offerInquiry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, getCurrency: 'ETH' }),
  });
  const child = fork(BARE_SERVER);
  child.send(await answer.json());
  const [address] = (await once(child, 'message')) as [string];
  return { origin: address, stop: () => child.disconnect() };
}
