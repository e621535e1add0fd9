import fc from 'fast-check';
import { BaseError, HttpRequestError } from 'viem';
import { expect, test } from 'vitest';
import type { EvmClient } from './client.ts';
import { findUseOfNonce } from './nonceUse.ts';

const ADDRESS = '0x00000000000000000000000000000000000B4E01';

/** Returns a node with the states of blocks from `oldestState` on. `usedIn`: the block that used each nonce, from 0 on. */
function createNode(
  usedIn: readonly number[],
  oldestState = 0n,
  lost: Error = new BaseError('missing trie node'),
): EvmClient {
  return {
    async getTransactionCount({ blockNumber }: { blockNumber: bigint }) {
      if (blockNumber < oldestState) throw lost;
      return usedIn.filter((block) => BigInt(block) <= blockNumber).length;
    },
    async getBlock({ blockNumber }: { blockNumber: bigint }) {
      const transactions = usedIn.flatMap((block, nonce) =>
        BigInt(block) === blockNumber ? [{ from: ADDRESS, nonce, hash: `0x${nonce}` }] : [],
      );
      return {
        transactions: [{ from: '0x000000000000000000000000000000000000dEaD', nonce: 0, hash: '0x' }, ...transactions],
      };
    },
  } as unknown as EvmClient;
}

test('finds the block and the transaction that used a nonce', async () => {
  const blocks = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(blocks, fc.nat(), fc.nat(100), async (usedBlocks, which, later) => {
      const usedIn = usedBlocks.toSorted((a, b) => a - b);
      const nonce = which % usedIn.length;
      const head = BigInt((usedIn.at(-1) ?? 0) + later);
      expect(await findUseOfNonce(createNode(usedIn), ADDRESS, nonce, head)).toEqual({
        hash: `0x${nonce}`,
        blockNumber: BigInt(usedIn[nonce] ?? 0),
        isAuthorization: false,
      });
    }),
  );
});

test('returns undefined when the node no longer has the state of those blocks', async () => {
  expect(await findUseOfNonce(createNode([10], 400n), ADDRESS, 0, 500n)).toBeUndefined();
});

test('throws when the node does not answer', async () => {
  const unreachableNode = createNode([10], 400n, new HttpRequestError({ url: 'http://node' }));
  await expect(findUseOfNonce(unreachableNode, ADDRESS, 0, 500n)).rejects.toThrow(HttpRequestError);
});
