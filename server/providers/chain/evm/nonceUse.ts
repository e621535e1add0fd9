import { BaseError, type Hex, isAddressEqual } from 'viem';
import { type EvmClient, isLostAnswer } from './client.ts';

export type NonceUse = { readonly hash: Hex; readonly blockNumber: bigint };

/**
 * The transaction by which an address used a nonce, found by halving the blocks before `usedBy`, after which it was used.
 * Undefined where the node does not keep the states that this asks for (full nodes keep those of the newest 128 blocks).
 */
export async function findUseOfNonce(
  client: EvmClient,
  address: Hex,
  nonce: number,
  usedBy: bigint,
): Promise<NonceUse | undefined> {
  const isUsedAfter = async (blockNumber: bigint) =>
    (await client.getTransactionCount({ address, blockNumber })) > nonce;
  try {
    const range = await widen(isUsedAfter, usedBy);
    if (!range) return undefined;
    const blockNumber = await halve(isUsedAfter, range);
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true });
    const use = transactions.find((each) => isAddressEqual(each.from, address) && each.nonce === nonce);
    return use && { hash: use.hash, blockNumber };
  } catch (error) {
    if (error instanceof BaseError && !isLostAnswer(error)) return undefined;
    throw error;
  }
}

type Question = (blockNumber: bigint) => Promise<boolean>;
type Range = { readonly before: bigint; readonly after: bigint };

/** Goes back in steps that double, to a block after which the nonce was free. */
async function widen(isUsedAfter: Question, usedBy: bigint): Promise<Range | undefined> {
  let after = usedBy;
  for (let step = 1n; ; step *= 2n) {
    const before = usedBy > step ? usedBy - step : 0n;
    if (!(await isUsedAfter(before))) return { before, after };
    if (before === 0n) return undefined;
    after = before;
  }
}

async function halve(isUsedAfter: Question, { before, after }: Range): Promise<bigint> {
  if (after - before <= 1n) return after;
  const middle = (after + before) / 2n;
  return halve(isUsedAfter, (await isUsedAfter(middle)) ? { before, after: middle } : { before: middle, after });
}
