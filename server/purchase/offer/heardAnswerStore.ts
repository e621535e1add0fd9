import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Heard, HeardOutcome } from './heardAnswers.ts';
import type { ProviderPanel } from './providerPanel.ts';

/** Adds what a process has heard of other providers to the counts of this minute, which all processes share. */
export async function keepHeard(database: Database, panel: Pick<ProviderPanel, 'takeHeard'>): Promise<void> {
  const heard = panel.takeHeard();
  if (heard.length === 0) return;
  await database.run(sql`
    insert into provider_answers (minute, provider, outcome, within_ms, times)
    select date_trunc('minute', slipway_now()), provider, outcome, within_ms, times
    from unnest(${heard.map(({ provider }) => provider)}::text[], ${heard.map(({ outcome }) => outcome)}::text[],
      ${heard.map(({ withinMs }) => withinMs)}::int[], ${heard.map(({ times }) => times)}::int[])
      as heard (provider, outcome, within_ms, times)
    on conflict (minute, provider, outcome, within_ms) do update set times = provider_answers.times + excluded.times`);
}

export type HeardMinute = Heard & { readonly minutesAgo: number };

/** What was heard within so many minutes, by the minute. */
export async function heardWithin(database: Queryable, minutes: number): Promise<HeardMinute[]> {
  return database.many<HeardMinute & { readonly outcome: HeardOutcome }>(sql`
    select provider, outcome, within_ms as "withinMs", times,
      (extract(epoch from date_trunc('minute', slipway_now()) - minute) / 60)::int as "minutesAgo"
    from provider_answers where minute > (select slipway_now()) - make_interval(mins => ${minutes})`);
}

export async function forgetOldHeard(database: Queryable): Promise<void> {
  await database.run(sql`delete from provider_answers where minute < (select slipway_now()) - interval '1 day'`);
}
