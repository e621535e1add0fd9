import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { amountOf, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { Asked, Trade } from './sampleQuotes.ts';

export type NearOffers = {
  readonly trades: readonly Trade[];
  readonly shown: NonNullable<ConsoleCallData<'previewChange'>['sample']['beside']>;
};

/** Prices move: what was offered longer ago says nothing of a place at this moment. */
const WITHIN_MINUTES = 60;
/** So many of the newest are looked at, however many there are. */
const MOST = 2_000;

/**
 * The newest offer that each other provider has made here within an hour for the same coin, money and method, for an amount
 * between half and twice this one: fees that do not grow with it lie otherwise elsewhere. Undefined where there is none.
 */
export async function offersNear(
  database: Queryable,
  catalog: Catalog,
  { payCurrency, crypto, method, amount }: Asked,
): Promise<NearOffers | undefined> {
  const pay = catalog.payCurrencies.get(payCurrency)?.asset;
  const receive = catalog.cryptos.get(crypto)?.asset;
  if (!pay || !receive || !/^\d+(?:\.\d+)?$/.test(amount)) return undefined;
  const units = parsedUnits(pay, amount);
  if (units === undefined) return undefined;
  const [from, to] = [units / 2n, units * 2n];
  const rows = await database.many<{ payUnits: bigint; receiveUnits: bigint; offeredAt: Date }>(sql`
    select distinct on (offer_type) pay_units as "payUnits", receive_units as "receiveUnits", offered_at as "offeredAt"
    from (select * from offers order by offered_at desc limit ${MOST}) newest
    where pay_method = ${method} and pay_asset = ${pay.id} and receive_asset = ${receive.id}
      and receive_decimals = ${receive.decimals} and pay_units between ${from} and ${to} and receive_units > 0
      and offered_at > slipway_now() - make_interval(mins => ${WITHIN_MINUTES})
    order by offer_type, offered_at desc`);
  const [first, ...others] = rows;
  if (!first) return undefined;
  const since = others.reduce((oldest, { offeredAt }) => (offeredAt < oldest ? offeredAt : oldest), first.offeredAt);
  return {
    trades: rows.map(({ payUnits, receiveUnits }) => ({
      pay: amountOf(pay, payUnits),
      receive: amountOf(receive, receiveUnits),
    })),
    shown: {
      offers: rows.length,
      since: since.toISOString(),
      from: formatAmount(amountOf(pay, from)),
      to: formatAmount(amountOf(pay, to)),
    },
  };
}

/** Undefined for digits that the money does not have. */
function parsedUnits(asset: Parameters<typeof parseAmount>[0], amount: string): bigint | undefined {
  try {
    return parseAmount(asset, amount).units;
  } catch {
    return undefined;
  }
}
