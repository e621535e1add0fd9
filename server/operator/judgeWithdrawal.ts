import { type Amount, amountOf } from '@slipway/money/amount.ts';
import { powerOfTen } from '@slipway/money/decimal.ts';
import { exactAmount } from '../ledger/exactAmount.ts';
import { isHalted, payoutsOf } from '../ledger/haltStore.ts';
import { ledgerScale } from '../ledger/posting.ts';
import { inUtc } from '../notification/duty/duty.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Catalog, Crypto } from '../purchase/catalog/catalog.ts';
import { readPlaces } from '../treasury/forecast/placeStore.ts';
import { findListed, type ListedAddress } from '../treasury/withdrawal/addressStore.ts';
import { isBeingSent, unsentUnits } from '../treasury/withdrawal/withdrawalStore.ts';

/** The venue's name for a crypto, whatever network it is delivered on. */
export function currencyOf({ symbol }: Pick<Crypto, 'symbol'>): string {
  return symbol.toUpperCase();
}

export type WithdrawalJudging = {
  readonly database: Queryable;
  readonly catalog: Pick<Catalog, 'cryptos'>;
  /** Whether an address is on a list of denied ones, as far as this process knows them. */
  readonly isDenied: (address: string) => boolean;
};

export type JudgedWithdrawal =
  | { readonly kind: 'ok'; readonly crypto: Crypto; readonly amount: Amount; readonly listed: ListedAddress }
  | { readonly kind: 'refused'; readonly why: string };

export const BEING_SENT = 'one of this coin to this address is being sent: wait until it is';

/**
 * Whether coins may leave the venue as somebody has asked: looked at when it is offered, and again when it is done, since the
 * list, the books and what lies at the venue may have changed meanwhile.
 */
export async function judgeWithdrawal(
  { database, catalog, isDenied }: WithdrawalJudging,
  input: Readonly<Record<string, string>>,
): Promise<JudgedWithdrawal> {
  const { crypto: id = '', units: digits = '', address = '' } = input;
  const crypto = catalog.cryptos.get(id);
  if (!crypto) return refused(`there is no crypto ${id}`);
  const units = /^\d{1,78}$/.test(digits) ? BigInt(digits) : 0n;
  if (units === 0n) return refused('there is nothing to send');
  const listed = await findListed(database, crypto.network.chain, address);
  // It may have been taken off since it was asked for.
  if (!listed) return refused('its address is not on the list of those to which coins may be withdrawn');
  if (isDenied(listed.written)) return refused('its address is on a list of denied ones');
  if (await isHalted(database, payoutsOf(crypto.asset.id)))
    return refused('its books differ from what lies there: see `reconcile`');
  const currency = currencyOf(crypto);
  if (await isBeingSent(database, currency, listed.written)) return refused(BEING_SENT);
  const free = await freeAtVenue(database, crypto);
  if (free && units > free.units)
    return refused(
      `${exactAmount(amountOf(crypto.asset, free.units > 0n ? free.units : 0n))} ${crypto.id} are free at the venue, as it said at ${inUtc(free.at)}`,
    );
  return { kind: 'ok', crypto, amount: amountOf(crypto.asset, units), listed };
}

/**
 * What the venue said last to hold of a coin, less what it was not told of yet; in the coin's minor units, rounded down. A venue
 * names no coin that it has nothing of. Undefined where it has said nothing at all.
 */
export async function freeAtVenue(
  database: Queryable,
  crypto: Crypto,
): Promise<{ readonly units: bigint; readonly at: Date } | undefined> {
  const currency = currencyOf(crypto);
  const told = (await readPlaces(database)).filter(({ place }) => place === 'venue');
  const own = told.find(({ asset }) => asset.toUpperCase() === currency);
  const [newest] = told.toSorted((one, other) => other.observedAt.getTime() - one.observedAt.getTime());
  const at = (own ?? newest)?.observedAt;
  if (!at) return undefined;
  const finer = powerOfTen(ledgerScale(crypto.asset.id) - crypto.asset.decimals);
  return { units: (own?.units ?? 0n) / finer - (await unsentUnits(database, crypto.id)), at };
}

function refused(why: string): JudgedWithdrawal {
  return { kind: 'refused', why };
}
