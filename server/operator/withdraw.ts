import { type Amount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { readSettings } from '../configuration/readSettings.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Catalog, Crypto } from '../purchase/catalog/catalog.ts';
import { findCryptoOn } from '../purchase/catalog/catalog.ts';
import { findListed, ownAddress } from '../treasury/withdrawal/addressStore.ts';
import { type Asker, askWorker } from './asking.ts';
import { CommandError } from './commandError.ts';
import type { TreasuryAction } from './requestActions.ts';
import type { NewRequest } from './requestStore.ts';

type WithdrawContext = Asker & { readonly options: Readonly<Record<string, string>> };
/** What is asked for, as it is signed: the command line and the console write it alike. */
export type TreasuryWish = Pick<NewRequest, 'subject' | 'input'> & { readonly action: TreasuryAction };

/**
 * Asks for coins to be sent from the venue to an address of the allow-list, the treasury's own one unless said otherwise.
 * Above the operator's limit within a day, or where its worth is not known, a second person has to agree. Throws {@link CommandError}.
 */
export async function askToWithdraw(
  context: WithdrawContext,
  [name = '', text = '']: readonly string[],
): Promise<string> {
  const { database, options } = context;
  const { catalog } = await readSettings(database);
  const crypto = findCryptoOn(catalog, name, options['network']);
  if (!crypto) throw new CommandError(`there is no crypto ${[name || 'CRYPTO', options['network']].join(' ').trim()}`);
  return askWorker(context, await wishToWithdraw(database, crypto, { amount: text, to: options['to'] }));
}

/** `to`: another address than the treasury's own one. Throws {@link CommandError}. */
export async function wishToWithdraw(
  database: Queryable,
  crypto: Crypto,
  { amount: text, to }: { readonly amount: string; readonly to: string | undefined },
): Promise<TreasuryWish> {
  const amount = amountIn(crypto, text);
  const listed =
    to === undefined
      ? await ownAddress(database, crypto.network.chain)
      : await findListed(database, crypto.network.chain, to);
  if (!listed)
    throw new CommandError(
      to === undefined
        ? `a worker has not named the treasury of ${crypto.network.id} yet`
        : `${to} is not on the list of ${crypto.network.id}: npm run operate -- allow-address ${crypto.network.id} ${to}`,
    );
  const input = { crypto: crypto.id, units: amount.units.toString(), address: listed.written };
  return { action: 'withdraw', subject: `${formatAmount(amount)} ${crypto.id}`, input };
}

/** From where coins may have come without an order, by the words of the command. */
export const ORIGINS = ['transit', 'owner'] as const;

/**
 * Asks for coins to be booked that have come to the treasury without an order: the operator names the transaction, and the
 * chain says how much it brought. Throws {@link CommandError}.
 */
export async function askToTopUp(
  context: WithdrawContext,
  [name = '', transaction = '']: readonly string[],
): Promise<string> {
  const { database, options } = context;
  const { catalog } = await readSettings(database);
  const crypto = findCryptoOn(catalog, name, options['network']);
  if (!crypto) throw new CommandError(`there is no crypto ${name || 'CRYPTO'}`);
  return askWorker(context, wishToTopUp(crypto, { transaction, from: options['from'] ?? 'transit' }));
}

/** Throws {@link CommandError}. */
export function wishToTopUp(
  crypto: Crypto,
  { transaction, from }: { readonly transaction: string; readonly from: string },
): TreasuryWish {
  if (transaction === '') throw new CommandError('say which transaction');
  if (!ORIGINS.some((origin) => origin === from)) throw new CommandError(`${from} is none of ${ORIGINS.join(', ')}`);
  const input = { crypto: crypto.id, transaction, from };
  return { action: 'top-up', subject: `${crypto.id} ${transaction}`, input };
}

/** Asks for an address to be put on the list of those to which coins may be withdrawn: by two people, whatever it is for. */
export async function askToAllowAddress(
  asker: Asker,
  [network = '', address = '']: readonly string[],
): Promise<string> {
  const { catalog } = await readSettings(asker.database);
  return askWorker(asker, wishToAllowAddress(catalog, { network, address }));
}

/** Throws {@link CommandError}. */
export function wishToAllowAddress(
  { networks }: Pick<Catalog, 'networks'>,
  { network, address }: { readonly network: string; readonly address: string },
): TreasuryWish {
  if (!networks.some(({ id }) => id === network))
    throw new CommandError(`there is no network ${network || 'NETWORK'}: ${networks.map(({ id }) => id).join(', ')}`);
  if (address === '') throw new CommandError('say which address');
  return { action: 'allow-address', subject: `${network} ${address}`, input: { network, address } };
}

/** Throws {@link CommandError}. */
function amountIn(crypto: Crypto, text: string): Amount {
  const { asset, id } = crypto;
  try {
    const amount = parseAmount(asset, text);
    if (amount.units > 0n) return amount;
  } catch {
    // Said below: it is no amount of that coin.
  }
  throw new CommandError(`${text || 'AMOUNT'} is no amount of ${id}, which has ${asset.decimals} decimals`);
}
