import { type Amount, createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** `taken`: the venue has accepted it; `sent`: it has a transaction on the chain. */
export type WithdrawalStatus = 'requested' | 'sending' | 'taken' | 'sent' | 'arrived' | 'failed';

/** A withdrawal of coins from the venue to an address of the allow-list, requested by an operator. */
export type Withdrawal = {
  readonly id: number;
  readonly venue: string;
  /** Wire id of the crypto, and the venue's name for it. */
  readonly crypto: string;
  readonly currency: string;
  readonly amount: Amount;
  /** Wire id of the network. */
  readonly network: string;
  readonly address: string;
  readonly status: WithdrawalStatus;
  /** When a person requested it. */
  readonly requestedAt: Date;
  /** When the request to the venue began. */
  readonly sendingAt: Date | null;
  readonly venueId: string | null;
  readonly transactionId: string | null;
  /** Why it failed, or a note on how it ended. */
  readonly result: string | null;
};

type WithdrawalRow = Omit<Withdrawal, 'amount'> & {
  readonly asset: string;
  readonly decimals: number;
  readonly units: bigint;
};

const COLUMNS = sql`id, (select q.created_at from operator_requests q where q.id = request_id) as requested_at, venue, crypto, currency, asset, decimals, units, network, address, status,
  sending_at, venue_id, transaction_id, result`;

function toWithdrawal({ asset, decimals, units, ...plain }: WithdrawalRow): Withdrawal {
  return { ...plain, amount: createAmount({ id: asset, code: plain.currency, decimals }, units) };
}

async function selectWithdrawals(database: Queryable, condition: Sql): Promise<Withdrawal[]> {
  const rows = await database.many<WithdrawalRow>(sql`select ${COLUMNS} from withdrawals where ${condition}`);
  return rows.map(toWithdrawal);
}

/** Locks the withdrawals of a crypto until the transaction ends, so that sums of them stay valid. */
export async function lockWithdrawals(transaction: Transaction, crypto: string): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawals of ${crypto}`}, 0))`);
}

/**
 * Inserts a withdrawal. Throws a unique violation if the request was already executed, or another withdrawal of the coin to
 * the address is being sent.
 */
export async function insertWithdrawal(
  transaction: Transaction,
  requestId: number,
  withdrawal: Pick<Withdrawal, 'venue' | 'crypto' | 'currency' | 'amount' | 'network' | 'address'>,
): Promise<number> {
  const { asset, units } = withdrawal.amount;
  const { id } = await transaction.one<{ id: number }>(sql`
    insert into withdrawals (request_id, venue, crypto, currency, asset, decimals, units, network, address, created_at,
      updated_at)
    values (${requestId}, ${withdrawal.venue}, ${withdrawal.crypto}, ${withdrawal.currency}, ${asset.id}, ${asset.decimals},
      ${units.toString()}::numeric, ${withdrawal.network}, ${withdrawal.address}, slipway_now(), slipway_now()) returning id`);
  return id;
}

/** Returns withdrawals that the venue has not sent yet, oldest first. */
export async function findUnsentWithdrawals(database: Queryable, venue: string): Promise<Withdrawal[]> {
  return selectWithdrawals(database, sql`venue = ${venue} and status in ('requested', 'sending', 'taken') order by id`);
}

/** Returns withdrawals that a venue has sent and that are not final on their chain, of every venue. */
export async function findSentWithdrawals(database: Queryable): Promise<Withdrawal[]> {
  return selectWithdrawals(database, sql`status = 'sent' order by id`);
}

/**
 * Moves a withdrawal from `requested` to `sending`; of several processes only one gets true. It must be committed before the
 * request to the exchange, so that after a crash the exchange is queried and nothing is sent again.
 */
export async function startSending(database: Queryable, id: number): Promise<boolean> {
  const changed = await database.run(sql`
    update withdrawals set status = 'sending', sending_at = slipway_now(), updated_at = slipway_now()
    where id = ${id} and status = 'requested'`);
  return changed > 0;
}

/** Returns a withdrawal to `requested`: the venue has explicitly not accepted it. */
export async function returnToRequested(database: Queryable, id: number): Promise<void> {
  await database.run(sql`
    update withdrawals set status = 'requested', updated_at = slipway_now()
    where id = ${id} and status = 'sending' and venue_id is null`);
}

/** Moves a withdrawal forward from this status. Returns true if it had that status. */
export async function updateWithdrawalStatus(
  database: Queryable,
  id: number,
  from: WithdrawalStatus,
  to: {
    readonly status: WithdrawalStatus;
    readonly venueId?: string;
    readonly transactionId?: string;
    readonly result?: string;
  },
): Promise<boolean> {
  const changed = await database.run(sql`
    update withdrawals set status = ${to.status}, venue_id = coalesce(${to.venueId ?? null}, venue_id),
      transaction_id = coalesce(${to.transactionId ?? null}, transaction_id),
      result = coalesce(${to.result ?? null}, result), updated_at = slipway_now(),
      taken_at = case when ${to.status}::text = 'taken' then slipway_now() else taken_at end,
      sent_at = case when ${to.status}::text = 'sent' then slipway_now() else sent_at end,
      arrived_at = case when ${to.status}::text = 'arrived' then slipway_now() else arrived_at end
    where id = ${id} and status = ${from}`);
  return changed > 0;
}

/** Returns the venue's ids of all stored withdrawals. */
export async function findKnownVenueIds(database: Queryable, venue: string): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ id: string }>(
    sql`select venue_id as id from withdrawals where venue = ${venue} and venue_id is not null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the coin of a withdrawal, since the venue's ledger does not name the network. Undefined for a movement that is not a
 * stored withdrawal.
 */
export async function findWithdrawalAsset(
  database: Queryable,
  { venue, reference }: { readonly venue: string; readonly reference: string },
): Promise<Asset | undefined> {
  const [withdrawal] = await selectWithdrawals(database, sql`venue = ${venue} and venue_id = ${reference}`);
  return withdrawal?.amount.asset;
}

/**
 * Returns true if the venue has not yet accepted a withdrawal of the coin to the address: a second one could not be
 * distinguished from it.
 */
export async function isBeingSent(database: Queryable, currency: string, address: string): Promise<boolean> {
  const { sent } = await database.one<{ sent: boolean }>(sql`
    select exists (
      select 1 from withdrawals
      where currency = ${currency} and address = ${address} and status in ('requested', 'sending')
    ) as sent`);
  return sent;
}

/** Returns the units of a crypto in withdrawals that the venue may not know yet. */
export async function sumUnsentUnits(database: Queryable, crypto: string): Promise<bigint> {
  const { units } = await database.one<{ units: bigint }>(sql`
    select coalesce(sum(units), 0) as units from withdrawals
    where crypto = ${crypto} and status in ('requested', 'sending')`);
  return units;
}

/** Returns the units of a crypto in withdrawals of the last day that have not failed. */
export async function sumUnitsWithdrawnWithinDay(database: Queryable, crypto: string): Promise<bigint> {
  const { units } = await database.one<{ units: bigint }>(sql`
    select coalesce(sum(units), 0) as units from withdrawals
    where crypto = ${crypto} and status <> 'failed' and created_at > slipway_now() - interval '1 day'`);
  return units;
}

/** A withdrawal is late after this time: venues sometimes review one for hours, and every chain is final within an hour. */
export const LATE_HOURS = 24;

/** Returns withdrawals that were released more than this many hours ago and have neither arrived nor failed. */
export async function findLateWithdrawals(database: Queryable, hours: number): Promise<Withdrawal[]> {
  return selectWithdrawals(
    database,
    sql`status in ('taken', 'sent') and sending_at < slipway_now() - make_interval(hours => ${hours}) order by id`,
  );
}

/** Returns withdrawals, newest first. */
export async function findNewestWithdrawals(database: Queryable, limit: number): Promise<Withdrawal[]> {
  return selectWithdrawals(database, sql`true order by id desc limit ${limit}`);
}

/** Returns the sums of open and requested withdrawals to the treasury's own wallets, by crypto, in minor units. */
export async function sumIncomingUnits(database: Queryable): Promise<ReadonlyMap<string, bigint>> {
  const rows = await database.many<{ crypto: string; units: bigint }>(sql`
    select crypto, sum(units) as units from (
      select crypto, units, address from withdrawals where status in ('requested', 'sending', 'taken', 'sent')
      union all
      select input ->> 'crypto', (input ->> 'units')::numeric, input ->> 'address' from operator_requests
      where action = 'withdraw' and status in ('waiting', 'approved') and input ->> 'units' ~ '^[0-9]{1,78}$'
    ) coming
    where address in (select written from treasury_addresses where own) group by crypto`);
  return new Map(rows.map(({ crypto, units }) => [crypto, units]));
}
