import { findEntryKey } from '../../ledger/entryKeyStore.ts';
import { isPosted } from '../../ledger/ledgerStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog, Crypto } from '../../purchase/catalog/catalog.ts';
import { isOurTransaction } from '../../purchase/delivery/payoutFormStore.ts';
import { buildDepositKey, listIdSpellings } from '../withdrawal/buildDepositEntry.ts';

export type JudgedTopUp =
  | { readonly kind: 'ok'; readonly crypto: Crypto }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Judges by the ledger and the payouts whether a transaction may be booked as a top-up, before a request at the console and at
 * the execution. The received amount is not checked here: only the chain shows it.
 */
export async function judgeTopUp(
  database: Queryable,
  { cryptos }: Pick<Catalog, 'cryptos'>,
  { crypto: id, transaction }: { readonly crypto: string; readonly transaction: string },
): Promise<JudgedTopUp> {
  const crypto = cryptos.get(id);
  if (!crypto) return { kind: 'refused', why: `there is no crypto ${id} here` };
  for (const spelling of listIdSpellings(transaction))
    if (await isOurTransaction(database, spelling)) return { kind: 'refused', why: 'this is a payout of Slipway' };
  const { asset, network } = crypto;
  const fact = buildDepositKey({ network: network.chain, transactionId: transaction, asset });
  if (await isPosted(database, await findEntryKey(database, fact)))
    return { kind: 'refused', why: 'it is already booked' };
  return { kind: 'ok', crypto };
}
