import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { CardDispute } from '../../providers/card/cardPort.ts';

/** What an order was told of a dispute, in minor units of the pay currency. */
export type Told = {
  readonly status: CardDispute['status'] | 'unknown';
  readonly warned: boolean;
  readonly heldUnits: bigint;
  readonly lostUnits: bigint;
  readonly feeUnits: bigint;
  /** How many events it was told. */
  readonly tellings: number;
};

export type StoredDispute = Told & {
  readonly id: string;
  readonly orderId: number;
  readonly paymentId: string;
  readonly status: CardDispute['status'];
  readonly answered: boolean;
  readonly evidence: 'none' | 'sent' | 'refused';
  readonly openedAt: Date;
  readonly dueAt: Date | null;
  readonly askedAt: Date;
};

const COLUMNS = sql`id, order_id as "orderId", payment_id as "paymentId", status, warned, held_units as "heldUnits",
  lost_units as "lostUnits", fee_units as "feeUnits", tellings, answered, evidence, opened_at as "openedAt",
  due_at as "dueAt", asked_at as "askedAt"`;

export async function findDispute(database: Queryable, id: string): Promise<StoredDispute | undefined> {
  return database.maybeOne<StoredDispute>(sql`select ${COLUMNS} from disputes where id = ${id}`);
}

export type DisputeRow = Told & {
  readonly id: string;
  readonly orderId: number;
  readonly paymentId: string;
  readonly status: CardDispute['status'];
  readonly reason: string;
  readonly units: bigint;
  readonly answered: boolean;
  readonly openedAt: Date;
  readonly dueAt: Date | null;
  readonly askedAt: Date;
  readonly attendAt: Date | null;
};

/** Writes what the acquirer says by now, and what the order was told of it. The caller holds the order's lock. */
export async function saveDispute(transaction: Transaction, row: DisputeRow): Promise<void> {
  await transaction.run(sql`
    insert into disputes (id, order_id, payment_id, status, reason, units, warned, held_units, lost_units, fee_units,
      tellings, answered, opened_at, due_at, asked_at, attend_at, updated_at)
    values (${row.id}, ${row.orderId}, ${row.paymentId}, ${row.status}, ${row.reason}, ${row.units.toString()}::numeric,
      ${row.warned}, ${row.heldUnits.toString()}::numeric, ${row.lostUnits.toString()}::numeric,
      ${row.feeUnits.toString()}::numeric, ${row.tellings}, ${row.answered}, ${row.openedAt}, ${row.dueAt},
      ${row.askedAt}, ${row.attendAt}, slipway_now())
    on conflict (id) do update set status = excluded.status, reason = excluded.reason, units = excluded.units,
      warned = excluded.warned, held_units = excluded.held_units, lost_units = excluded.lost_units,
      fee_units = excluded.fee_units, tellings = excluded.tellings, answered = excluded.answered,
      due_at = excluded.due_at, asked_at = excluded.asked_at, attend_at = excluded.attend_at,
      updated_at = excluded.updated_at`);
}

/** Disputes of which the acquirer is to be asked again, put off by a pause so that several workers share them. */
export async function takeDisputesToAttend(
  database: Queryable,
  limit: number,
  pauseSeconds: number,
): Promise<{ readonly id: string }[]> {
  return database.many(sql`
    update disputes set attend_at = slipway_now() + ${pauseSeconds}::integer * interval '1 second'
    where id in (
      select id from disputes where attend_at <= slipway_now() order by attend_at limit ${limit} for update skip locked
    ) returning id`);
}

export async function setEvidence(
  database: Queryable,
  id: string,
  evidence: Exclude<StoredDispute['evidence'], 'none'>,
): Promise<void> {
  await database.run(sql`
    update disputes set evidence = ${evidence}, evidence_at = slipway_now(), updated_at = slipway_now() where id = ${id}`);
}
