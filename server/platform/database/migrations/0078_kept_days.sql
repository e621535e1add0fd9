-- What each account took up within each day (UTC) that is over, by what was booked: a report of a month, and what left our own
-- places within a week, read as many sums as there are days and not every line. Lines are never dated back, so that such a day
-- stays what it is; prove_sums() adds it up again all the same.

create table ledger_days (
  day date not null,
  account text not null,
  asset text not null,
  kind text not null,
  units numeric(78, 0) not null,
  postings integer not null,
  primary key (day, account, asset, kind)
);

-- Every day before this one is in ledger_days; null: none is.
alter table sum_proof add column kept_until date;

-- Keeps so many more days that were over an hour ago; gives how many there were. Whoever has begun to post writes within that hour.
create function keep_ledger_days(most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  first date;
  last date;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('keep_ledger_days', 0)) then
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
end $$;

-- As before, and each day that is kept by what was booked in it.
create or replace function prove_sums()
returns table (of_whom text, of_asset text, kept_units numeric, added_units numeric)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  began timestamptz := clock_timestamp();
  faults integer;
begin
  -- Days that are kept meanwhile are in neither of the two.
  perform pg_advisory_xact_lock(hashtextextended('keep_ledger_days', 0));
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
end $$;

-- As before, and days are kept from the first one on again.
create or replace function sum_books_anew() returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sum_ledger', 0));
  perform pg_advisory_xact_lock(hashtextextended('keep_ledger_days', 0));
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
end $$;

revoke execute on function keep_ledger_days(integer) from public;

-- Payouts by when they were signed: small beside the table, which grows at its end alone.
create index payouts_by_signing on payouts using brin (created_at);
-- Orders that were worth so much, where few were: what an order is worth is written once.
create index orders_by_worth on orders (euro_cents);
-- What one person has decided, what was done of one kind and with one thing, newest first: few among all that was ever decided.
create index audit_trail_by_person on audit_trail (who, id);
create index audit_trail_by_action on audit_trail (action, id);
