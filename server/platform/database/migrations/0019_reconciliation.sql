-- The ledger compared with the places that hold the money.
-- Times here are machine time, since places do not know the sandbox's clock.

create table reconciliation_places (
  place text primary key,
  -- Null: it was never read. What it held then is the opening of each of its assets.
  begun_at timestamptz,
  read_at timestamptz,
  -- Since the last successful read.
  failures integer not null default 0,
  failure text
);
comment on table reconciliation_places is 'Places that hold money, and when each was last read.';

create table reconciliation_openings (
  place text not null references reconciliation_places (place),
  asset text not null,
  units numeric(78, 0) not null,
  primary key (place, asset)
);
comment on table reconciliation_openings is 'What each place held when it was first read.';

create table reconciliation_lines (
  place text not null,
  id text not null,
  -- Lines of one transaction, such as both sides of a trade, have the same value.
  grouped_by text not null,
  asset text not null,
  units numeric(78, 0) not null,
  at timestamptz not null,
  -- Moved by a person, without an order.
  is_manual boolean not null,
  primary key (place, id)
);
comment on table reconciliation_lines is
  'What a place reports as moved, by the place''s own id; stored where asking again would be expensive.';
create index reconciliation_lines_by_time on reconciliation_lines (place, at);
create index reconciliation_lines_manual on reconciliation_lines (place) where is_manual;

create table reconciliation_line_sums (
  place text not null,
  asset text not null,
  units numeric(78, 0) not null,
  primary key (place, asset)
);
comment on table reconciliation_line_sums is
  'The sum of each place''s lines. One worker at a time writes a place''s lines, so the sum is updated at once.';

-- Updates the sums of the lines.
create function sum_lines() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'DELETE' then
    insert into reconciliation_line_sums as s (place, asset, units)
      select place, asset, sum(units) from added group by place, asset order by place, asset
      on conflict (place, asset) do update set units = s.units + excluded.units;
  end if;
  if tg_op <> 'INSERT' then
    insert into reconciliation_line_sums as s (place, asset, units)
      select place, asset, -sum(units) from gone group by place, asset order by place, asset
      on conflict (place, asset) do update set units = s.units + excluded.units;
  end if;
  return null;
end
$$;
create trigger reconciliation_lines_added after insert on reconciliation_lines referencing new table as added
  for each statement execute function sum_lines();
create trigger reconciliation_lines_changed after update
  on reconciliation_lines referencing old table as gone new table as added
  for each statement execute function sum_lines();
create trigger reconciliation_lines_gone after delete on reconciliation_lines referencing old table as gone
  for each statement execute function sum_lines();

create table reconciliation_differences (
  id bigint generated always as identity primary key,
  place text not null,
  account text not null,
  asset text not null,
  state text not null check (state in ('pending', 'open', 'accepted', 'cleared')),
  -- What the place has in excess of the ledger, of all that is overdue.
  units numeric(78, 0) not null,
  -- The part that no row explains.
  rest_units numeric(78, 0) not null,
  -- Each with its id, fault, both amounts and when it was first seen.
  rows jsonb not null,
  pending_until timestamptz,
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  cleared_at timestamptz,
  accepted_by text,
  approved_by text,
  accept_reason text,
  accepted_at timestamptz,
  -- The transaction that wrote it off; until the next comparison nothing else is booked about it.
  booked_in bigint references ledger_transactions (id),
  -- What the ledger had at the comparison without a matching row.
  units_without_rows numeric(78, 0) not null,
  wait_until timestamptz,
  wait_set_by text,
  wait_reason text,
  check ((state = 'cleared') = (cleared_at is not null)),
  check (accepted_by is null or approved_by is distinct from accepted_by),
  constraint waits_by_somebody
    check ((wait_until is null) = (wait_set_by is null) and (wait_set_by is null) = (wait_reason is null))
);
comment on table reconciliation_differences is
  'Differences between the ledger and a place, one at a time for each asset.';
create unique index one_difference_of_a_thing on reconciliation_differences (place, asset) where cleared_at is null;

create table difference_bookings (
  transaction_id bigint not null references ledger_transactions (id),
  place text not null,
  row_id text not null,
  asset text not null,
  -- What the booking added to the ledger for the row, at the ledger's digits.
  units numeric(78, 0) not null check (units <> 0),
  primary key (transaction_id, row_id)
);
comment on table difference_bookings is 'Rows of a difference that were settled by writing it off.';
create index difference_bookings_of_place on difference_bookings (place);
create trigger difference_bookings_append_only before update or delete on difference_bookings for each statement
  execute function refuse_ledger_change();

create table reconciliation_runs (
  id bigint generated always as identity primary key,
  -- Null: it was due.
  requested_by text,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
comment on table reconciliation_runs is 'Comparisons that are requested, due or done.';
create index reconciliation_runs_open on reconciliation_runs (id) where finished_at is null;
create unique index one_reconciliation_due on reconciliation_runs ((true))
  where finished_at is null and requested_by is null;
create index reconciliation_runs_finished on reconciliation_runs (finished_at);
