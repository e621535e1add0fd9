import { keyOfFact } from '../ledger/entryKeyStore.ts';
import { isPosted } from '../ledger/ledgerStore.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Catalog, Crypto } from '../purchase/catalog/catalog.ts';
import { isOurTransaction } from '../purchase/delivery/payoutVariantStore.ts';
import { depositKey, spellingsOf } from '../treasury/withdrawal/walletDeposit.ts';

export type JudgedTopUp =
  | { readonly kind: 'ok'; readonly crypto: Crypto }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Whether coins of a transaction may be booked as come, as far as our own books know: looked at when it is offered, and again
 * when it is done. What the transaction brought is for its chain to say.
 */
export async function judgeTopUp(
  database: Queryable,
  { cryptos }: Pick<Catalog, 'cryptos'>,
  input: Readonly<Record<string, string>>,
): Promise<JudgedTopUp> {
  const { crypto: id = '', transaction = '' } = input;
  const crypto = cryptos.get(id);
  if (!crypto) return { kind: 'refused', why: `there is no crypto ${id} here` };
  for (const spelling of spellingsOf(transaction))
    if (await isOurTransaction(database, spelling)) return { kind: 'refused', why: 'that is a payout of ours' };
  const { asset, network } = crypto;
  const fact = depositKey({ network: network.chain, transactionId: transaction, asset });
  if (await isPosted(database, await keyOfFact(database, fact)))
    return { kind: 'refused', why: 'it was booked before' };
  return { kind: 'ok', crypto };
}
