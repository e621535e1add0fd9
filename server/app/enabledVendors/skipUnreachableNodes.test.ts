import { expect, test } from 'vitest';
import type { AddressReader } from '../../providers/chain/chainPort.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import { skipUnreachableNodes } from './skipUnreachableNodes.ts';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const SKIP_MS = 15_000;
const DOWN = { kind: 'unavailable', retryAfterMs: 2_000, detail: 'timeout' } as const;

/** A node whose answers the test gives one by one, and the reader that buyers' requests use. */
function openNode() {
  const network = 'eip155:1';
  let now = 0;
  const waiting: ((answer: Outcome<boolean>) => void)[] = [];
  const reader = {
    network,
    hasContract: () => new Promise<Outcome<boolean>>((resolve) => waiting.push(resolve)),
  } as unknown as AddressReader;
  const readers = skipUnreachableNodes(new Map([[network, reader]]), { now: () => new Date(now) });
  return {
    queryContract: async () => readers.get(network)?.hasContract?.(ADDRESS),
    /** Returns the number of requests waiting for the node. */
    waiting: () => waiting.length,
    answer: (answer: Outcome<boolean>) => waiting.shift()?.(answer),
    advance: (ms: number) => {
      now += ms;
    },
  };
}

async function runCheck(node: ReturnType<typeof openNode>, answer: Outcome<boolean>) {
  const pendingAnswer = node.queryContract();
  node.answer(answer);
  return pendingAnswer;
}

test('queries a node for each buyer while it answers', async () => {
  const node = openNode();
  expect(await runCheck(node, ok(true))).toEqual(ok(true));
  expect(await runCheck(node, ok(false))).toEqual(ok(false));
});

test('makes only the first buyer wait for a node that does not answer', async () => {
  const node = openNode();
  expect(await runCheck(node, DOWN)).toEqual(DOWN);
  node.advance(SKIP_MS - 1);
  expect(await node.queryContract()).toMatchObject({ kind: 'unavailable', retryAfterMs: 1 });
  expect(node.waiting()).toBe(0);
});

test('retries the node with a single query, for which other buyers do not wait', async () => {
  const node = openNode();
  await runCheck(node, DOWN);
  node.advance(SKIP_MS);
  const first = node.queryContract();
  expect(await node.queryContract()).toMatchObject({ kind: 'unavailable' });
  expect(node.waiting()).toBe(1);
  node.answer(DOWN);
  expect(await first).toEqual(DOWN);
  node.advance(SKIP_MS - 1);
  expect(await node.queryContract()).toMatchObject({ kind: 'unavailable' });
  node.advance(1);
  expect(await runCheck(node, ok(true))).toEqual(ok(true));
  expect(await runCheck(node, ok(false))).toEqual(ok(false));
});

test('skips each network separately, and offers no contract query where there are no contracts', async () => {
  const reader = (network: string, answer?: Outcome<boolean>) =>
    [network, { network, ...(answer && { hasContract: async () => answer }) } as unknown as AddressReader] as const;
  const readers = skipUnreachableNodes(
    new Map([reader('eip155:1', DOWN), reader('eip155:8453', ok(false)), reader('bip122:0')]),
    { now: () => new Date(0) },
  );
  expect(await readers.get('eip155:1')?.hasContract?.(ADDRESS)).toEqual(DOWN);
  expect(await readers.get('eip155:8453')?.hasContract?.(ADDRESS)).toEqual(ok(false));
  expect(readers.get('bip122:0')?.hasContract).toBeUndefined();
});
