import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** The version of each list's data; it changes whenever the data does. */
export type TopicVersions = Readonly<
  Record<
    | 'requests'
    | 'people'
    | 'alerts'
    | 'notes'
    | 'takes'
    | 'viewers'
    | 'configuration'
    | 'differences'
    | 'signer'
    | 'testQuotes',
    string
  >
>;

/**
 * Returns the current versions. It runs once a second, so it reads open and newest rows only, never the whole history.
 */
export async function readTopicVersions(database: Queryable): Promise<TopicVersions> {
  return database.one<TopicVersions>(sql`
    select
      (select coalesce(max(id), 0) from operator_requests) || ':' ||
        (select count(*) || ':' || count(*) filter (where status = 'waiting') from operator_requests
          where status in ('waiting', 'approved')) as requests,
      (select coalesce(max(id), 0) from person_statements) || ':' ||
        (select count(*) || ':' || count(joined_at) from invitations) as people,
      (select coalesce(max(id), 0) from operator_alerts) || ':' || (
        select count(*) || ':' || coalesce(sum(a.times), 0) || ':' || coalesce(sum(w.round), 0) || ':' ||
          count(w.holder) || ':' || coalesce(max(w.seen_at)::text, '') || ':' || coalesce(max(w.due_at)::text, '')
        from operator_alerts a left join alert_watches w on w.alert_id = a.id where a.settled_at is null) as alerts,
      (select coalesce(max(id), 0)::text from console_notes) as notes,
      (select count(*) || ':' || coalesce(max(taken_at)::text, '') from console_assignments) as takes,
      (select coalesce(md5(string_agg(concat_ws(' ', person, about, subject), ',' order by person, about, subject, tab)), '')
        from console_presence where lease_until > clock_timestamp()) as viewers,
      (select count(*) || ':' || coalesce(max(changed_at)::text, '') from configuration) as configuration,
      (select coalesce(max(id), 0) || ':' || count(*) filter (where finished_at is null) from reconciliation_runs)
        || ':' || (select count(*) from halts) || ':' || (
          select coalesce(string_agg(concat_ws(' ', id, state, booked_in, wait_until), ',' order by id), '')
          from reconciliation_differences where cleared_at is null) as differences,
      coalesce((select md5((report -> 'stops')::text) || date_trunc('minute', written_at) from signer_status), '')
        || coalesce((select signer from signer_lease), '') as signer,
      (select coalesce(max(id), 0) from test_quotes) || ':' ||
        (select count(*) from test_quotes where answered_at is null) as test_quotes`);
}
