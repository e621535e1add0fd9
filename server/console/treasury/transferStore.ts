import sql, { type Sql } from 'sql-template-tag';
import type { RequestStatus } from '../../action/requests/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { WithdrawalStatus } from '../../treasury/withdrawal/withdrawalStore.ts';

/** A withdrawal from the exchange, from its request on. */
export type Transfer = {
  /** The request's id: a transfer begins with its request. */
  readonly id: number;
  readonly request: RequestStatus;
  /** The signed arguments: wire id of the crypto, amount in its minor units, address. */
  readonly crypto: string;
  readonly units: string;
  readonly address: string;
  readonly who: string;
  readonly requestedAt: Date;
  readonly approvedBy: string | null;
  /** Time of the second approval. */
  readonly answeredAt: Date | null;
  readonly settledAt: Date | null;
  readonly requestResult: string | null;
  /** Null until it is sent to the exchange. */
  readonly status: WithdrawalStatus | null;
  readonly venue: string | null;
  readonly sendingAt: Date | null;
  readonly takenAt: Date | null;
  readonly sentAt: Date | null;
  readonly arrivedAt: Date | null;
  readonly updatedAt: Date | null;
  readonly transactionId: string | null;
  readonly result: string | null;
  /** Fee charged by the exchange; null until its ledger shows it. */
  readonly fee: string | null;
};

function selectTransfers(condition: Sql): Sql {
  return sql`
    select r.id::int as id, r.status as request, r.input ->> 'crypto' as crypto, r.input ->> 'units' as units,
      coalesce(w.address, r.input ->> 'address') as address, r.who, r.created_at as requested_at,
      r.approved_by, s.received_at as answered_at, r.settled_at,
      r.result as request_result, w.status, w.venue, w.sending_at, w.taken_at,
      w.sent_at, case when w.status = 'arrived' then coalesce(w.arrived_at, w.updated_at) end as arrived_at,
      w.updated_at, w.transaction_id, w.result, m.fee
    from operator_requests r
      left join withdrawals w on w.request_id = r.id
      left join operator_statements s on s.hash = r.approved_with
      left join venue_movements m on m.venue = w.venue and m.reference = w.venue_id and m.kind = 'withdrawal'
    where r.action = 'withdraw' and ${condition}`;
}

/** Returns transfers, newest first. */
export async function listNewestTransfers(database: Queryable, limit: number): Promise<Transfer[]> {
  return database.many<Transfer>(sql`${selectTransfers(sql`true`)} order by r.id desc limit ${limit}`);
}

export async function findTransfer(database: Queryable, id: number): Promise<Transfer | undefined> {
  const [transfer] = await database.many<Transfer>(sql`${selectTransfers(sql`r.id = ${id}`)} limit 1`);
  return transfer;
}

/** The median duration of the newest arrived transfers of a crypto, and the last known fee. */
export type TransferStatistics = {
  readonly minutes: number | null;
  /** The number of transfers that the median is computed from. */
  readonly sampleSize: number;
  readonly fee: string | null;
  readonly feeAt: Date | null;
};

export async function readTransferStatistics(
  database: Queryable,
  crypto: string,
  most: number,
): Promise<TransferStatistics> {
  return database.one<TransferStatistics>(sql`
    with newest as (
      select w.id, w.venue, w.venue_id, w.sending_at, coalesce(w.arrived_at, w.updated_at) as arrived_at
      from withdrawals w where w.crypto = ${crypto} and w.status = 'arrived' order by w.id desc limit ${most}
    ), fees as (
      select m.fee, m.moved_at from venue_movements m
      join withdrawals w on w.venue = m.venue and w.venue_id = m.reference
      where w.crypto = ${crypto} and m.kind = 'withdrawal' order by w.id desc limit 1
    )
    select (
        select ceil(extract(epoch from percentile_cont(0.5) within group (order by arrived_at - sending_at)) / 60)::int
        from newest
      ) as minutes, (select count(*)::int from newest) as sample_size, (select fee from fees) as fee,
      (select moved_at from fees) as fee_at`);
}

export type WithdrawalAddress = {
  /** CAIP-2. */
  readonly network: string;
  readonly address: string;
  readonly own: boolean;
  readonly since: Date;
  readonly requestedBy: string | null;
  readonly approvedBy: string | null;
};

/** Returns every address to which coins may be withdrawn, the treasury's own ones first. */
export async function listWithdrawalAddresses(database: Queryable): Promise<WithdrawalAddress[]> {
  return database.many<WithdrawalAddress>(sql`
    select a.network, a.written as address, a.own, a.created_at as since, r.who as requested_by,
      r.approved_by
    from treasury_addresses a left join operator_requests r on r.id = a.request_id
    order by a.own desc, a.network, a.created_at`);
}
