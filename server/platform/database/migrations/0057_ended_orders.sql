-- How many orders have ended in each state, so that counting does not walk over every order that there ever was. Orders that
-- are under way are few, and counted as they are.

create table ended_orders (
  status text primary key,
  count bigint not null
);

-- A row for each order that has come into such a state or has left it; an order is made in none of them.
create table ended_order_changes (
  id bigint generated always as identity primary key,
  status text not null,
  change integer not null
);

create function is_ended(status text) returns boolean
language sql immutable parallel safe as $$
  select status in ('delivered', 'refunded', 'cancelled', 'expired', 'failed')
$$;

create function note_ended_order() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ended_order_changes (status, change)
    select status, change from (values (old.status, -1), (new.status, 1)) as moved (status, change)
    where is_ended(status);
  return null;
end $$;
create trigger orders_ended after update of status on orders
  for each row when (old.status <> new.status and (is_ended(old.status) or is_ended(new.status)))
  execute function note_ended_order();

insert into ended_orders (status, count)
  select status, count(*) from orders where is_ended(status) group by status;

-- Takes so many changes into the counts; gives how many there were.
create function sum_ended_orders(most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  taken integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('sum_ended_orders', 0)) then
    return 0;
  end if;
  with summed as (
    delete from ended_order_changes where id in (select id from ended_order_changes order by id limit most)
    returning status, change
  ), kept as (
    insert into ended_orders as e (status, count) select status, sum(change) from summed group by status
    on conflict (status) do update set count = e.count + excluded.count
  )
  select count(*) into taken from summed;
  return taken;
end $$;
revoke execute on function sum_ended_orders(integer) from public;
