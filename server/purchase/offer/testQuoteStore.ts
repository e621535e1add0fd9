import type { TestAnswer, TestInquiry } from '@slipway/contract/entities/console/testQuote.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** If a worker ends during a request, another worker takes the request over after this time. */
const LEASE_SECONDS = 60;
const KEPT_DAYS = 30;
/** The pause after a test quote, since test quotes use up the same rate limit as buyers' requests. */
export const TEST_QUOTE_PAUSE_SECONDS = 10;

/**
 * Enqueues a test quote for a worker and returns its number; an open one is returned unchanged. Returns undefined if
 * the last one was answered less than {@link TEST_QUOTE_PAUSE_SECONDS} ago.
 */
export async function enqueueTestQuote(
  database: Queryable,
  provider: string,
  requestedBy: string,
  question: TestInquiry,
): Promise<number | undefined> {
  const insertedRow = await database.maybeOne<{ id: number }>(sql`
    with asked as (
      insert into test_quotes (provider, requested_by, question)
      select ${provider}, ${requestedBy}, ${JSON.stringify(question)}::jsonb where not exists (
        select 1 from test_quotes where provider = ${provider}
          and answered_at > slipway_now() - ${TEST_QUOTE_PAUSE_SECONDS}::int * interval '1 second')
      on conflict (provider) where answered_at is null do nothing returning id
    )
    select id from asked union all
    select id from test_quotes where provider = ${provider} and answered_at is null limit 1`);
  return insertedRow?.id;
}

export type OpenTestQuote = { readonly id: number; readonly provider: string; readonly question: TestInquiry };

/** Leases the oldest open test quote to the caller; undefined if there is none. */
export async function takeTestQuote(database: Queryable): Promise<OpenTestQuote | undefined> {
  return database.maybeOne<OpenTestQuote>(sql`
    update test_quotes set started_at = clock_timestamp() where id = (
      select id from test_quotes where answered_at is null
        and (started_at is null or started_at < clock_timestamp() - ${LEASE_SECONDS}::int * interval '1 second')
      order by id limit 1 for update skip locked
    ) returning id, provider, question`);
}

/** Stores the answer, unless another worker has answered meanwhile. */
export async function saveTestAnswer(
  database: Queryable,
  id: number,
  answer: TestAnswer,
  milliseconds: number,
): Promise<void> {
  await database.run(sql`
    update test_quotes set answered_at = slipway_now(), answer = ${JSON.stringify(answer)},
      milliseconds = ${Math.round(milliseconds)}::int
    where id = ${id} and answered_at is null`);
}

export type LastTestQuote = {
  readonly provider: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly question: TestInquiry;
  readonly milliseconds: number | null;
  readonly answer: TestAnswer | null;
};

/** Returns the newest test quote of each provider. */
export async function listLastTestQuotes(database: Queryable): Promise<LastTestQuote[]> {
  return database.many<LastTestQuote>(sql`
    select distinct on (provider) provider, requested_by, requested_at, question, milliseconds, answer
    from test_quotes order by provider, id desc`);
}

export async function deleteOldTestQuotes(database: Queryable): Promise<void> {
  await database.run(sql`
    delete from test_quotes where answered_at < slipway_now() - ${KEPT_DAYS}::int * interval '1 day'`);
}
