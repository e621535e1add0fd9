import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Execution, Market } from '../../providers/venue/venuePort.ts';

/** One order at the venue: a purchase, or the sale after a purchase was given up. A further part buys the remainder. */
export type ConversionPart = Market & {
  readonly clientOrderId: string;
  readonly orderId: number;
  readonly side: 'buy' | 'sell';
  readonly part: number;
  /** Decimal strings. */
  readonly baseAmount: string;
  readonly limitPrice: string;
  readonly status: 'requested' | 'open' | 'closed' | 'canceled' | 'refused';
  readonly filledBase: string;
  readonly fees: readonly { readonly currency: string; readonly amount: string }[];
  /** The venue's ids of the part's orders that are booked. */
  readonly venueOrders: readonly string[];
  /** True if the part may have been sent before: then the venue is queried before it is sent. */
  readonly mayHaveBeenSent: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When the buyer's order was created: no part of it can have been sent earlier. */
  readonly orderedAt: Date;
};

/** Returns whether the venue may still execute it, or has not received it yet. */
export function isPartInProgress({ status }: Pick<ConversionPart, 'status'>): boolean {
  return status === 'requested' || status === 'open';
}

const COLUMNS = sql`client_order_id, order_id, side, part, base, quote,
  base_amount, limit_price, status, filled_base, fees,
  venue_orders, sends > 0 or claimed_until is not null as may_have_been_sent, created_at,
  updated_at, (select o.created_at from orders o where o.id = order_id) as ordered_at`;

/** Fees as stored: coefficient and scale of each amount. */
type StoredFees = readonly {
  readonly currency: string;
  readonly amount: { readonly coefficient: string; readonly scale: number };
}[];

type Row = Omit<ConversionPart, 'fees'> & { readonly fees: StoredFees };

function parseConversionRow({ fees, ...row }: Row): ConversionPart {
  return {
    ...row,
    fees: fees.map(({ currency, amount: { coefficient, scale } }) => ({
      currency,
      amount: formatDecimal({ coefficient: BigInt(coefficient), scale }),
    })),
  };
}

/** Returns the parts of an order's purchase, oldest first. */
export async function listConversionParts(database: Queryable, orderId: number): Promise<ConversionPart[]> {
  const rows = await database.many<Row>(
    sql`select ${COLUMNS} from conversions where order_id = ${orderId} and side = 'buy' order by part`,
  );
  return rows.map(parseConversionRow);
}

export async function findConversionPart(
  database: Queryable,
  clientOrderId: string,
): Promise<ConversionPart | undefined> {
  const row = await database.maybeOne<Row>(
    sql`select ${COLUMNS} from conversions where client_order_id = ${clientOrderId}`,
  );
  return row && parseConversionRow(row);
}

export type NewConversionPart = Pick<
  ConversionPart,
  'clientOrderId' | 'orderId' | 'side' | 'part' | 'base' | 'quote' | 'baseAmount' | 'limitPrice'
> & { readonly venue: string };

export async function insertConversionPart(transaction: Transaction, conversion: NewConversionPart): Promise<void> {
  const { clientOrderId, orderId, side, part, venue, base, quote, baseAmount, limitPrice } = conversion;
  await transaction.run(sql`
    insert into conversions (client_order_id, order_id, side, part, venue, base, quote, base_amount, limit_price, status,
      created_at, updated_at)
    values (${clientOrderId}, ${orderId}, ${side}, ${part}, ${venue}, ${base}, ${quote}, ${baseAmount}, ${limitPrice},
      'requested', slipway_now(), slipway_now())`);
}

/** A part that was sent more than once is checked again after this time, when no other send can be in progress. */
const RECHECK_AFTER_SECONDS = 60;

export async function recordExecution(
  transaction: Transaction,
  clientOrderId: string,
  execution: Pick<Execution, 'status' | 'filledBase' | 'cost' | 'fees' | 'orders'>,
): Promise<void> {
  const fees = JSON.stringify(execution.fees, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const venueOrders = JSON.stringify(execution.orders.map(({ venueOrderId }) => venueOrderId));
  await transaction.run(sql`
    update conversions set status = ${execution.status}, filled_base = ${formatDecimal(execution.filledBase)},
      cost = ${formatDecimal(execution.cost)}, fees = ${fees}, venue_orders = ${venueOrders}, updated_at = slipway_now(),
      ask_at = case when sends > 1 and status in ('requested', 'open')
        then clock_timestamp() + ${RECHECK_AFTER_SECONDS} * interval '1 second' end
    where client_order_id = ${clientOrderId}`);
}

/** Records that the venue did not receive the part, or refused it: nothing was traded. */
export async function recordRefusal(transaction: Transaction, clientOrderId: string): Promise<void> {
  await transaction.run(sql`
    update conversions set status = 'refused', updated_at = slipway_now(),
      ask_at = case when sends > 1 then clock_timestamp() + ${RECHECK_AFTER_SECONDS} * interval '1 second' end
    where client_order_id = ${clientOrderId} and status in ('requested', 'open')`);
}

/** Returns whether any part of an order's purchase was filled. */
export function isAnythingBought(parts: readonly Pick<ConversionPart, 'filledBase'>[]): boolean {
  return parts.some(({ filledBase }) => parseDecimal(filledBase).coefficient > 0n);
}
