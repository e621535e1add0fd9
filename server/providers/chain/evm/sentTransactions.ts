import {
  type Block,
  type Hex,
  isAddressEqual,
  keccak256,
  serializeTransaction,
  type Transaction,
  type TransactionSerializable,
} from 'viem';
import { type Outcome, ok } from '../../outcome.ts';
import type { KnownTransactions, SentReading, SentTransaction } from '../chainPort.ts';
import { findAuthorizedNonces } from './authorizedNonces.ts';
import { type EvmClient, unavailable } from './client.ts';
import type { EvmPayout } from './evmPayout.ts';

const RETRY_AFTER_MS = 5_000;
const BLOCKS_AT_ONCE = 20;
/** About a day of a network with a block every two seconds. */
const MOST_BLOCKS = 50_000;

type FullBlock = Block<bigint, true, 'latest'>;

/**
 * Scans the blocks backwards, since no node call lists an account's transactions and full nodes keep the states of the
 * newest 128 blocks only. Stops once the transaction or authorization of every used nonce from `known.nextNonce` on is found.
 * If `known.nextNonce` is undefined, stops at the first block before `known.since`. `unavailable` if that takes more than
 * {@link MOST_BLOCKS}.
 */
export async function readSentTransactions(
  client: EvmClient,
  address: Hex,
  known: KnownTransactions,
): Promise<Outcome<SentReading>> {
  try {
    const [head, nextNonce] = await Promise.all([
      client.getBlock({ includeTransactions: true }),
      client.getTransactionCount({ address, blockTag: 'pending' }),
    ]);
    const found = new Map<number, SentTransaction>();
    const authorized = new Map<number, Hex>();
    const isMissing = (nonce: number) => nonce < nextNonce && !found.has(nonce) && !authorized.has(nonce);
    const collect = async (transactions: readonly Transaction[]) => {
      for (const each of transactions)
        if (isAddressEqual(each.from, address)) found.set(each.nonce, toSentTransaction(each));
      const isSearched = (nonce: number) => isMissing(nonce) && nonce >= (known.nextNonce ?? 0);
      for (const [nonce, hash] of await findAuthorizedNonces(transactions, address, isSearched))
        authorized.set(nonce, hash);
    };
    const findMissingNonces = (from: number) =>
      Array.from({ length: Math.max(0, nextNonce - from) }, (_, index) => from + index).filter(isMissing);
    const isComplete = (block: FullBlock) =>
      known.nextNonce === undefined
        ? nextNonce === 0 || Number(block.timestamp) * 1_000 < known.since.getTime()
        : findMissingNonces(known.nextNonce).length === 0;

    const mined = await client.getTransactionCount({ address, blockNumber: head.number });
    if (nextNonce > mined)
      await collect((await client.getBlock({ blockTag: 'pending', includeTransactions: true })).transactions);
    let oldest: FullBlock = head;
    await collect(head.transactions);
    while (!isComplete(oldest) && oldest.number > 0n) {
      if (head.number - oldest.number > MOST_BLOCKS)
        return buildMissingOutcome(`the search for its transactions is incomplete after ${MOST_BLOCKS} blocks`);
      const blocks = await fetchBlocksBefore(client, oldest.number);
      for (const block of blocks) await collect(block.transactions);
      oldest = blocks.at(-1) ?? oldest;
    }
    const missingNonces = findMissingNonces(known.nextNonce ?? Math.min(nextNonce, ...found.keys()));
    if (missingNonces.length > 0)
      return buildMissingOutcome(
        `the node returns no transaction or authorization (EIP-7702) with the nonces ${missingNonces.join(', ')}`,
      );
    const transactions = [...found].toSorted(([a], [b]) => a - b).map(([, sent]) => sent);
    const authorizations = [...authorized].map(([nonce, transactionId]) => ({ nonce, transactionId }));
    return ok({ nextNonce, transactions, received: [], authorizations });
  } catch (error) {
    return unavailable(error);
  }
}

function buildMissingOutcome(detail: string) {
  return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: `the treasury's address: ${detail}` } as const;
}

async function fetchBlocksBefore(client: EvmClient, number: bigint): Promise<readonly FullBlock[]> {
  const count = number < BLOCKS_AT_ONCE ? Number(number) : BLOCKS_AT_ONCE;
  const numbers = Array.from({ length: count }, (_, index) => number - 1n - BigInt(index));
  return Promise.all(numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })));
}

/**
 * Rebuilds a transaction's bytes from the fields that nodes return; its id proves that they match. For a blob
 * transaction (EIP-4844) these are the bytes in the block, without the blobs.
 */
function toSentTransaction(transaction: Transaction): SentTransaction {
  const { hash, chainId, nonce, to, value, input, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const { r, s, v, yParity } = transaction;
  const bytes = serializeTransaction(toTransactionFields(transaction), {
    r,
    s,
    v,
    ...(yParity !== undefined && { yParity }),
  });
  if (keccak256(bytes) !== hash)
    throw new Error(
      `the fields that the node returns for transaction ${hash} do not match that hash: use another node`,
    );
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

function toTransactionFields(transaction: Transaction): TransactionSerializable {
  const { type, chainId, nonce, to, value, input: data, gas, accessList, authorizationList } = transaction;
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas, blobVersionedHashes } = transaction;
  const common = { type, chainId, nonce, to, value, data, gas, accessList };
  const fees = { maxFeePerGas, maxPriorityFeePerGas };
  const fieldsByType = {
    legacy: { gasPrice },
    eip2930: { gasPrice },
    eip1559: fees,
    eip4844: { ...fees, maxFeePerBlobGas, blobVersionedHashes },
    eip7702: { ...fees, authorizationList },
  };
  if (!Object.hasOwn(fieldsByType, type))
    throw new Error(
      `transaction ${transaction.hash} has the type ${transaction.typeHex ?? type}, which is not supported`,
    );
  // Keeps the fields of its type only.
  const fields = { ...common, ...fieldsByType[type] };
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
}
