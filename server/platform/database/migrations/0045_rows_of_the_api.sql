-- PostgreSQL finds a temporary table before the schema's table of the same name. With its own bank_entries, an api could write
-- anything into the books; with its own heartbeats, it could report as a worker.
alter function check_ledger_balance() set search_path = pg_catalog, public, pg_temp;
alter function refuse_foreign_bookings() set search_path = pg_catalog, public, pg_temp;
alter function refuse_order_of_closed_buyer() set search_path = pg_catalog, public, pg_temp;
create or replace function may_report_as(process text, role text) returns boolean language sql stable
  return (role = 'api') <> has_table_privilege('public.heartbeats', 'delete') and starts_with(process, role || '@');

-- An api could settle any alert, or take its key so that it is never raised. Roles that may change an alert's facts write any
-- alert; the api and the console write only alerts of the kinds that they raise. The owner is not bound.
create function may_write_alert(kind text, key text) returns boolean language sql stable
  return has_column_privilege('public.operator_alerts', 'facts', 'update')
    or starts_with(key, case kind when 'worker_absent' then 'heartbeat:' else '' end || kind || ':')
      and case when has_table_privilege('public.operator_requests', 'insert') then kind = 'operator_statement'
        else kind in ('identity_review', 'partner_change_request', 'partner_refund_request', 'worker_absent') end;

alter table operator_alerts enable row level security;
create policy read_alerts on operator_alerts for select using (true);
create policy raise_alerts on operator_alerts for insert with check (may_write_alert(kind, key));
create policy change_alerts on operator_alerts for update
  using (may_write_alert(kind, key)) with check (may_write_alert(kind, key));
