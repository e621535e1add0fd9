-- An api could report in the name of a worker, and hide that none runs. The rights tell the roles apart, whose names an
-- installation chooses: only a worker may delete reports. The owner, as which ROLE=all may run, is not bound.
create function may_report_as(process text, role text) returns boolean language sql stable
  return (role = 'api') <> has_table_privilege('heartbeats', 'delete') and starts_with(process, role || '@');

alter table heartbeats enable row level security;
create policy read_reports on heartbeats for select using (true);
create policy insert_own_report on heartbeats for insert with check (may_report_as(process, role));
create policy update_own_report on heartbeats for update
  using (may_report_as(process, role)) with check (may_report_as(process, role));
create policy forget_reports on heartbeats for delete using (true);
