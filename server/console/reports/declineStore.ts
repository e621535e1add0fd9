import sql, { empty } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { TimeRange } from '../../reporting/reportFigureStore.ts';
import type { PageCursor } from '../pageCursor.ts';

/**
 * Attempts of one issuing country with one outcome. `country` is empty if the acquirer has not named it, or it was
 * erased.
 */
export type DecidedAttempts = {
  readonly country: string;
  /** Decline reason; null for approved attempts. */
  readonly reason: string | null;
  readonly attempts: number;
};

const COUNTRY = sql`coalesce(card_country, '')`;
const REASON = sql`coalesce(refusal, 'declined')`;

/**
 * Counts attempts that were begun in the period and that the issuer has decided. A voided attempt without a card was
 * abandoned before the issuer was asked.
 */
export async function countDecidedAttempts(database: Queryable, { start, end }: TimeRange): Promise<DecidedAttempts[]> {
  return database.many<DecidedAttempts>(sql`
    select ${COUNTRY} as country, case when status = 'declined' then ${REASON} end as reason, count(*)::int as attempts
    from payment_attempts
    where created_at >= ${start} and created_at < ${end}
      and (status in ('declined', 'authorized', 'captured') or status = 'voided' and brand is not null)
    group by 1, 2`);
}

export type DeclinedAttempt = {
  readonly id: string;
  readonly at: Date;
  /** `at` at the database's full precision. */
  readonly sortedAt: string;
  readonly orderNo: string;
  readonly reason: string;
  readonly country: string;
  readonly card: string;
};

type DeclineFilter = {
  readonly reason?: string | undefined;
  readonly country?: string | undefined;
  /** The last attempt of the previous page. */
  readonly after?: PageCursor | undefined;
};

/** Returns declined attempts of the period with their orders, newest first. */
export async function listDeclinedAttempts(
  database: Queryable,
  { start, end }: TimeRange,
  { reason, country, after }: DeclineFilter,
  limit: number,
): Promise<DeclinedAttempt[]> {
  return database.many<DeclinedAttempt>(sql`
    select a.id, a.created_at as at, a.created_at::text as sorted_at, o.order_no, ${REASON} as reason,
      ${COUNTRY} as country, concat_ws(' ', a.brand, a.last4) as card
    from payment_attempts a join orders o on o.id = a.order_id
    where a.created_at >= ${start} and a.created_at < ${end} and a.status = 'declined'
      ${reason === undefined ? empty : sql`and ${REASON} = ${reason}`}
      ${country === undefined ? empty : sql`and ${COUNTRY} = ${country}`}
      ${after === undefined ? empty : sql`and (a.created_at, a.id) < (${after.at}::timestamptz, ${after.id})`}
    order by a.created_at desc, a.id desc limit ${limit}`);
}
