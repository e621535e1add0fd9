import sql from 'sql-template-tag';
import { countOpenOrders, keepUntil } from '../../account/erasureStore.ts';
import { readVerifiedLevel } from '../../account/setLevelStore.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** How it stands with an account, as far as it decides what may be done about it. */
export type BuyerStanding = {
  readonly now: Date;
  readonly closedAt: Date | null;
  /** An authority has asked for it to be kept. */
  readonly isKept: boolean;
  readonly level: number;
  /** What details and documents say, without any person's word. */
  readonly verifiedLevel: number;
  /** Until when the level is what two persons have said. */
  readonly levelUntil: Date | null;
  readonly blockedAt: Date | null;
  readonly documentUntil: Date | null;
  readonly openOrders: number;
  /** Until when the law keeps its orders; null where it keeps none. */
  readonly keepUntil: Date | null;
};

/** Undefined where there is no such account. */
export async function readStanding(database: Queryable, buyerId: string): Promise<BuyerStanding | undefined> {
  const row = await database.maybeOne<Omit<BuyerStanding, 'openOrders' | 'keepUntil' | 'verifiedLevel'>>(sql`
    select slipway_now() as now, b.closed_at as "closedAt", b.kept_for is not null as "isKept", b.kyc_level as level,
      (select ends_at from set_levels where buyer_id = b.id and ends_at > slipway_now()) as "levelUntil",
      (select blocked_at from buyer_blocks where buyer_id = b.id) as "blockedAt",
      (select lapses_at from document_requests where buyer_id = b.id and lapses_at > slipway_now()) as "documentUntil"
    from buyers b where b.id = ${buyerId}`);
  if (!row) return undefined;
  const [openOrders, until, verifiedLevel] = [
    await countOpenOrders(database, buyerId),
    await keepUntil(database, buyerId),
    await readVerifiedLevel(database, buyerId),
  ];
  return { ...row, openOrders, keepUntil: until, verifiedLevel };
}

/** Where a block has nothing to stop: over, going back to the buyer, or held already. */
const NOTHING_TO_STOP = ['voiding', 'refunding', 'on_hold', 'delivered', 'refunded', 'cancelled', 'expired', 'failed'];

/** Orders of a buyer that may still take their money or send them coins. */
export async function ordersToStop(database: Queryable, buyerId: string): Promise<number[]> {
  const rows = await database.many<{ id: number }>(sql`
    select id from orders where buyer_id = ${buyerId} and status <> all(${NOTHING_TO_STOP}) order by id`);
  return rows.map(({ id }) => id);
}
