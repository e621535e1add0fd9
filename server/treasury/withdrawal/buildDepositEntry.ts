import { createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Account } from '../../ledger/account.ts';
import { type Entry, move } from '../../ledger/posting.ts';

export type WalletDeposit = {
  /** CAIP-2. */
  readonly network: string;
  readonly transactionId: string;
  readonly asset: Asset;
  /** As reported by the chain. */
  readonly units: bigint;
};

/**
 * Returns the entry of coins that came to the treasury. Each transaction is posted once for each asset, whether the product
 * found it or a person named it.
 */
export function buildDepositEntry({ network, transactionId, asset, units }: WalletDeposit, from: Account): Entry {
  return {
    kind: 'wallet_deposit',
    key: buildDepositKey({ network, transactionId, asset }),
    postings: move(createAmount(asset, units), from, 'asset:wallet'),
  };
}

/** Returns the key under which a transaction's coins are posted, for every spelling of its id. */
export function buildDepositKey({
  network,
  transactionId,
  asset,
}: Pick<WalletDeposit, 'network' | 'transactionId' | 'asset'>): string {
  return `deposit:${network}:${normalizeTransactionId(transactionId)}:${asset.id}`;
}

const HEXADECIMAL = /^(?:0x)?[0-9a-f]{64}$/i;

/** Returns one text for every spelling of a hexadecimal id; other ids are returned unchanged. */
function normalizeTransactionId(transactionId: string): string {
  return HEXADECIMAL.test(transactionId) ? transactionId.replace(/^0x/i, '').toLowerCase() : transactionId;
}

/** Returns the possible spellings of a stored transaction id. */
export function listIdSpellings(transactionId: string): readonly string[] {
  const id = normalizeTransactionId(transactionId);
  return [...new Set([transactionId, id, `0x${id}`])];
}
