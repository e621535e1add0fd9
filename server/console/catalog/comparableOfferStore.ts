import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { createAmount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { SampleInput, TradeAmounts } from './sampleQuotes.ts';

export type ComparableOffers = {
  readonly trades: readonly TradeAmounts[];
  readonly shown: NonNullable<ConsoleCallData<'previewChange'>['sample']['competingOffers']>;
};

/** Prices move, so older offers do not show the current ranking. */
const WITHIN_MINUTES = 60;
/** Limits the rows that are read. */
const MAX_OFFERS = 2_000;

/**
 * Returns the newest offer of each other provider for the same coin, currency and method within the last hour. Only
 * offers between half and twice the sample's amount count, because fixed fees change the ranking for other amounts.
 * Undefined if there is none, or the sample is invalid.
 */
export async function findComparableOffers(
  database: Queryable,
  catalog: Catalog,
  { payCurrency, crypto, method, amount }: SampleInput,
): Promise<ComparableOffers | undefined> {
  const pay = catalog.payCurrencies.get(payCurrency)?.asset;
  const receive = catalog.cryptos.get(crypto)?.asset;
  if (!pay || !receive || !/^\d+(?:\.\d+)?$/.test(amount)) return undefined;
  const units = tryParseUnits(pay, amount);
  if (units === undefined) return undefined;
  const [from, to] = [units / 2n, units * 2n];
  const rows = await database.many<{ payUnits: bigint; receiveUnits: bigint; offeredAt: Date }>(sql`
    select distinct on (offer_type) pay_units, receive_units, offered_at
    from (select * from offers order by offered_at desc limit ${MAX_OFFERS}) newest
    where pay_method = ${method} and pay_asset = ${pay.id} and receive_asset = ${receive.id}
      and receive_decimals = ${receive.decimals} and pay_units between ${from} and ${to} and receive_units > 0
      and offered_at > slipway_now() - make_interval(mins => ${WITHIN_MINUTES})
    order by offer_type, offered_at desc`);
  const [first, ...others] = rows;
  if (!first) return undefined;
  const since = others.reduce((oldest, { offeredAt }) => (offeredAt < oldest ? offeredAt : oldest), first.offeredAt);
  return {
    trades: rows.map(({ payUnits, receiveUnits }) => ({
      pay: createAmount(pay, payUnits),
      receive: createAmount(receive, receiveUnits),
    })),
    shown: {
      offers: rows.length,
      since: since.toISOString(),
      from: formatAmount(createAmount(pay, from)),
      to: formatAmount(createAmount(pay, to)),
    },
  };
}

/** Returns undefined if the amount has more decimals than the currency. */
function tryParseUnits(asset: Parameters<typeof parseAmount>[0], amount: string): bigint | undefined {
  try {
    return parseAmount(asset, amount).units;
  } catch {
    return undefined;
  }
}
