import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { countOpenOrders, findRetentionEnd } from '../deletion/erasureStore.ts';
import { readVerifiedLevel, selectCurrentLevel } from '../identityLevels/fixedLevelStore.ts';

/** The state of an account, on which the possible actions depend. */
export type BuyerState = {
  readonly now: Date;
  readonly closedAt: Date | null;
  /** The cases for which authorities have ordered to keep the account's data. */
  readonly legalHoldCases: readonly string[];
  readonly level: number;
  /** The level that follows from verified details and documents, without a person's decision. */
  readonly verifiedLevel: number;
  /** The end of a level that two people have set. */
  readonly levelUntil: Date | null;
  readonly blockedAt: Date | null;
  /** The end of an open request for a document. */
  readonly documentUntil: Date | null;
  readonly openOrders: number;
  /** The time until which the law requires the account's orders to be retained; null without such orders. */
  readonly keepUntil: Date | null;
};

/** Returns the state of an account; undefined if there is no such account. */
export async function readBuyerState(database: Queryable, buyerId: string): Promise<BuyerState | undefined> {
  const row = await database.maybeOne<Omit<BuyerState, 'openOrders' | 'keepUntil' | 'verifiedLevel'>>(sql`
    select slipway_now() as now, b.closed_at, b.legal_hold_cases, ${selectCurrentLevel(sql`b`)} as level,
      (select ends_at from fixed_levels where buyer_id = b.id and ends_at > slipway_now()) as level_until,
      (select blocked_at from buyer_blocks where buyer_id = b.id) as blocked_at,
      (select expires_at from document_requests where buyer_id = b.id and expires_at > slipway_now()) as document_until
    from buyers b where b.id = ${buyerId}`);
  if (!row) return undefined;
  const [openOrders, until, verifiedLevel] = [
    await countOpenOrders(database, buyerId),
    await findRetentionEnd(database, buyerId),
    await readVerifiedLevel(database, buyerId),
  ];
  return { ...row, openOrders, keepUntil: until, verifiedLevel };
}

/** Statuses of orders that a block does not hold: finished, being refunded, or already held. */
const UNHELD_STATUSES = ['voiding', 'refunding', 'on_hold', 'delivered', 'refunded', 'cancelled', 'expired', 'failed'];

/** Returns the ids of the buyer's orders that may still take money or send coins. */
export async function findOrdersToHold(database: Queryable, buyerId: string): Promise<number[]> {
  const rows = await database.many<{ id: number }>(sql`
    select id from orders where buyer_id = ${buyerId} and status <> all(${UNHELD_STATUSES}) order by id`);
  return rows.map(({ id }) => id);
}
