import { formatDecimal } from '@slipway/money/decimal.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { VenueMovement } from '../../providers/venue/venueAccount.ts';

/** `aside`: a person must classify it. */
export type VenueMovementStatus = 'new' | 'posted' | 'aside';

/** A movement of the account at the venue, and its status. Amounts are decimals in the venue's digits. */
export type StoredMovement = Pick<VenueMovement, 'kind' | 'vendorType' | 'currency' | 'reference'> & {
  readonly venue: string;
  readonly id: string;
  readonly amount: string;
  readonly fee: string;
  readonly status: VenueMovementStatus;
};

const COLUMNS = sql`venue, id, kind, vendor_type, currency, amount, fee, reference, status`;

async function selectMovements(database: Queryable, condition: Sql): Promise<StoredMovement[]> {
  return database.many<StoredMovement>(sql`select ${COLUMNS} from venue_movements where ${condition}`);
}

/** Stores movements that are not stored yet. */
export async function insertMovements(
  database: Queryable,
  venue: string,
  movements: readonly VenueMovement[],
): Promise<void> {
  for (const { movementId, amount, fee, ...movement } of movements) {
    await database.run(sql`
      insert into venue_movements (venue, id, kind, vendor_type, currency, amount, fee, reference, moved_at, created_at)
      values (${venue}, ${movementId}, ${movement.kind}, ${movement.vendorType}, ${movement.currency}, ${formatDecimal(amount)},
        ${formatDecimal(fee)}, ${movement.reference}, ${movement.at}, slipway_now())
      on conflict (venue, id) do nothing`);
  }
}

/** Returns unprocessed movements, oldest first. */
export async function findNewMovements(database: Queryable): Promise<StoredMovement[]> {
  return selectMovements(database, sql`status = 'new' order by moved_at, id limit 1000`);
}

/** Locks a movement with this status; undefined if another worker has locked it, or its status has changed. */
export async function lockMovement(
  transaction: Transaction,
  { venue, id }: Pick<StoredMovement, 'venue' | 'id'>,
  status: VenueMovementStatus,
): Promise<StoredMovement | undefined> {
  const [movement] = await selectMovements(
    transaction,
    sql`venue = ${venue} and id = ${id} and status = ${status} for update skip locked`,
  );
  return movement;
}

export async function settleMovement(
  transaction: Transaction,
  { venue, id }: Pick<StoredMovement, 'venue' | 'id'>,
  status: VenueMovementStatus,
): Promise<void> {
  await transaction.run(sql`
    update venue_movements set status = ${status}, handled_at = slipway_now() where venue = ${venue} and id = ${id}`);
}

/** Returns the movement with this id, of any exchange. */
export async function findMovement(database: Queryable, id: string): Promise<StoredMovement | undefined> {
  const [movement] = await selectMovements(database, sql`id = ${id} limit 1`);
  return movement;
}
