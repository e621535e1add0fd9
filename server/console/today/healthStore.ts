import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** What a vendor answered to steps of orders; of the whole hour where `bucket` is null. */
export type Answers = {
  readonly vendor: string;
  /** 0: the newest five minutes. */
  readonly bucket: number | null;
  readonly asked: number;
  /** It was not reached, or nobody knows what it did. */
  readonly silent: number;
  readonly medianMs: number;
};

/** Within the last hour, of the newest steps alone: their number keeps it as quick among millions. */
export async function vendorAnswers(
  database: Queryable,
  vendorOfStep: Readonly<Record<string, string>>,
  most: number,
): Promise<Answers[]> {
  return database.many<Answers>(sql`
    select v.value as vendor, s.bucket, count(*)::int as asked,
      count(*) filter (where s.outcome in ('unavailable', 'unknown', 'failed'))::int as silent,
      percentile_disc(0.5) within group (order by s.milliseconds)::int as "medianMs"
    from (
      select step, outcome, milliseconds,
        floor(extract(epoch from (select slipway_now()) - at) / 300)::int as bucket
      from (select * from order_steps order by id desc limit ${most}) newest
      where at > (select slipway_now()) - interval '1 hour' and outcome <> 'idle'
    ) s join jsonb_each_text(${JSON.stringify(vendorOfStep)}::jsonb) v on v.key = s.step
    group by grouping sets ((v.value), (v.value, s.bucket))`);
}

export type Feeds = {
  readonly markets: number;
  readonly trusted: number;
  /** By the machine's time. */
  readonly oldestSeconds: number | null;
};

export async function priceFeeds(database: Queryable): Promise<Feeds> {
  return database.one<Feeds>(sql`
    select count(*)::int as markets, count(*) filter (where trusted)::int as trusted,
      extract(epoch from clock_timestamp() - min(observed_at))::int as "oldestSeconds" from market_prices`);
}

export type ChainTip = { readonly network: string; readonly ageSeconds: number };

/** Since a block was last told of, by chain (CAIP-2). */
export async function chainTips(database: Queryable): Promise<ChainTip[]> {
  return database.many<ChainTip>(sql`
    select network, extract(epoch from (select slipway_now()) - seen_at)::int as "ageSeconds"
    from chain_tips order by network`);
}

export type Outgoing = {
  readonly letters: number;
  readonly oldestLetterSeconds: number | null;
  readonly refusedLetters: number;
  /** Lanes of webhooks that wait for another try. */
  readonly retried: number;
};

export async function outgoing(database: Queryable): Promise<Outgoing> {
  return database.one<Outgoing>(sql`
    select l.letters, l."oldestLetterSeconds", l."refusedLetters",
      (select count(*)::int from partner_lanes where tries > 0) as retried
    from (
      select count(*) filter (where not refused)::int as letters, count(*) filter (where refused)::int as "refusedLetters",
        extract(epoch from (select slipway_now()) - min(created_at) filter (where not refused))::int as "oldestLetterSeconds"
      from mail_outbox where sent_at is null) l`);
}
