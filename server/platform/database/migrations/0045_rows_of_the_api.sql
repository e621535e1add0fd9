-- PostgreSQL finds a temporary table before the schema's table of the same name. With its own bank_entries, an api could write
-- anything into the books; with its own heartbeats, it could report as a worker.
alter function check_ledger_balance() set search_path = pg_catalog, public, pg_temp;
alter function refuse_foreign_bookings() set search_path = pg_catalog, public, pg_temp;
alter function refuse_order_of_closed_buyer() set search_path = pg_catalog, public, pg_temp;
create or replace function may_report_as(process text, role text) returns boolean language sql stable
  return (role = 'api') <> has_table_privilege('public.heartbeats', 'delete') and starts_with(process, role || '@');
