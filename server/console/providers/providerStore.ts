import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Limit the rows that are read, newest first. */
export const ROW_LIMITS = { offers: 20_000, orders: 5_000, steps: 10_000 } as const;

export type ProviderOfferCounts = {
  readonly id: string;
  readonly offers: number;
  readonly best: number;
  readonly lastOfferAt: Date;
};

/**
 * Returns offer counts by provider; offers are kept for a day. `best` counts offers with the lowest price, fees included,
 * for their quote and method.
 */
export async function countOffersByProvider(database: Queryable): Promise<ProviderOfferCounts[]> {
  return database.many<ProviderOfferCounts>(sql`
    select offer_type as id, count(*)::int as offers, count(*) filter (where place = 1)::int as best,
      max(offered_at) as last_offer_at
    from (
      select offer_type, offered_at,
        rank() over (partition by quote_id, pay_method order by pay_units / receive_units) as place
      from (select * from offers order by offered_at desc limit ${ROW_LIMITS.offers}) newest
    ) placed group by offer_type`);
}

export type ProviderOrderCounts = {
  readonly id: string;
  readonly orders: number;
  readonly delivered: number;
  readonly refusals: { readonly reason: string; readonly orders: number }[];
};

export async function countOrdersByProvider(database: Queryable): Promise<ProviderOrderCounts[]> {
  return database.many<ProviderOrderCounts>(sql`
    with newest as materialized (
      select provider, reason, delivered_at from provider_orders order by order_id desc limit ${ROW_LIMITS.orders}
    ), refused as (
      select provider, reason, count(*)::int as orders from newest where reason is not null group by provider, reason
    )
    select provider as id, count(*)::int as orders, count(delivered_at)::int as delivered,
      coalesce((select jsonb_agg(jsonb_build_object('reason', reason, 'orders', orders) order by orders desc, reason)
        from refused where refused.provider = newest.provider), '[]') as refusals
    from newest group by provider`);
}

export type StepAnswers = {
  readonly step: string;
  readonly tries: number;
  readonly ok: number;
  readonly unavailable: number;
  readonly p50: number;
  readonly p95: number;
  readonly refusals: { readonly refusal: string; readonly times: number }[];
  readonly lastAt: Date;
};

/**
 * Returns outcomes and durations of order steps, each of which calls one vendor. Steps that needed no call are excluded.
 */
export async function readStepOutcomes(database: Queryable): Promise<StepAnswers[]> {
  return database.many<StepAnswers>(sql`
    with newest as materialized (
      select * from (
        select step, outcome, refusal, times, milliseconds, at from order_steps order by id desc limit ${ROW_LIMITS.steps}
      ) run where outcome <> 'idle'
    ), refused as (
      select step, refusal, sum(times)::int as times from newest where refusal is not null group by step, refusal
    )
    select step, sum(times)::int as tries,
      coalesce(sum(times) filter (where outcome = 'ok'), 0)::int as ok,
      coalesce(sum(times) filter (where outcome in ('unavailable', 'unknown', 'failed')), 0)::int as unavailable,
      round(percentile_cont(0.5) within group (order by milliseconds))::int as p50,
      round(percentile_cont(0.95) within group (order by milliseconds))::int as p95,
      coalesce((select jsonb_agg(jsonb_build_object('refusal', refusal, 'times', times) order by times desc, refusal)
        from refused where refused.step = newest.step), '[]') as refusals,
      max(at) as last_at
    from newest group by step order by step`);
}
