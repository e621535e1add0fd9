import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Execution } from '../../providers/venue/venuePort.ts';

/** One order at the venue. A conversion has another part only when the one before left something unbought. */
export type Conversion = {
  readonly clientOrderId: string;
  readonly orderId: number;
  readonly part: number;
  readonly base: string;
  readonly quote: string;
  /** Decimal strings. */
  readonly baseAmount: string;
  readonly limitPrice: string;
  readonly status: 'requested' | 'open' | 'closed' | 'canceled' | 'refused';
  readonly filledBase: string;
};

/** The venue may still be carrying it out, or has never heard of it. */
export function isUnderWay({ status }: Conversion): boolean {
  return status === 'requested' || status === 'open';
}

const COLUMNS = sql`client_order_id as "clientOrderId", order_id as "orderId", part, base, quote, base_amount as "baseAmount",
  limit_price as "limitPrice", status, filled_base as "filledBase"`;

export async function conversionsOf(database: Queryable, orderId: number): Promise<Conversion[]> {
  return database.many<Conversion>(sql`select ${COLUMNS} from conversions where order_id = ${orderId} order by part`);
}

export async function insertConversion(
  transaction: Transaction,
  conversion: Omit<Conversion, 'status' | 'filledBase'> & { readonly venue: string },
): Promise<void> {
  await transaction.run(sql`
    insert into conversions (client_order_id, order_id, part, venue, base, quote, base_amount, limit_price, status, created_at, updated_at)
    values (${conversion.clientOrderId}, ${conversion.orderId}, ${conversion.part}, ${conversion.venue}, ${conversion.base},
      ${conversion.quote}, ${conversion.baseAmount}, ${conversion.limitPrice}, 'requested', slipway_now(), slipway_now())`);
}

export async function recordExecution(
  transaction: Transaction,
  clientOrderId: string,
  execution: {
    readonly status: Conversion['status'];
    readonly filledBase: string;
    readonly cost: string;
    readonly fees: Execution['fees'];
  },
): Promise<void> {
  const fees = JSON.stringify(execution.fees, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  await transaction.run(sql`
    update conversions set status = ${execution.status}, filled_base = ${execution.filledBase}, cost = ${execution.cost},
      fees = ${fees}, updated_at = slipway_now()
    where client_order_id = ${clientOrderId}`);
}

/** Longer than a venue may take to carry out an order that was sent, its deadline included. */
const CLAIM_SECONDS = 15;

/** Whether this worker may execute now; machine time, since it is about processes. */
export async function claimConversion(database: Queryable, clientOrderId: string): Promise<boolean> {
  const claimed = await database.run(sql`
    update conversions set claimed_until = clock_timestamp() + ${CLAIM_SECONDS} * interval '1 second'
    where client_order_id = ${clientOrderId} and status in ('requested', 'open')
      and (claimed_until is null or claimed_until < clock_timestamp())`);
  return claimed === 1;
}

export async function releaseConversion(database: Queryable, clientOrderId: string): Promise<void> {
  await database.run(sql`update conversions set claimed_until = null where client_order_id = ${clientOrderId}`);
}
