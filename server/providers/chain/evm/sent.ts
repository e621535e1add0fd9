import { type Block, type Hex, isAddressEqual, keccak256, serializeTransaction, type Transaction } from 'viem';
import { type Outcome, ok } from '../../outcome.ts';
import type { KnownSent, SentReading, SentTransaction } from '../chainPort.ts';
import { type EvmClient, unavailable } from './client.ts';
import type { EvmPayout } from './transfer.ts';

const RETRY_AFTER_MS = 5_000;
const BLOCKS_AT_ONCE = 20;
/** About a day of a network with a block every two seconds. */
const MOST_BLOCKS = 50_000;

type FullBlock = Block<bigint, true, 'latest'>;

/**
 * Looks through the blocks backwards, since no call of a node lists an account's transactions and full nodes keep the states of
 * the newest 128 blocks only. Ends as soon as every nonce that is used and not known has its transaction.
 */
export async function readSent(client: EvmClient, address: Hex, known: KnownSent): Promise<Outcome<SentReading>> {
  try {
    const [head, nextNonce] = await Promise.all([
      client.getBlock({ includeTransactions: true }),
      client.getTransactionCount({ address, blockTag: 'pending' }),
    ]);
    const found = new Map<number, SentTransaction>();
    const collect = (transactions: readonly Transaction[]) => {
      for (const each of transactions) if (isAddressEqual(each.from, address)) found.set(each.nonce, sentOf(each));
    };
    const missing = (from: number) =>
      Array.from({ length: Math.max(0, nextNonce - from) }, (_, index) => from + index).filter(
        (one) => !found.has(one),
      );
    const isWhole = (block: FullBlock) =>
      known.nextNonce === undefined
        ? nextNonce === 0 || Number(block.timestamp) * 1_000 < known.since.getTime()
        : missing(known.nextNonce).length === 0;

    const mined = await client.getTransactionCount({ address, blockNumber: head.number });
    if (nextNonce > mined)
      collect((await client.getBlock({ blockTag: 'pending', includeTransactions: true })).transactions);
    let oldest: FullBlock = head;
    collect(head.transactions);
    while (!isWhole(oldest) && oldest.number > 0n) {
      if (head.number - oldest.number > MOST_BLOCKS)
        return lacks(`no more than ${MOST_BLOCKS} blocks are looked through`);
      const blocks = await blocksBefore(client, oldest.number);
      for (const block of blocks) collect(block.transactions);
      oldest = blocks.at(-1) ?? oldest;
    }
    const lacking = missing(known.nextNonce ?? Math.min(nextNonce, ...found.keys()));
    if (lacking.length > 0) return lacks(`its transactions with the nonces ${lacking.join(', ')} are not shown`);
    const transactions = [...found].toSorted(([a], [b]) => a - b).map(([, sent]) => sent);
    return ok({ nextNonce, transactions, received: [] });
  } catch (error) {
    return unavailable(error);
  }
}

function lacks(detail: string) {
  return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: `the treasury's address: ${detail}` } as const;
}

async function blocksBefore(client: EvmClient, number: bigint): Promise<readonly FullBlock[]> {
  const count = number < BLOCKS_AT_ONCE ? Number(number) : BLOCKS_AT_ONCE;
  const numbers = Array.from({ length: count }, (_, index) => number - 1n - BigInt(index));
  return Promise.all(numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })));
}

/** Nodes give a transaction's fields: its bytes follow from them, and its id proves that they do. */
function sentOf(transaction: Transaction): SentTransaction {
  const { hash, chainId, nonce, to, value, input, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const fees =
    transaction.type === 'eip1559'
      ? { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
      : { type: transaction.type === 'eip2930' ? 'eip2930' : 'legacy', gasPrice };
  const { r, s, v, yParity, accessList } = transaction;
  const bytes = serializeTransaction(
    { chainId, nonce, to, value, data: input, gas, ...fees, ...(accessList && { accessList }) } as Parameters<
      typeof serializeTransaction
    >[0],
    { r, s, v, ...(yParity !== undefined && { yParity }) },
  );
  if (keccak256(bytes) !== hash) throw new Error(`the fields of ${hash} do not make its bytes`);
  const unsigned = {
    kind: 'account',
    chainId: chainId ?? 0,
    nonce,
    to: to ?? '',
    value: value.toString(),
    data: input,
    gasLimit: gas.toString(),
    maxFeePerGas: (maxFeePerGas ?? gasPrice ?? 0n).toString(),
    maxPriorityFeePerGas: (maxPriorityFeePerGas ?? gasPrice ?? 0n).toString(),
  } satisfies EvmPayout;
  return { signed: { transactionId: hash, bytes }, unsigned };
}
