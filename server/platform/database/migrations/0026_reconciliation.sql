-- The ledger compared with what the places say where the money lies, and what stops when they disagree.

-- What a place is read for. Times here are the machine's: places keep no account of the sandbox's offset.
create table reconciliation_places (
  place text primary key,
  -- Null: it was never read. What lay there then is the opening of each of its assets.
  begun_at timestamptz,
  read_at timestamptz,
  -- Since it was read the last time.
  failures integer not null default 0,
  failure text
);

create table reconciliation_openings (
  place text not null references reconciliation_places (place),
  asset text not null,
  units numeric(78, 0) not null,
  primary key (place, asset)
);

-- What a place says has moved, by its own id, where it is asked outside and would have to be asked for it again and again.
create table reconciliation_lines (
  place text not null,
  id text not null,
  -- Lines of one thing, such as the two of a trade, bear the same.
  grouped_by text not null,
  asset text not null,
  units numeric(78, 0) not null,
  at timestamptz not null,
  -- Of no order: what people have moved there.
  by_people boolean not null,
  primary key (place, id)
);
create index reconciliation_lines_by_time on reconciliation_lines (place, at);

create table reconciliation_differences (
  id bigint generated always as identity primary key,
  place text not null,
  account text not null,
  asset text not null,
  state text not null check (state in ('pending', 'open', 'accepted', 'cleared')),
  -- What the place has more than the ledger, of all that is overdue.
  units numeric(78, 0) not null,
  -- Of it what no row explains.
  rest_units numeric(78, 0) not null,
  -- Each with its id, its fault, both amounts and when it was first seen.
  rows jsonb not null,
  pending_until timestamptz,
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  cleared_at timestamptz,
  accepted_by text,
  approved_by text,
  accepted_why text,
  accepted_at timestamptz,
  check ((state = 'cleared') = (cleared_at is not null)),
  check (accepted_by is null or approved_by is distinct from accepted_by)
);
create unique index one_difference_of_a_thing on reconciliation_differences (place, asset) where cleared_at is null;

create table reconciliation_runs (
  id bigint generated always as identity primary key,
  -- Null: it was due.
  asked_by text,
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index reconciliation_runs_open on reconciliation_runs (id) where finished_at is null;
create unique index one_reconciliation_due on reconciliation_runs ((true)) where finished_at is null and asked_by is null;
create index reconciliation_runs_finished on reconciliation_runs (finished_at);

-- What must not leave for as long as a row is here: payouts of an asset, or files of refunds in a currency.
create table halts (
  scope text not null,
  reason text not null,
  since timestamptz not null,
  primary key (scope, reason)
);

create index ledger_transactions_by_time on ledger_transactions (at);
create index bank_entries_by_time on bank_entries (created_at);
create index payouts_by_time on payouts (updated_at);

-- Alerts reach people: by letters, and by a webhook. One that comes again is counted.
alter table operator_alerts
  add column times integer not null default 1,
  add column last_at timestamptz,
  -- So many of them have been told.
  add column told_times integer not null default 0;
update operator_alerts set told_times = times;
create index operator_alerts_untold on operator_alerts (kind) where told_times = 0;

create table alert_messages (
  id text primary key,
  kind text not null,
  -- The webhook's bytes.
  body text not null,
  created_at timestamptz not null,
  -- Null: there was none to send it to, or it needs no further try.
  webhook_due_at timestamptz,
  webhook_tries integer not null default 0,
  webhook_sent_at timestamptz,
  -- What was answered last.
  webhook_answer text
);
create index alert_messages_by_kind on alert_messages (kind, created_at);
create index alert_messages_due on alert_messages (webhook_due_at) where webhook_due_at is not null;

-- The report of each day, made once.
create table daily_reports (
  day date primary key,
  text text not null,
  csv text not null,
  made_at timestamptz not null,
  -- Null: its files are still to be written, where there is a folder for them.
  filed_at timestamptz
);
create index daily_reports_unfiled on daily_reports (day) where filed_at is null;
