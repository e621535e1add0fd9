import { amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Account } from '../../ledger/account.ts';
import { type Entry, move } from '../../ledger/posting.ts';

export type WalletDeposit = {
  /** CAIP-2. */
  readonly network: string;
  readonly transactionId: string;
  readonly asset: Asset;
  /** The chain's word. */
  readonly units: bigint;
};

/** Coins that have come to the treasury: each transaction's, of each asset, are posted once, found by the product or named by a person. */
export function walletDeposit({ network, transactionId, asset, units }: WalletDeposit, from: Account): Entry {
  return {
    kind: 'wallet_deposit',
    key: depositKey({ network, transactionId, asset }),
    postings: move(amountOf(asset, units), from, 'asset:wallet'),
  };
}

/** Under which a transaction's coins are posted, however its id was spelt. */
export function depositKey({
  network,
  transactionId,
  asset,
}: Pick<WalletDeposit, 'network' | 'transactionId' | 'asset'>): string {
  return `deposit:${network}:${plainId(transactionId)}:${asset.id}`;
}

const HEXADECIMAL = /^(?:0x)?[0-9a-f]{64}$/i;

/** One text for every spelling of a hexadecimal id; other ids mean what they say. */
function plainId(transactionId: string): string {
  return HEXADECIMAL.test(transactionId) ? transactionId.replace(/^0x/i, '').toLowerCase() : transactionId;
}

/** How a transaction may be written where it was kept. */
export function spellingsOf(transactionId: string): readonly string[] {
  const id = plainId(transactionId);
  return [...new Set([transactionId, id, `0x${id}`])];
}
