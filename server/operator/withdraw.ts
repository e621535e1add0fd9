import { type Amount, amountOf, formatAmount, parseAmount, toDecimal } from '@slipway/money/amount.ts';
import { multiply, rescale } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { readRows } from '../configuration/configurationStore.ts';
import { readConfiguration } from '../configuration/kinds.ts';
import { settingsOf } from '../configuration/settings.ts';
import { type Crypto, findCryptoOn } from '../purchase/catalog/catalog.ts';
import { type PriceBook, referencePrice } from '../purchase/quote/priceBook.ts';
import { readPriceBook } from '../purchase/quote/priceBookStore.ts';
import { findListed, ownAddress } from '../treasury/withdrawal/addressStore.ts';
import { unitsWithdrawnToday } from '../treasury/withdrawal/withdrawalStore.ts';
import { type Asker, CommandError, outcomeOf } from './asking.ts';
import { insertRequest } from './requestStore.ts';

type WithdrawContext = Asker & { readonly options: Readonly<Record<string, string>> };

const EUR = fiatAsset('EUR');

/**
 * Asks for coins to be sent from the venue to an address of the allow-list, the treasury's own one unless said otherwise.
 * Above the operator's limit within a day, or where its worth is not known, a second person has to agree. Throws {@link CommandError}.
 */
export async function askToWithdraw(
  { database, who, why, options }: WithdrawContext,
  [name = '', text = '']: readonly string[],
): Promise<string> {
  const { catalog, rules } = settingsOf(readConfiguration(await readRows(database)));
  const crypto = findCryptoOn(catalog, name, options['network']);
  if (!crypto) throw new CommandError(`there is no crypto ${[name || 'CRYPTO', options['network']].join(' ').trim()}`);
  const amount = amountIn(crypto, text);
  const { to } = options;
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
  // Together with what left within a day: many small ones are a large one.
  const today = amountOf(crypto.asset, amount.units + (await unitsWithdrawnToday(database, crypto.id)));
  const worth = euroCentsOf(await readPriceBook(database), crypto, today);
  const takesTwo = worth === undefined || worth > rules.withdrawalTakesTwoAboveEuroCents;
  const input = { crypto: crypto.id, units: amount.units.toString(), address: listed.written };
  const subject = `${formatAmount(amount)} ${crypto.id}`;
  const id = await insertRequest(database, { action: 'withdraw', subject, input, who, why }, takesTwo);
  return takesTwo ? waits(id) : outcomeOf(database, id);
}

/** From where coins may have come without an order, by the words of the command. */
const ORIGINS = ['transit', 'owner'] as const;

/**
 * Asks for coins to be booked that have come to the treasury without an order: the operator names the transaction, and the
 * chain says how much it brought. Throws {@link CommandError}.
 */
export async function askToTopUp(
  { database, who, why, options }: WithdrawContext,
  [name = '', transaction = '']: readonly string[],
): Promise<string> {
  const { catalog } = settingsOf(readConfiguration(await readRows(database)));
  const crypto = findCryptoOn(catalog, name, options['network']);
  const { from = 'transit' } = options;
  if (!crypto) throw new CommandError(`there is no crypto ${name || 'CRYPTO'}`);
  if (transaction === '') throw new CommandError('say which transaction');
  if (!ORIGINS.some((origin) => origin === from)) throw new CommandError(`${from} is none of ${ORIGINS.join(', ')}`);
  const input = { crypto: crypto.id, transaction, from };
  const request = { action: 'top-up', subject: `${crypto.id} ${transaction}`, input, who, why } as const;
  return outcomeOf(database, await insertRequest(database, request, false));
}

/** Asks for an address to be put on the list of those to which coins may be withdrawn: by two people, whatever it is for. */
export async function askToAllowAddress(
  { database, who, why }: Asker,
  [network = '', address = '']: readonly string[],
): Promise<string> {
  const { catalog } = settingsOf(readConfiguration(await readRows(database)));
  if (!catalog.networks.some(({ id }) => id === network))
    throw new CommandError(
      `there is no network ${network || 'NETWORK'}: ${catalog.networks.map(({ id }) => id).join(', ')}`,
    );
  if (address === '') throw new CommandError('say which address');
  const request = { action: 'allow-address', subject: `${network} ${address}`, input: { network, address } } as const;
  return waits(await insertRequest(database, { ...request, who, why }, true));
}

function waits(id: number): string {
  return `request ${id} waits for a second person: npm run operate -- approve ${id} --by NAME --why TEXT`;
}

function amountIn({ asset, id }: Crypto, text: string): Amount {
  try {
    const amount = parseAmount(asset, text);
    if (amount.units > 0n) return amount;
  } catch {
    // Said below: it is no amount of that coin.
  }
  throw new CommandError(`${text || 'AMOUNT'} is no amount of ${id}, which has ${asset.decimals} decimals`);
}

/** Rounded up; undefined where there is no price that a quote would be made of. */
function euroCentsOf(book: PriceBook, crypto: Crypto, amount: Amount): bigint | undefined {
  const price = referencePrice(book, crypto.marketBase, EUR.code, new Date());
  if (!price) return undefined;
  return amountOf(EUR, rescale(multiply(toDecimal(amount), price.mid), EUR.decimals, 'up').coefficient).units;
}
