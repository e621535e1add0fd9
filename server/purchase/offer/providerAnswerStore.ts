import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { AnswerCount, AnswerOutcome } from './providerAnswerCounter.ts';
import type { ProviderGroup } from './providerGroup.ts';

/** Takes a process's counts of provider answers and adds them to those of this minute, which all processes share. */
export async function saveAnswerCounts(
  database: Database,
  providerGroup: Pick<ProviderGroup, 'takeCounts'>,
): Promise<void> {
  const counts = providerGroup.takeCounts();
  if (counts.length === 0) return;
  await database.run(sql`
    insert into provider_answers (minute, provider, outcome, within_ms, times)
    select date_trunc('minute', slipway_now()), provider, outcome, within_ms, times
    from unnest(${counts.map(({ provider }) => provider)}::text[], ${counts.map(({ outcome }) => outcome)}::text[],
      ${counts.map(({ withinMs }) => withinMs)}::int[], ${counts.map(({ times }) => times)}::int[])
      as counted (provider, outcome, within_ms, times)
    on conflict (minute, provider, outcome, within_ms) do update set times = provider_answers.times + excluded.times`);
}

export type MinuteAnswerCount = AnswerCount & { readonly minutesAgo: number };

/** Returns the counts of the last minutes, by minute. */
export async function listRecentAnswerCounts(database: Queryable, minutes: number): Promise<MinuteAnswerCount[]> {
  return database.many<MinuteAnswerCount & { readonly outcome: AnswerOutcome }>(sql`
    select provider, outcome, within_ms, times,
      (extract(epoch from date_trunc('minute', slipway_now()) - minute) / 60)::int as minutes_ago
    from provider_answers where minute > (select slipway_now()) - make_interval(mins => ${minutes})`);
}

export async function deleteOldAnswerCounts(database: Queryable): Promise<void> {
  await database.run(sql`delete from provider_answers where minute < (select slipway_now()) - interval '1 day'`);
}
