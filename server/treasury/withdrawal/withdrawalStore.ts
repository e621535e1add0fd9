import { type Amount, amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

export type WithdrawalStatus = 'requested' | 'sending' | 'taken' | 'sent' | 'arrived' | 'failed';

/** Coins that an operator has the venue send to an address of the allow-list. */
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
  /** When it was let go. */
  readonly sendingAt: Date | null;
  readonly venueId: string | null;
  readonly transactionId: string | null;
  /** Why it has ended, where that has to be said. */
  readonly result: string | null;
};

type WithdrawalRow = Omit<Withdrawal, 'amount'> & {
  readonly asset: string;
  readonly decimals: number;
  readonly units: bigint;
};

const COLUMNS = sql`id, venue, crypto, currency, asset, decimals, units, network, address, status,
  sending_at as "sendingAt", venue_id as "venueId", transaction_id as "transactionId", result`;

function withdrawalOf({ asset, decimals, units, ...plain }: WithdrawalRow): Withdrawal {
  return { ...plain, amount: amountOf({ id: asset, code: plain.currency, decimals }, units) };
}

async function withdrawalsWhere(database: Queryable, condition: Sql): Promise<Withdrawal[]> {
  const rows = await database.many<WithdrawalRow>(sql`select ${COLUMNS} from withdrawals where ${condition}`);
  return rows.map(withdrawalOf);
}

/** Throws a unique violation when the request was carried out, or one of the coin to the address is being sent. */
export async function insertWithdrawal(
  transaction: Transaction,
  requestId: number,
  asked: Pick<Withdrawal, 'venue' | 'crypto' | 'currency' | 'amount' | 'network' | 'address'>,
): Promise<number> {
  const { asset, units } = asked.amount;
  const { id } = await transaction.one<{ id: number }>(sql`
    insert into withdrawals (request_id, venue, crypto, currency, asset, decimals, units, network, address, created_at,
      updated_at)
    values (${requestId}, ${asked.venue}, ${asked.crypto}, ${asked.currency}, ${asset.id}, ${asset.decimals},
      ${units.toString()}::numeric, ${asked.network}, ${asked.address}, slipway_now(), slipway_now()) returning id`);
  return id;
}

/** Those that the venue has not sent yet, oldest first. */
export async function unsentWithdrawals(database: Queryable, venue: string): Promise<Withdrawal[]> {
  return withdrawalsWhere(database, sql`venue = ${venue} and status in ('requested', 'sending', 'taken') order by id`);
}

/** What the venue has sent and its chain has not shown for good, whichever venue it was. */
export async function sentWithdrawals(database: Queryable): Promise<Withdrawal[]> {
  return withdrawalsWhere(database, sql`status = 'sent' order by id`);
}

/**
 * Lets it go, for one process alone: true exactly once for each time that it waits to be sent. Committed before anything
 * leaves, so that after a crash it is asked about and never sent again.
 */
export async function letGo(database: Queryable, id: number): Promise<boolean> {
  const changed = await database.run(sql`
    update withdrawals set status = 'sending', sending_at = slipway_now(), updated_at = slipway_now()
    where id = ${id} and status = 'requested'`);
  return changed > 0;
}

/** The venue has said in so many words that it has not taken it: it waits to be sent. */
export async function takeBack(database: Queryable, id: number): Promise<void> {
  await database.run(sql`
    update withdrawals set status = 'requested', updated_at = slipway_now()
    where id = ${id} and status = 'sending' and venue_id is null`);
}

/** It goes forward only. True when it was so far before. */
export async function moveWithdrawal(
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

/** Ids of withdrawals at the venue that are known to be ours. */
export async function knownVenueIds(database: Queryable, venue: string): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ id: string }>(
    sql`select venue_id as id from withdrawals where venue = ${venue} and venue_id is not null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Which coin left: the venue's ledger names none by its network. Undefined for what is no withdrawal of ours. */
export async function assetOfWithdrawal(
  database: Queryable,
  { venue, reference }: { readonly venue: string; readonly reference: string },
): Promise<Asset | undefined> {
  const [withdrawal] = await withdrawalsWhere(database, sql`venue = ${venue} and venue_id = ${reference}`);
  return withdrawal?.amount.asset;
}

/** Whether one of a coin to an address has not left yet: a second could not be told from it at the venue. */
export async function isBeingSent(database: Queryable, currency: string, address: string): Promise<boolean> {
  const { sent } = await database.one<{ sent: boolean }>(sql`
    select exists (
      select 1 from withdrawals
      where currency = ${currency} and address = ${address} and status in ('requested', 'sending')
    ) as sent`);
  return sent;
}

/** What the venue may not have been told of yet, of a crypto. */
export async function unsentUnits(database: Queryable, crypto: string): Promise<bigint> {
  const { units } = await database.one<{ units: bigint }>(sql`
    select coalesce(sum(units), 0) as units from withdrawals
    where crypto = ${crypto} and status in ('requested', 'sending')`);
  return units;
}

/** What was asked for of a crypto within the last day and has not failed. */
export async function unitsWithdrawnToday(database: Queryable, crypto: string): Promise<bigint> {
  const { units } = await database.one<{ units: bigint }>(sql`
    select coalesce(sum(units), 0) as units from withdrawals
    where crypto = ${crypto} and status <> 'failed' and created_at > slipway_now() - interval '1 day'`);
  return units;
}

/** Venues look at a withdrawal for hours sometimes, and chains are final within one. */
export const LATE_HOURS = 24;

/** Let go so many hours ago, and neither there nor given up. */
export async function lateWithdrawals(database: Queryable, hours: number): Promise<Withdrawal[]> {
  return withdrawalsWhere(
    database,
    sql`status in ('taken', 'sent') and sending_at < slipway_now() - make_interval(hours => ${hours}) order by id`,
  );
}

/** Newest first. */
export async function newestWithdrawals(database: Queryable, limit: number): Promise<Withdrawal[]> {
  return withdrawalsWhere(database, sql`true order by id desc limit ${limit}`);
}
