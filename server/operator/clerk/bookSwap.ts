import { type Amount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import type { Account } from '../../ledger/account.ts';
import { keyOfFact } from '../../ledger/entryKeyStore.ts';
import { postByHand } from '../../ledger/handBookingStore.ts';
import { isPosted } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { CommandError } from '../commandError.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

/** Where an operator's coins lie, by the words of the command. */
export const PLACES: Readonly<Record<string, Account>> = { venue: 'asset:venue', wallet: 'asset:wallet' };

export type Swap = {
  readonly given: Amount;
  readonly came: Amount;
  readonly from: Account;
  readonly to: Account;
  /** The venue's or the issuer's own id books it once, and once more after a reversal. */
  readonly key: string;
};

/** What a request to book a swap says, where it may be booked. Throws {@link CommandError}. */
export async function judgeSwap(
  database: Queryable,
  { subject, input }: Pick<OperatorRequest, 'subject' | 'input'>,
): Promise<Swap> {
  const { catalog } = await readSettings(database);
  const reference = subject.trim();
  if (reference === '') throw new CommandError('say --reference, by which the other side knows it');
  const given = amountIn(catalog, input['given'] ?? '', input['givenCrypto'] ?? '');
  const came = amountIn(catalog, input['came'] ?? '', input['cameCrypto'] ?? '');
  if (given.asset.id === came.asset.id) throw new CommandError('that is the same coin twice');
  const key = `swap:${reference}`;
  if (await isPosted(database, await keyOfFact(database, key))) throw new CommandError('it was booked before');
  return { given, came, from: placeOf(input['from'] ?? ''), to: placeOf(input['to'] ?? ''), key };
}

/**
 * Books that a person has turned one coin into another, at the venue or with the issuer of a wrapped token: what an order
 * was bought in is not always what it is delivered in. It moves nothing by itself.
 */
export async function bookSwap({ database }: ClerkContext, request: OperatorRequest): Promise<Write> {
  const { id, subject: reference, input, who, why } = request;
  const { given, came, from, to, key } = await judgeSwap(database, request);
  const postings = [...move(given, from, 'trading'), ...move(came, 'trading', to)];
  return async (transaction) => {
    const at = await transactionTime(transaction);
    await postByHand(transaction, { kind: 'swap', key, postings }, { request: id, at });
    const places = { from: input['from'] ?? '', to: input['to'] ?? '' };
    const after = { given: said(given), came: said(came), ...places };
    const subject = `swap ${reference}`;
    await appendAudit(transaction, { who, why, approvedBy: null, action: 'swap', subject, before: null, after });
    return `${said(given)} at the ${places.from} became ${said(came)} at the ${places.to}`;
  };
}

function placeOf(word: string): Account {
  const place = Object.hasOwn(PLACES, word) ? PLACES[word] : undefined;
  if (!place) throw new CommandError(`${word} is no place: ${Object.keys(PLACES).join(', ')}`);
  return place;
}

function amountIn({ cryptos }: Catalog, text: string, id: string): Amount {
  const crypto = cryptos.get(id);
  if (!crypto) throw new CommandError(`there is no crypto ${id || '(say AMOUNT CRYPTO AMOUNT CRYPTO)'}`);
  try {
    const amount = parseAmount(crypto.asset, text);
    if (amount.units > 0n) return amount;
  } catch {
    // Said below: it is no amount of that coin.
  }
  throw new CommandError(`${text} is no amount of ${id}, which has ${crypto.asset.decimals} decimals`);
}

function said(amount: Amount): string {
  return `${formatAmount(amount)} ${amount.asset.code}`;
}
