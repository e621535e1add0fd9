-- Daily reports.

create table daily_reports (
  day date primary key,
  text text not null,
  csv text not null,
  created_at timestamptz not null,
  -- Null: its files are not written yet, if there is a folder for them.
  filed_at timestamptz
);
comment on table daily_reports is 'The report of each day, created once.';
create index daily_reports_unfiled on daily_reports (day) where filed_at is null;
