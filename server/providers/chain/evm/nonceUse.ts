import { BaseError, type Hex, isAddressEqual } from 'viem';
import { findAuthorizedNonces } from './authorizedNonces.ts';
import { type EvmClient, isLostAnswer } from './client.ts';

export type NonceUse = {
  readonly hash: Hex;
  readonly blockNumber: bigint;
  /** True if the transaction only contains an authorization of the address, which used the nonce (EIP-7702). */
  readonly isAuthorization: boolean;
};

/**
 * Returns the transaction by which an address used a nonce, or the one that contains its authorization with the nonce.
 * Searches back from `usedBy`, a block after which the nonce is used. Undefined if the node no longer has the states that
 * the search needs (full nodes keep those of the newest 128 blocks).
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
    const range = await findBlockRange(isUsedAfter, usedBy);
    if (!range) return undefined;
    const blockNumber = await bisectBlocks(isUsedAfter, range);
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true });
    const use = transactions.find((each) => isAddressEqual(each.from, address) && each.nonce === nonce);
    if (use) return { hash: use.hash, blockNumber, isAuthorization: false };
    const authorized = await findAuthorizedNonces(transactions, address, (each) => each === nonce);
    const hash = authorized.get(nonce);
    return hash && { hash, blockNumber, isAuthorization: true };
  } catch (error) {
    if (error instanceof BaseError && !isLostAnswer(error)) return undefined;
    throw error;
  }
}

type BlockPredicate = (blockNumber: bigint) => Promise<boolean>;
type BlockRange = { readonly before: bigint; readonly after: bigint };

/** Searches back in doubling steps for a block after which the nonce was unused: it was used between the two blocks. */
async function findBlockRange(isUsedAfter: BlockPredicate, usedBy: bigint): Promise<BlockRange | undefined> {
  let after = usedBy;
  for (let step = 1n; ; step *= 2n) {
    const before = usedBy > step ? usedBy - step : 0n;
    if (!(await isUsedAfter(before))) return { before, after };
    if (before === 0n) return undefined;
    after = before;
  }
}

/** Returns the first block in the range after which the nonce is used. */
async function bisectBlocks(isUsedAfter: BlockPredicate, { before, after }: BlockRange): Promise<bigint> {
  if (after - before <= 1n) return after;
  const middle = (after + before) / 2n;
  return bisectBlocks(isUsedAfter, (await isUsedAfter(middle)) ? { before, after: middle } : { before: middle, after });
}
