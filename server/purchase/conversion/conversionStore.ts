import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Execution, Market } from '../../providers/venue/venuePort.ts';

/** One order at the venue. A conversion has another part only when the one before left something unbought. */
export type Conversion = Market & {
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
  /** The venue's own ids of what has been booked of it. */
  readonly venueOrders: readonly string[];
  /** It may have left this side: then the venue is asked before it is sent. */
  readonly mayBeSent: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When its order was made: nothing can have been sent before. */
  readonly orderedAt: Date;
};

/** The venue may still be carrying it out, or has never heard of it. */
export function isUnderWay({ status }: Pick<Conversion, 'status'>): boolean {
  return status === 'requested' || status === 'open';
}

const COLUMNS = sql`client_order_id as "clientOrderId", order_id as "orderId", side, part, base, quote,
  base_amount as "baseAmount", limit_price as "limitPrice", status, filled_base as "filledBase", fees,
  venue_orders as "venueOrders", sends > 0 or claimed_until is not null as "mayBeSent", created_at as "createdAt",
  updated_at as "updatedAt", (select o.created_at from orders o where o.id = order_id) as "orderedAt"`;

/** A fee's amount as it is stored: its digits, and how many of them are behind the point. */
type StoredFees = readonly {
  readonly currency: string;
  readonly amount: { readonly coefficient: string; readonly scale: number };
}[];

type Row = Omit<Conversion, 'fees'> & { readonly fees: StoredFees };

function read({ fees, ...row }: Row): Conversion {
  return {
    ...row,
    fees: fees.map(({ currency, amount: { coefficient, scale } }) => ({
      currency,
      amount: formatDecimal({ coefficient: BigInt(coefficient), scale }),
    })),
  };
}

/** The parts of an order's purchase, oldest first. */
export async function conversionsOf(database: Queryable, orderId: number): Promise<Conversion[]> {
  const rows = await database.many<Row>(
    sql`select ${COLUMNS} from conversions where order_id = ${orderId} and side = 'buy' order by part`,
  );
  return rows.map(read);
}

export async function findConversion(database: Queryable, clientOrderId: string): Promise<Conversion | undefined> {
  const row = await database.maybeOne<Row>(
    sql`select ${COLUMNS} from conversions where client_order_id = ${clientOrderId}`,
  );
  return row && read(row);
}

export type NewConversion = Pick<
  Conversion,
  'clientOrderId' | 'orderId' | 'side' | 'part' | 'base' | 'quote' | 'baseAmount' | 'limitPrice'
> & { readonly venue: string };

export async function insertConversion(transaction: Transaction, conversion: NewConversion): Promise<void> {
  const { clientOrderId, orderId, side, part, venue, base, quote, baseAmount, limitPrice } = conversion;
  await transaction.run(sql`
    insert into conversions (client_order_id, order_id, side, part, venue, base, quote, base_amount, limit_price, status,
      created_at, updated_at)
    values (${clientOrderId}, ${orderId}, ${side}, ${part}, ${venue}, ${base}, ${quote}, ${baseAmount}, ${limitPrice},
      'requested', slipway_now(), slipway_now())`);
}

/** A part that was let go more than once is looked at again when whatever else was sent must have ended. */
const LOOKED_AT_AGAIN_AFTER_SECONDS = 60;

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
        then clock_timestamp() + ${LOOKED_AT_AGAIN_AFTER_SECONDS} * interval '1 second' end
    where client_order_id = ${clientOrderId}`);
}

/** The venue did not take it, or never will: nothing was traded. */
export async function recordRefusal(transaction: Transaction, clientOrderId: string): Promise<void> {
  await transaction.run(sql`
    update conversions set status = 'refused', updated_at = slipway_now(),
      ask_at = case when sends > 1 then clock_timestamp() + ${LOOKED_AT_AGAIN_AFTER_SECONDS} * interval '1 second' end
    where client_order_id = ${clientOrderId} and status in ('requested', 'open')`);
}

/** Whether anything of an order's purchase has been bought. */
export function isAnythingBought(parts: readonly Pick<Conversion, 'filledBase'>[]): boolean {
  return parts.some(({ filledBase }) => parseDecimal(filledBase).coefficient > 0n);
}
