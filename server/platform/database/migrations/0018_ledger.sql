-- Double-entry books, their sums, and what is halted.

create table ledger_transactions (
  id bigint generated always as identity primary key,
  -- Identifies the fact that it records: the same fact is refused a second time.
  key text not null unique,
  kind text not null,
  order_id bigint references orders (id),
  reverses bigint references ledger_transactions (id),
  at timestamptz not null
);
comment on table ledger_transactions is
  'Transactions of the ledger. Append only; the postings of a transaction sum to zero for each asset.';
-- Compares what was posted for an order with what the acquirer moved.
create index ledger_transactions_by_order on ledger_transactions (order_id) where order_id is not null;
create index ledger_transactions_by_time on ledger_transactions (at);
-- For repeated checks of a place: what moved without an order.
create index ledger_transactions_of_no_order on ledger_transactions (id) where order_id is null;
-- A transaction is reversed at most once.
create unique index ledger_transactions_reversed_once on ledger_transactions (reverses) where reverses is not null;
create trigger ledger_transactions_append_only before update or delete on ledger_transactions for each statement
  execute function refuse_ledger_change();

create table ledger_postings (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions (id),
  order_id bigint references orders (id),
  account text not null,
  asset text not null,
  -- Fiat at eight digits, since venues report fractions of a cent; crypto at eighteen.
  units numeric(78, 0) not null check (units <> 0)
);
comment on table ledger_postings is 'Signed postings: + debit, − credit. Append only.';
create index ledger_postings_by_order on ledger_postings (order_id);
create index ledger_postings_by_transaction on ledger_postings (transaction_id);
-- The newest postings of an account.
create index ledger_postings_of_account on ledger_postings (account, transaction_id) include (asset, units);
-- What an account holds without an order.
create index ledger_postings_of_no_order on ledger_postings (account, asset) include (units) where order_id is null;
create trigger ledger_postings_append_only before update or delete on ledger_postings for each statement
  execute function refuse_ledger_change();

-- Refuses a transaction whose postings do not sum to zero for each asset.
create function check_ledger_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from ledger_postings where transaction_id = new.transaction_id group by asset having sum(units) <> 0
  ) then
    raise exception 'ledger transaction % does not sum to zero', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger ledger_balanced after insert on ledger_postings deferrable initially deferred for each row
  execute function check_ledger_balance();

-- Roles that record bank bookings may write the books. Any other role may write one thing: that a cancelled order owes
-- money instead of coins. That moves no money.
create function refuse_foreign_bookings() returns trigger language plpgsql as $$
begin
  if pg_catalog.has_table_privilege('bank_entries', 'insert') then
    return new;
  end if;
  if tg_table_name = 'ledger_transactions' then
    if new.kind = 'refund' and (select status from orders where id = new.order_id) = 'refunding' then
      return new;
    end if;
  elsif new.account in ('liability:buyer', 'liability:refund') and (
    select kind = 'refund' and order_id = new.order_id from ledger_transactions where id = new.transaction_id
  ) then
    return new;
  end if;
  raise exception 'the role % may not write this into the books', current_user using errcode = 'insufficient_privilege';
end
$$;
create trigger ledger_transactions_of_others before insert on ledger_transactions for each row
  execute function refuse_foreign_bookings();
create trigger ledger_postings_of_others before insert on ledger_postings for each row
  execute function refuse_foreign_bookings();

create table ledger_balances (
  account text not null,
  asset text not null,
  units numeric(78, 0) not null,
  primary key (account, asset)
);
comment on table ledger_balances is
  'The balance of each account. Derived from ledger_postings, and compared with them by prove_sums().';

create table ledger_unsummed (
  id bigint generated always as identity primary key,
  account text not null,
  asset text not null,
  units numeric(78, 0) not null
);
comment on table ledger_unsummed is
  'Posted amounts that are not yet in ledger_balances. Each statement writes rows of its own: with one balance row, '
  'every order would wait for every other.';

create table ledger_days (
  day date not null,
  account text not null,
  asset text not null,
  kind text not null,
  units numeric(78, 0) not null,
  postings integer not null,
  primary key (day, account, asset, kind)
);
comment on table ledger_days is
  'What each account gained within each past day (UTC), by kind: reports read one row per day instead of every '
  'posting. Postings are never backdated; prove_sums() checks the rows.';

create table sum_proof (
  single boolean primary key default true check (single),
  proven_at timestamptz not null,
  -- When a difference was first found; null: the sums are correct.
  broken_at timestamptz,
  -- Every day before this one is in ledger_days; null: none is.
  kept_until date
);
comment on table sum_proof is 'When the sums were last compared with the postings. One row.';

insert into sum_proof (proven_at) values (clock_timestamp());

-- Records what a statement posted. Append-only triggers refuse changes and deletions before this one; the case that
-- someone disabled them is covered. Not "always" triggers: where rows are replicated, those of the sums are too.
create function note_unsummed() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
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
end
$$;
create trigger ledger_postings_added after insert on ledger_postings referencing new table as added for each statement
  execute function note_unsummed();
create trigger ledger_postings_changed after update on ledger_postings referencing old table as gone new table as added
  for each statement execute function note_unsummed();
create trigger ledger_postings_gone after delete on ledger_postings referencing old table as gone for each statement
  execute function note_unsummed();

-- Adds up to `most` rows of ledger_unsummed to the balances; returns how many there were. Every statement sees each
-- posting in exactly one of the two tables.
create function sum_ledger(most integer) returns integer language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
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
end
$$;
revoke execute on function sum_ledger(integer) from public;

-- Stores up to `most` more days that ended over an hour ago; returns how many there were. A transaction that began
-- before the end of a day commits within that hour.
create function maintain_ledger_days(most integer) returns integer language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  first date;
  last date;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('maintain_ledger_days', 0)) then
    return 0;
  end if;
  select coalesce(kept_until, (select (min(at) at time zone 'UTC')::date from ledger_transactions)) into first from sum_proof;
  last := least((slipway_now() - interval '1 hour') at time zone 'UTC', first + most)::date;
  if first is null or last <= first then
    return 0;
  end if;
  insert into ledger_days (day, account, asset, kind, units, postings)
    select (t.at at time zone 'UTC')::date, p.account, p.asset, t.kind, sum(p.units), count(*)
    from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
    where t.at >= first::timestamp at time zone 'UTC' and t.at < last::timestamp at time zone 'UTC'
    group by 1, 2, 3, 4;
  update sum_proof set kept_until = last;
  return last - first;
end
$$;
revoke execute on function maintain_ledger_days(integer) from public;

-- Adds all postings and lines up in one snapshot and returns every sum that is stored differently.
create function prove_sums()
returns table(of_whom text, of_asset text, kept_units numeric, added_units numeric) language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  began timestamptz := clock_timestamp();
  faults integer;
begin
  -- Days that are kept meanwhile are in neither of the two.
  perform pg_advisory_xact_lock(hashtextextended('maintain_ledger_days', 0));
  return query
    with lines as materialized (
      select case when t.at < (select kept_until::timestamp at time zone 'UTC' from sum_proof)
          then (t.at at time zone 'UTC')::date end as day,
        p.account, p.asset, t.kind, sum(p.units) as units, count(*) as postings
      from ledger_postings p left join ledger_transactions t on t.id = p.transaction_id
      group by 1, 2, 3, 4
    ), kept as (
      select account as whom, asset, sum(units) as units, null::bigint as postings from (
        select account, asset, units from ledger_balances union all select account, asset, units from ledger_unsummed
      ) noted group by account, asset
      union all select place, asset, units, null from reconciliation_line_sums
      union all select account || ' on ' || day || ' by ' || kind, asset, units, postings from ledger_days
    ), added as (
      select account as whom, asset, sum(units) as units, null::bigint as postings from lines group by account, asset
      union all select place, asset, sum(units), null from reconciliation_lines group by place, asset
      union all select account || ' on ' || day || ' by ' || kind, asset, units, postings from lines where day is not null
    )
    select whom, asset, coalesce(kept.units, 0), coalesce(added.units, 0)
    from kept full join added using (whom, asset)
    where coalesce(kept.units, 0) <> coalesce(added.units, 0)
      or coalesce(kept.postings, 0) <> coalesce(added.postings, 0)
    order by whom, asset;
  get diagnostics faults = row_count;
  update sum_proof set proven_at = began, broken_at = case when faults > 0 then coalesce(broken_at, began) end
    where proven_at < began;
end
$$;
revoke execute on function prove_sums() from public;

-- For the database owner, once a person has checked the postings: recomputes every sum.
create function recompute_ledger_sums() returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sum_ledger', 0));
  perform pg_advisory_xact_lock(hashtextextended('maintain_ledger_days', 0));
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
  delete from ledger_days;
  insert into sum_proof (proven_at) values (clock_timestamp())
    on conflict (single) do update set proven_at = excluded.proven_at, broken_at = null, kept_until = null;
end
$$;
revoke execute on function recompute_ledger_sums() from public;

create table halts (
  scope text not null,
  reason text not null,
  since timestamptz not null,
  primary key (scope, reason)
);
comment on table halts is 'What may not leave while a row is here: payouts of an asset, or refund files in a currency.';

create table manual_bookings (
  transaction_id bigint primary key references ledger_transactions (id),
  request_id bigint not null unique references operator_requests (id)
);
comment on table manual_bookings is
  'Transactions that operators booked by hand, with their request: these can be reversed.';
create trigger manual_bookings_append_only before update or delete on manual_bookings for each statement
  execute function refuse_ledger_change();
