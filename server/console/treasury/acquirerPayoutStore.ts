import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { BalanceLineKind, PayoutState, PayoutStatus } from '../../providers/card/balanceLine.ts';
import type { PageCursor } from '../pageCursor.ts';

/** A payout's line in the acquirer's account, with what the acquirer and the bank have reported since. */
export type AcquirerPayoutRow = {
  readonly id: string;
  readonly lineId: string;
  /** The line's time, at the database's full precision. */
  readonly sortedAt: string;
  readonly acquirer: string;
  readonly currency: string;
  /** Amount of the line; negative, because the money left the account. */
  readonly units: bigint;
  readonly createdAt: Date;
  readonly arrivesOn: string | null;
  /** Null until the acquirer was queried. */
  readonly status: PayoutStatus | null;
  /** True if the money was returned to the account. */
  readonly hasFailed: boolean;
  readonly itemization: PayoutState['itemization'] | null;
  readonly isItemized: boolean;
  readonly entry: string | null;
  readonly bookedOn: string | null;
  /** Lines of the payout that are stored, and those older than the first order, of which only the sum is stored. */
  readonly lines: number;
  readonly earlierLines: number;
  readonly earlierUnits: bigint;
};

function selectAcquirerPayouts(condition: Sql): Sql {
  return sql`
    select l.subject as id, l.id as line_id, l.booked_at::text as sorted_at, l.acquirer, l.currency, l.units,
      l.booked_at as created_at, to_char(coalesce(p.arrives_on, l.arrives_on), 'YYYY-MM-DD') as arrives_on, p.status,
      exists (select 1 from acquirer_lines failed where failed.acquirer = l.acquirer and failed.subject = l.subject
        and failed.kind = 'payout_failed') as has_failed,
      p.itemization, p.itemized_at is not null as is_itemized, l.arrived_in as entry,
      to_char(e.booked_on, 'YYYY-MM-DD') as booked_on,
      (select count(*)::int from acquirer_lines paid where paid.acquirer = l.acquirer and paid.payout = l.subject)
        as lines,
      coalesce(p.earlier_lines, 0) as earlier_lines, coalesce(p.earlier_units, 0) as earlier_units
    from acquirer_lines l
      left join acquirer_payouts p on p.acquirer = l.acquirer and p.id = l.subject
      left join bank_entries e on e.id = l.arrived_in
    where l.kind = 'payout' and ${condition}`;
}

/** Returns payouts, newest first. */
export async function listAcquirerPayouts(
  database: Queryable,
  after: PageCursor | undefined,
  limit: number,
): Promise<AcquirerPayoutRow[]> {
  const older = after === undefined ? sql`true` : sql`(l.booked_at, l.id) < (${after.at}::timestamptz, ${after.id})`;
  return database.many<AcquirerPayoutRow>(
    sql`${selectAcquirerPayouts(older)} order by l.booked_at desc, l.id desc limit ${limit}`,
  );
}

/** Returns the payout with the acquirer's id. */
export async function findAcquirerPayout(database: Queryable, id: string): Promise<AcquirerPayoutRow | undefined> {
  const [row] = await database.many<AcquirerPayoutRow>(
    sql`${selectAcquirerPayouts(sql`l.subject = ${id}`)} order by l.booked_at, l.id limit 1`,
  );
  return row;
}

type Payout = Pick<AcquirerPayoutRow, 'acquirer' | 'id'>;

export type KindSum = {
  readonly kind: BalanceLineKind;
  readonly lines: number;
  readonly units: bigint;
  readonly fees: bigint;
  /** The number of lines with a fee. */
  readonly withFee: number;
};

export async function sumPayoutLines(database: Queryable, { acquirer, id }: Payout): Promise<KindSum[]> {
  return database.many<KindSum>(sql`
    select kind, count(*)::int as lines, sum(units) as units, sum(fee_units) as fees,
      (count(*) filter (where fee_units <> 0))::int as with_fee
    from acquirer_lines where acquirer = ${acquirer} and payout = ${id} group by kind`);
}

export type PayoutLine = {
  readonly id: string;
  readonly sortedAt: string;
  readonly kind: BalanceLineKind;
  readonly vendorType: string;
  readonly at: Date;
  readonly units: bigint;
  readonly feeUnits: bigint;
  readonly orderNo: string | null;
};

/** The id of a line's order, found by its payment, refund or dispute. */
const ORDER_OF_LINE = sql`case
  when l.kind = 'charge' then (select order_id from payment_attempts where payment_id = l.subject)
  when l.kind in ('refund', 'refund_failed') then coalesce(
    (select order_id from refunds where acquirer_refund_id = l.subject limit 1),
    (select order_id from external_refunds where acquirer_refund_id = l.subject))
  when l.kind in ('dispute', 'dispute_reversed', 'fee') then (select order_id from disputes where id = l.subject)
end`;

/** Returns the lines of a payout, newest first. */
export async function listAcquirerPayoutLines(
  database: Queryable,
  { acquirer, id }: Payout,
  after: PageCursor | undefined,
  limit: number,
): Promise<PayoutLine[]> {
  return database.many<PayoutLine>(sql`
    select l.id, l.booked_at::text as sorted_at, l.kind, l.vendor_type, l.booked_at as at, l.units, l.fee_units,
      (select order_no from orders where orders.id = ${ORDER_OF_LINE}) as order_no
    from acquirer_lines l where l.acquirer = ${acquirer} and l.payout = ${id}
      ${after === undefined ? empty : sql`and (l.booked_at, l.id) < (${after.at}::timestamptz, ${after.id})`}
    order by l.booked_at desc, l.id desc limit ${limit}`);
}
