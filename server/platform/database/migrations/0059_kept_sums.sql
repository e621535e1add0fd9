-- What each account of the ledger holds, and what a place's own lines come to, so that asking does not read every line that
-- there ever was. The lines stay as they are: a sum is never more than what can be added up from them again, and
-- prove_sums() does that.

create table ledger_balances (
  account text not null,
  asset text not null,
  units numeric(78, 0) not null,
  primary key (account, asset)
);

-- What was posted and no balance has yet. Each statement that posts writes rows of its own: one balance that all of them
-- wrote would have every order wait for every other.
create table ledger_unsummed (
  id bigint generated always as identity primary key,
  account text not null,
  asset text not null,
  units numeric(78, 0) not null
);

-- A place's lines are written by one worker at a time, so that their sum is kept at once.
create table reconciliation_line_sums (
  place text not null,
  asset text not null,
  units numeric(78, 0) not null,
  primary key (place, asset)
);

-- When all lines were added up the last time and compared with what is kept. One row.
create table sum_proof (
  single boolean primary key default true check (single),
  proven_at timestamptz not null,
  -- Null: they agreed.
  broken_at timestamptz
);

-- Changes and deletions are refused before this where the triggers of append-only stand: who takes those away is followed.
-- The triggers are not "always": where rows are replicated, those of the sums are too.
create function note_unsummed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'DELETE' then
    insert into ledger_unsummed (account, asset, units)
      select account, asset, sum(units) from added group by account, asset;
  end if;
  if tg_op <> 'INSERT' then
    insert into ledger_unsummed (account, asset, units)
      select account, asset, -sum(units) from gone group by account, asset;
  end if;
  return null;
end $$;
create trigger ledger_postings_added after insert on ledger_postings
  referencing new table as added for each statement execute function note_unsummed();
create trigger ledger_postings_changed after update on ledger_postings
  referencing new table as added old table as gone for each statement execute function note_unsummed();
create trigger ledger_postings_gone after delete on ledger_postings
  referencing old table as gone for each statement execute function note_unsummed();

create function sum_lines() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
end $$;
create trigger reconciliation_lines_added after insert on reconciliation_lines
  referencing new table as added for each statement execute function sum_lines();
create trigger reconciliation_lines_changed after update on reconciliation_lines
  referencing new table as added old table as gone for each statement execute function sum_lines();
create trigger reconciliation_lines_gone after delete on reconciliation_lines
  referencing old table as gone for each statement execute function sum_lines();

-- Takes so many notes into the balances; gives how many there were. A reader's one statement sees each posting in the one
-- table or in the other.
create function sum_ledger(most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  taken integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('sum_ledger', 0)) then
    return 0;
  end if;
  with summed as (
    delete from ledger_unsummed where id in (select id from ledger_unsummed order by id limit most)
    returning account, asset, units
  ), kept as (
    insert into ledger_balances as b (account, asset, units)
      select account, asset, sum(units) from summed group by account, asset
    on conflict (account, asset) do update set units = b.units + excluded.units
  )
  select count(*) into taken from summed;
  return taken;
end $$;

-- Adds all lines up, at one moment, and gives what is kept otherwise: an account's sum, or a place's.
create function prove_sums()
returns table (of_whom text, of_asset text, kept_units numeric, added_units numeric)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  began timestamptz := clock_timestamp();
  faults integer;
begin
  return query
    with kept as (
      select account as whom, asset, sum(units) as units from (
        select account, asset, units from ledger_balances union all select account, asset, units from ledger_unsummed
      ) noted group by account, asset
      union all select place, asset, units from reconciliation_line_sums
    ), added as (
      select account as whom, asset, sum(units) as units from ledger_postings group by account, asset
      union all select place, asset, sum(units) from reconciliation_lines group by place, asset
    )
    select whom, asset, coalesce(kept.units, 0), coalesce(added.units, 0)
    from kept full join added using (whom, asset)
    where coalesce(kept.units, 0) <> coalesce(added.units, 0) order by whom, asset;
  get diagnostics faults = row_count;
  update sum_proof set proven_at = began, broken_at = case when faults > 0 then coalesce(broken_at, began) end
    where proven_at < began;
end $$;

-- For the owner, once a person knows that the lines are right: makes every sum what they add up to.
create function sum_books_anew() returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sum_ledger', 0));
  -- One statement: what is posted meanwhile is in neither of the two, and its note stays.
  with sums as (
    select account, asset, sum(units) as units from ledger_postings group by account, asset
  ), noted as (
    delete from ledger_unsummed
  ), of_nothing as (
    delete from ledger_balances where (account, asset) not in (select account, asset from sums)
  )
  insert into ledger_balances as b (account, asset, units) select account, asset, units from sums
    on conflict (account, asset) do update set units = excluded.units;
  lock table reconciliation_lines in share row exclusive mode;
  delete from reconciliation_line_sums;
  insert into reconciliation_line_sums (place, asset, units)
    select place, asset, sum(units) from reconciliation_lines group by place, asset;
  insert into sum_proof (proven_at) values (clock_timestamp())
    on conflict (single) do update set proven_at = excluded.proven_at, broken_at = null;
end $$;

revoke execute on function sum_ledger(integer), prove_sums(), sum_books_anew() from public;

-- The triggers above have waited for all who write the ledger, so that nothing is left out.
select sum_books_anew();

-- An account's postings by their transactions, so that the newest are found; and all of them, where they are added up.
create index ledger_postings_of_account on ledger_postings (account, transaction_id) include (asset, units);
drop index ledger_postings_by_account;

-- Of what a place is asked for again and again: what moved by no order, and what is new.
create index ledger_transactions_of_no_order on ledger_transactions (id) where order_id is null;
create index reconciliation_lines_by_people on reconciliation_lines (place) where by_people;
create index conversions_by_time on conversions (updated_at);
