import { type Amount, createAmount } from '@slipway/money/amount.ts';
import { powerOfTen } from '@slipway/money/decimal.ts';
import { formatExactAmount } from '../../ledger/formatExactAmount.ts';
import { buildPayoutHaltScope, isHalted } from '../../ledger/haltStore.ts';
import { ledgerScale } from '../../ledger/posting.ts';
import { formatUtcMinute } from '../../notification/duty/duty.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog, Crypto } from '../../purchase/catalog/catalog.ts';
import { readBalanceReadings } from '../forecast/balanceReadingStore.ts';
import { type AllowedAddress, findAllowedAddress } from '../withdrawal/allowedAddressStore.ts';
import { isBeingSent, sumUnsentUnits } from '../withdrawal/withdrawalStore.ts';

/** Returns the exchange's code for a crypto, which is the same on every network. */
export function toVenueCurrency({ symbol }: Pick<Crypto, 'symbol'>): string {
  return symbol.toUpperCase();
}

export type WithdrawalJudgingContext = {
  readonly database: Queryable;
  readonly catalog: Pick<Catalog, 'cryptos'>;
  /** Returns true if an address is on a deny list that this process has loaded. */
  readonly isDenied: (address: string) => boolean;
};

export type JudgedWithdrawal =
  | { readonly kind: 'ok'; readonly crypto: Crypto; readonly amount: Amount; readonly listed: AllowedAddress }
  | { readonly kind: 'refused'; readonly why: string };

export const BEING_SENT_TEXT = 'a withdrawal of this coin to this address is in progress: wait until it has finished';

/**
 * Judges whether coins may be withdrawn from the exchange as requested, before a request at the console and again at the
 * execution, since the allow list, the halts and the exchange's balance may have changed meanwhile.
 */
export async function judgeWithdrawal(
  { database, catalog, isDenied }: WithdrawalJudgingContext,
  { crypto: id, units: digits, address }: { readonly crypto: string; readonly units: string; readonly address: string },
): Promise<JudgedWithdrawal> {
  const crypto = catalog.cryptos.get(id);
  if (!crypto) return createRefusal(`there is no crypto ${id}`);
  const units = /^\d{1,78}$/.test(digits) ? BigInt(digits) : 0n;
  if (units === 0n) return createRefusal('the amount is zero');
  const listed = await findAllowedAddress(database, crypto.network.chain, address);
  // The address may have been removed from the list since the request.
  if (!listed) return createRefusal('its address is not on the allow list for withdrawals');
  if (isDenied(listed.written)) return createRefusal('its address is on a deny list');
  if (await isHalted(database, buildPayoutHaltScope(crypto.asset.id)))
    return createRefusal('the ledger and the balance of this coin differ: see `reconcile`');
  const currency = toVenueCurrency(crypto);
  if (await isBeingSent(database, currency, listed.written)) return createRefusal(BEING_SENT_TEXT);
  const free = await readFreeVenueBalance(database, crypto);
  if (free && units > free.units)
    return createRefusal(
      `${formatExactAmount(createAmount(crypto.asset, free.units > 0n ? free.units : 0n))} ${crypto.id} are available at the exchange, as reported at ${formatUtcMinute(free.at)}`,
    );
  return { kind: 'ok', crypto, amount: createAmount(crypto.asset, units), listed };
}

/**
 * Returns the exchange's last reported balance of a coin, less withdrawals that the report does not include yet, in minor units
 * rounded down. A coin that the report omits counts as zero; undefined if the exchange has not reported any balance.
 */
export async function readFreeVenueBalance(
  database: Queryable,
  crypto: Crypto,
): Promise<{ readonly units: bigint; readonly at: Date } | undefined> {
  const currency = toVenueCurrency(crypto);
  const readings = (await readBalanceReadings(database)).filter(({ place }) => place === 'venue');
  const own = readings.find(({ asset }) => asset.toUpperCase() === currency);
  const [newest] = readings.toSorted((one, other) => other.observedAt.getTime() - one.observedAt.getTime());
  const at = (own ?? newest)?.observedAt;
  if (!at) return undefined;
  const ledgerUnitsPerMinorUnit = powerOfTen(ledgerScale(crypto.asset.id) - crypto.asset.decimals);
  return { units: (own?.units ?? 0n) / ledgerUnitsPerMinorUnit - (await sumUnsentUnits(database, crypto.id)), at };
}

function createRefusal(why: string): JudgedWithdrawal {
  return { kind: 'refused', why };
}
