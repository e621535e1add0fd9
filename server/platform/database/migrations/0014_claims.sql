-- What may still be given back or sent out of the money of an order, enforced whatever the code remembers.

-- What the acquirer holds back for open disputes, and what banks took back for good.
alter table orders add column disputed_units numeric(78, 0) not null default 0 check (disputed_units >= 0);
alter table orders add column clawed_back_units numeric(78, 0) not null default 0 check (clawed_back_units >= 0);
-- Of a receipt, what the payer's bank has taken back: it is not given back once more.
alter table bank_entries add column recalled_units numeric(78, 0) not null default 0
  check (recalled_units >= 0 and recalled_units <= units);
-- A listed person's money moves nowhere.
alter table orders add column frozen boolean not null default false;

-- Facts that came before the order could take them: offered again after each of its changes.
create table waiting_facts (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  key text not null,
  kind text not null,
  facts jsonb not null,
  came_at timestamptz not null,
  unique (order_id, key)
);

-- Made by a person in the acquirer's dashboard: we only hear of them.
create table refunds_elsewhere (
  acquirer_refund_id text primary key,
  order_id bigint not null references orders (id),
  payment_id text not null,
  units numeric(78, 0) not null check (units > 0),
  told_at timestamptz not null
);
create index refunds_elsewhere_by_order on refunds_elsewhere (order_id);

-- The running claims on an order's money. Written by triggers alone, so that no act of ours can forget its line.
create table order_claims (
  order_id bigint not null references orders (id),
  number integer not null,
  kind text not null check (kind in ('taken', 'taken_back', 'given_back', 'sent')),
  -- The refund or payout; empty for what the order itself was told.
  subject text not null,
  -- We did it, or asked for it; else it was done to us.
  ours boolean not null,
  units numeric(78, 0) not null check (units <> 0),
  -- The sums after this line.
  taken numeric(78, 0) not null check (taken >= 0),
  taken_back numeric(78, 0) not null check (taken_back >= 0),
  given_back numeric(78, 0) not null check (given_back >= 0),
  sent numeric(78, 0) not null check (sent >= 0),
  at timestamptz not null,
  primary key (order_id, number),
  constraint no_more_than_was_kept check (not ours or units < 0 or taken >= taken_back + given_back + sent)
);
create trigger order_claims_append_only before update or delete on order_claims
  for each statement execute function refuse_ledger_change();

-- The caller holds the order's lock, or this takes it: two claims never count from the same sums.
create function claim_of_order(for_order bigint, of_kind text, about text, by_us boolean, amount numeric) returns void
language plpgsql as $$
declare
  newest order_claims;
begin
  if amount = 0 then return; end if;
  perform 1 from orders where id = for_order for no key update;
  select * into newest from order_claims where order_id = for_order order by number desc limit 1;
  insert into order_claims (order_id, number, kind, subject, ours, units, taken, taken_back, given_back, sent, at)
  values (
    for_order, coalesce(newest.number, 0) + 1, of_kind, about, by_us, amount,
    coalesce(newest.taken, 0) + case when of_kind = 'taken' then amount else 0 end,
    coalesce(newest.taken_back, 0) + case when of_kind = 'taken_back' then amount else 0 end,
    coalesce(newest.given_back, 0) + case when of_kind = 'given_back' then amount else 0 end,
    coalesce(newest.sent, 0) + case when of_kind = 'sent' then amount else 0 end,
    slipway_now());
end $$;

create function claim_order_money() returns trigger language plpgsql as $$
begin
  perform claim_of_order(new.id, 'taken', '', false,
    new.captured_units + new.received_units - old.captured_units - old.received_units);
  perform claim_of_order(new.id, 'taken_back', '', false,
    new.disputed_units + new.clawed_back_units - old.disputed_units - old.clawed_back_units);
  return null;
end $$;
create trigger orders_claim after update of captured_units, received_units, disputed_units, clawed_back_units on orders
  for each row execute function claim_order_money();

create function claim_refund() returns trigger language plpgsql as $$
declare
  live_before numeric := case when tg_op = 'UPDATE' and old.status <> 'failed' then old.units else 0 end;
  live_after numeric := case when new.status <> 'failed' then new.units else 0 end;
begin
  if new.order_id is not null then
    if live_after > 0 and live_before = 0 and (select frozen from orders where id = new.order_id) then
      raise exception 'order % is frozen: nothing goes back', new.order_id using errcode = 'check_violation';
    end if;
    perform claim_of_order(new.order_id, 'given_back', new.id, true, live_after - live_before);
  end if;
  return null;
end $$;
create trigger refunds_claim after insert or update of status, units on refunds
  for each row execute function claim_refund();

create function claim_refund_elsewhere() returns trigger language plpgsql as $$
begin
  perform claim_of_order(new.order_id, 'given_back', new.acquirer_refund_id, false, new.units);
  return null;
end $$;
create trigger refunds_elsewhere_claim after insert on refunds_elsewhere
  for each row execute function claim_refund_elsewhere();

create function claim_payout() returns trigger language plpgsql as $$
declare
  price numeric := (select pay_units from orders where id = new.order_id);
  live_before numeric := case when tg_op = 'UPDATE' and old.status not in ('reverted', 'abandoned') then price else 0 end;
  live_after numeric := case when new.status not in ('reverted', 'abandoned') then price else 0 end;
begin
  if live_after > 0 and live_before = 0 and (select frozen from orders where id = new.order_id) then
    raise exception 'order % is frozen: nothing is paid out', new.order_id using errcode = 'check_violation';
  end if;
  perform claim_of_order(new.order_id, 'sent', new.id, true, live_after - live_before);
  return null;
end $$;
create trigger payouts_claim after insert or update of status on payouts
  for each row execute function claim_payout();

-- What orders of the former version have claimed already. A payout that was signed is a fact by now.
select claim_of_order(id, 'taken', '', false, captured_units + received_units) from orders
  where captured_units + received_units > 0 order by id;
select claim_of_order(order_id, 'given_back', id, false, units) from refunds
  where order_id is not null and status <> 'failed' order by created_at, id;
select claim_of_order(p.order_id, 'sent', p.id, false, o.pay_units) from payouts p join orders o on o.id = p.order_id
  where p.status not in ('reverted', 'abandoned') order by p.created_at, p.id;
