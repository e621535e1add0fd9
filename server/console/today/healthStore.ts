import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** A vendor's answers to order steps; `bucket` is null for the whole hour. */
export type VendorAnswers = {
  readonly vendor: string;
  /** 0 is the newest five minutes. */
  readonly bucket: number | null;
  readonly asked: number;
  /** Steps that did not reach the vendor or whose outcome is unknown. */
  readonly unanswered: number;
  readonly medianMs: number;
};

/** Returns answers within the last hour, from the newest `most` steps only, which bounds the cost. */
export async function readVendorAnswers(
  database: Queryable,
  vendorOfStep: Readonly<Record<string, string>>,
  most: number,
): Promise<VendorAnswers[]> {
  return database.many<VendorAnswers>(sql`
    select v.value as vendor, s.bucket, count(*)::int as asked,
      count(*) filter (where s.outcome in ('unavailable', 'unknown', 'failed'))::int as unanswered,
      percentile_disc(0.5) within group (order by s.milliseconds)::int as median_ms
    from (
      select step, outcome, milliseconds,
        floor(extract(epoch from (select slipway_now()) - at) / 300)::int as bucket
      from (select * from order_steps order by id desc limit ${most}) newest
      where at > (select slipway_now()) - interval '1 hour' and outcome <> 'idle'
    ) s join jsonb_each_text(${JSON.stringify(vendorOfStep)}::jsonb) v on v.key = s.step
    group by grouping sets ((v.value), (v.value, s.bucket))`);
}

export type PriceFeedHealth = {
  readonly markets: number;
  readonly trusted: number;
  /** By the machine's clock. */
  readonly oldestSeconds: number | null;
};

export async function readPriceFeedHealth(database: Queryable): Promise<PriceFeedHealth> {
  return database.one<PriceFeedHealth>(sql`
    select count(*)::int as markets, count(*) filter (where trusted)::int as trusted,
      extract(epoch from clock_timestamp() - min(observed_at))::int as oldest_seconds from market_prices`);
}

export type ChainTip = { readonly network: string; readonly ageSeconds: number };

/** Returns the age of each chain's last seen block, by CAIP-2 id. */
export async function readChainTips(database: Queryable): Promise<ChainTip[]> {
  return database.many<ChainTip>(sql`
    select network, extract(epoch from (select slipway_now()) - seen_at)::int as age_seconds
    from chain_tips order by network`);
}

export type OutgoingQueues = {
  readonly mails: number;
  readonly oldestMailSeconds: number | null;
  readonly refusedMails: number;
  /** Webhook queues that wait for a retry. */
  readonly retried: number;
};

export async function readOutgoingQueues(database: Queryable): Promise<OutgoingQueues> {
  return database.one<OutgoingQueues>(sql`
    select l.mails, l."oldestMailSeconds", l."refusedMails",
      (select count(*)::int from partner_lanes where tries > 0) as retried
    from (
      select count(*) filter (where not refused)::int as mails, count(*) filter (where refused)::int as "refusedMails",
        extract(epoch from (select slipway_now()) - min(created_at) filter (where not refused))::int as "oldestMailSeconds"
      from mail_outbox where sent_at is null) l`);
}
