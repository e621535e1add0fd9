-- Orders, their events and steps, and the limits on what may be paid out or refunded.

-- The client that rules count an address for: an IPv4 address, or the /64 network of an IPv6 address, which one
-- subscriber has. Any other text is its own client.
create function client_network(address text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if address not like '%:%' then
    return address;
  end if;
  return pg_catalog.network(pg_catalog.set_masklen(address::pg_catalog.inet, 64))::pg_catalog.text;
exception when invalid_text_representation then
  return address;
end
$$;

create table orders (
  id bigint generated always as identity primary key,
  order_no text not null unique,
  -- A quote creates at most one order; a repeated submission finds it by this.
  quote_id text not null unique,
  submission_hash bytea not null,
  offer_type text not null,
  buyer_id text references buyers (id),
  -- Hash of a guest's cookie; null once a login has claimed the order.
  guest_hash bytea,
  country text not null,
  locale text not null,
  client_address text not null default '',
  partner_id text not null,
  -- Id of the partner's session in which the order was created; empty if there was none.
  partner_session text not null default '',
  -- What the partner's page stated about the purchase; empty if there was none.
  reference text not null default '',
  referer_url text not null default '',
  referer_order text not null default '',

  status text not null,
  exception text not null default 'none' check (exception in ('none', 'underpaid', 'overpaid', 'paid_late')),
  dispute text not null default 'none' check (dispute in ('none', 'warned', 'open', 'won', 'lost')),
  held_from text,
  hold_requested boolean not null default false,
  -- The order's money may not move: a sanctioned person is involved.
  frozen boolean not null default false,
  reason text,
  event_sequence integer not null default 0,

  pay_method text not null,
  -- Of a bank transfer: the reference that the buyer states.
  transfer_reference text unique,
  side text not null check (side in ('Pay', 'Get')),
  pay_currency text not null,
  pay_asset text not null,
  pay_decimals smallint not null,
  pay_units numeric(78, 0) not null check (pay_units > 0),
  receive_currency text not null,
  receive_asset text not null,
  receive_decimals smallint not null,
  receive_units numeric(78, 0) not null check (receive_units > 0),
  processing_fee_units numeric(78, 0) not null check (processing_fee_units >= 0),
  network_fee_units numeric(78, 0) not null check (network_fee_units >= 0),
  partner_share_units numeric(78, 0) not null default 0,
  price text not null,
  reference_price text not null,
  -- What the buyer pays, converted at the order's rate, for rules that count in euros.
  euro_cents numeric(78, 0) not null,
  requote_units numeric(78, 0),

  network text not null,
  address text not null,
  -- HMAC of the terms and the address by a key that the database does not have. Null after erasure.
  seal bytea,
  wallet_type text not null,
  exchange_name text not null,
  redirect_url text,

  current_attempt_id text,
  tries_left smallint not null,
  authorized_units numeric(78, 0) not null default 0,
  captured_units numeric(78, 0) not null default 0,
  received_units numeric(78, 0) not null default 0,
  refunded_units numeric(78, 0) not null default 0,
  -- Received in excess, or after nothing was due any more: set aside and returned separately.
  surplus_units numeric(78, 0) not null default 0,
  surplus_returned_units numeric(78, 0) not null default 0,
  -- What the acquirer withholds for open disputes, and what banks took back for good.
  disputed_units numeric(78, 0) not null default 0 check (disputed_units >= 0),
  clawed_back_units numeric(78, 0) not null default 0 check (clawed_back_units >= 0),
  capture_before timestamptz,
  payment_deadline timestamptz not null,
  deadline_at timestamptz,
  -- When the sweep sends the current step's job again, in machine time; null if nothing is to be done.
  attend_at timestamptz,

  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (refunded_units <= captured_units + received_units),
  constraint orders_surplus_check
    check (surplus_returned_units <= surplus_units and surplus_units <= received_units + captured_units)
);
comment on table orders is
  'Orders. Amounts keep the asset and digits that they were created with, whatever the configuration says later.';
create index orders_by_deadline on orders (deadline_at) where deadline_at is not null;
create index orders_to_attend on orders (attend_at) where attend_at is not null;
create index orders_by_buyer on orders (buyer_id, id desc);
create index orders_by_guest on orders (guest_hash) where guest_hash is not null;
create index orders_by_address on orders (address, created_at);
create index orders_by_buyer_time on orders (buyer_id, created_at) where buyer_id is not null;
create index orders_by_partner on orders (partner_id, id) where partner_id <> '0';
create index orders_by_partner_reference on orders (partner_id, reference, id) where reference <> '';
create index orders_by_partner_session on orders (partner_session, id) where partner_session <> '';
-- The last delivered orders of a network and a method: offers say how long they took.
create index orders_delivered on orders (offer_type, network, pay_method, id desc) where status = 'delivered';
create index orders_by_client_network on orders (client_network(client_address), created_at) where client_address <> '';
-- The console's list of orders: by time, and filtered. Time, country, method and crypto of an order never change.
create index orders_by_time on orders (created_at, id);
create index orders_by_country on orders (country, created_at, id);
create index orders_by_method on orders (pay_method, created_at, id);
create index orders_by_crypto on orders (receive_currency, created_at, id);
create index orders_by_status_time on orders (status, created_at, id);
create index orders_of_exception on orders (exception, created_at, id) where exception <> 'none';
create index orders_of_dispute on orders (dispute, created_at, id) where dispute <> 'none';
-- Search by the beginning of an order number.
create index orders_by_number_beginning on orders (order_no text_pattern_ops);
create index orders_by_paid on orders (pay_units, created_at);
-- Candidates for a transfer without a reference: orders of the same amount.
create index orders_by_transfer_amount on orders (pay_currency, pay_units, id) where transfer_reference is not null;
-- Orders of at least some worth, which never changes.
create index orders_by_worth on orders (euro_cents);

-- A role that may not record payments may not claim one either, nor lift a freeze: it creates orders, and moves them
-- only as far as a buyer's own decision does.
create function refuse_status_of_money() returns trigger language plpgsql as $$
begin
  if pg_catalog.has_column_privilege(tg_relid, 'captured_units', 'update') then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.status = 'awaiting_payment' and not new.frozen then
      return new;
    end if;
  elsif (new.frozen or not old.frozen) and (
    new.status = old.status
    or old.status in ('awaiting_payment', 'awaiting_identity', 'awaiting_consent') and (
      new.status in ('authorizing', 'awaiting_identity', 'awaiting_consent', 'capturing', 'voiding', 'cancelled', 'on_hold')
      or new.status in ('paid', 'refunding') and new.captured_units + new.received_units > 0
    )
  ) then
    return new;
  end if;
  raise exception 'the role % may not make an order %', current_user, new.status using errcode = 'insufficient_privilege';
end
$$;
create trigger orders_status_of_money before insert or update of status, frozen on orders for each row
  execute function refuse_status_of_money();

-- Refuses an order of a closed account. The key share lock waits for a transaction that is closing it.
create function refuse_order_of_closed_buyer() returns trigger language plpgsql as $$
declare
  closed timestamptz;
begin
  select closed_at into closed from buyers where id = new.buyer_id for key share;
  if closed is not null then
    raise exception 'the account % is closed', new.buyer_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger orders_of_open_buyers before insert or update of buyer_id on orders
  for each row when (new.buyer_id is not null) execute function refuse_order_of_closed_buyer();

-- Returns the time at which an order may be created from a quote; no row if the quote has expired or its crypto is a
-- different asset now. Locks the configuration until the transaction ends: a change waits for the order and then finds
-- it. Each statement sees what was committed before it began, so the row is read after the wait. Rows of cryptos are
-- never deleted: if there is none, none was changed.
create function insert_quote(expire_time bigint, crypto text, asset text, decimals integer)
returns setof timestamptz language plpgsql as $$
declare
  at timestamptz;
begin
  perform pg_advisory_xact_lock_shared(hashtext('configuration'));
  at := slipway_now();
  if at >= to_timestamp(expire_time) then
    return;
  end if;
  if exists (
    select from configuration c
    left join configuration n on n.kind = 'network' and n.key = c.value ->> 'network'
    where c.kind = 'crypto' and c.key = insert_quote.crypto and not coalesce(
      (c.value ->> 'decimals')::integer = insert_quote.decimals
      and (n.value ->> 'chain') || '/'
        || case when c.value ->> 'asset' like 'slip44:%' then '' else (n.value ->> 'tokens') || ':' end
        || (c.value ->> 'asset') = insert_quote.asset, false)
  ) then
    return;
  end if;
  return next at;
end
$$;

-- As insert_quote, and excludes closing or blocking the account meanwhile: the later one waits, and then sees the earlier
-- one.
create function insert_order(buyer text, expire_time bigint, crypto text, asset text, decimals integer)
returns setof timestamptz language plpgsql as $$
begin
  if buyer is not null then
    perform from buyers b where b.id = insert_order.buyer and b.closed_at is null for key share;
    if not found then
      raise exception 'the account is closed' using errcode = 'check_violation', constraint = 'buyer_is_open';
    end if;
    if exists (select from buyer_blocks b where b.buyer_id = insert_order.buyer) then
      raise exception 'the account may not buy' using errcode = 'check_violation', constraint = 'buyer_may_buy';
    end if;
  end if;
  return query select * from insert_quote(expire_time, crypto, asset, decimals);
end
$$;

create table order_events (
  order_id bigint not null references orders (id),
  sequence integer not null,
  kind text not null,
  -- Identifies the fact (`subject:status:amount`): reported twice it counts once.
  key text not null,
  data jsonb not null,
  from_status text not null,
  to_status text not null,
  -- No transition exists for the fact: it was recorded and changed nothing.
  unexpected boolean not null default false,
  at timestamptz not null,
  primary key (order_id, sequence),
  unique (order_id, key)
);
comment on table order_events is 'Every event of an order. Append only.';
-- Deliveries by time.
create index order_events_delivered on order_events (at)
  where kind in ('payout_confirmed', 'payout_reorged') and not unexpected;
-- For reports; small, since the table only grows at its end.
create index order_events_by_time on order_events using brin (at);
create trigger order_events_append_only before update or delete on order_events for each statement
  execute function refuse_ledger_change();

create table order_steps (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  step text not null,
  -- The payment attempt or other subject of the step; empty for the order itself.
  subject text not null,
  -- How often the step had run when this row was last written.
  try integer not null,
  -- How often in a row it ended like this: the same outcome again makes no new row.
  times integer not null default 1,
  outcome text not null check (outcome in ('ok', 'refused', 'pending', 'unavailable', 'unknown', 'idle', 'failed')),
  -- Our name of the refusal.
  refusal text,
  -- The vendor's text, without secrets and personal data.
  message text not null,
  -- The event that it caused, or what it waits for.
  conclusion text not null,
  milliseconds integer not null,
  first_at timestamptz not null,
  at timestamptz not null
);
comment on table order_steps is
  'The journal of steps: what each step of an order requested outside, the outcome, and since when it waits.';
create index order_steps_by_order on order_steps (order_id, id);
create index order_steps_by_message_age on order_steps (at) where message <> '';

-- Records a run of a step; counts up the newest row if the outcome is the same. A function, since its statements are
-- planned once per connection and every step of every order calls it.
create function journal_step(
  for_order bigint, of_step text, about text, ended text, refused text, vendor_message text, concluded text, took integer
) returns void language plpgsql as $$
declare
  newest record;
  present timestamptz := slipway_now();
begin
  select id, try, outcome = ended and refusal is not distinct from refused and message = vendor_message and conclusion = concluded as alike
    into newest from order_steps
    where order_id = for_order and step = of_step and subject = about order by id desc limit 1;
  if newest.alike then
    update order_steps set try = try + 1, times = times + 1, milliseconds = took, at = present where id = newest.id;
  else
    insert into order_steps (order_id, step, subject, try, outcome, refusal, message, conclusion, milliseconds, first_at, at)
    values (for_order, of_step, about, coalesce(newest.try, 0) + 1, ended, refused, vendor_message, concluded, took, present, present);
  end if;
end
$$;

create table waiting_facts (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  key text not null,
  kind text not null,
  facts jsonb not null,
  arrived_at timestamptz not null,
  unique (order_id, key)
);
comment on table waiting_facts is
  'Facts that arrived before the order could take them. They are offered again after each change of the order.';

create table order_claims (
  order_id bigint not null references orders (id),
  number integer not null,
  kind text not null check (kind in ('received', 'clawed_back', 'refunded', 'sent')),
  -- The refund or payout; empty for what was reported about the order itself.
  subject text not null,
  -- True if we did or requested it, so that it counts against what the order has.
  initiated_here boolean not null,
  units numeric(78, 0) not null check (units <> 0),
  -- The totals after this entry.
  received numeric(78, 0) not null check (received >= 0),
  clawed_back numeric(78, 0) not null check (clawed_back >= 0),
  refunded numeric(78, 0) not null check (refunded >= 0),
  sent numeric(78, 0) not null check (sent >= 0),
  at timestamptz not null,
  primary key (order_id, number),
  constraint no_more_than_received check (not initiated_here or units < 0 or received >= clawed_back + refunded + sent)
);
comment on table order_claims is
  'Running totals of the claims on an order''s money. Only triggers write it, so that no code can omit an entry.';
create trigger order_claims_append_only before update or delete on order_claims for each statement
  execute function refuse_ledger_change();

-- Appends a claim. Takes the order's lock unless the caller has it: two claims never start from the same totals.
-- Security definer, as are the triggers that call it: no role may write claims itself.
create function claim_of_order(for_order bigint, of_kind text, about text, by_us boolean, amount numeric)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  newest order_claims;
begin
  if amount = 0 then return; end if;
  perform 1 from orders where id = for_order for no key update;
  select * into newest from order_claims where order_id = for_order order by number desc limit 1;
  insert into order_claims (order_id, number, kind, subject, initiated_here, units, received, clawed_back, refunded, sent, at)
  values (
    for_order, coalesce(newest.number, 0) + 1, of_kind, about, by_us, amount,
    coalesce(newest.received, 0) + case when of_kind = 'received' then amount else 0 end,
    coalesce(newest.clawed_back, 0) + case when of_kind = 'clawed_back' then amount else 0 end,
    coalesce(newest.refunded, 0) + case when of_kind = 'refunded' then amount else 0 end,
    coalesce(newest.sent, 0) + case when of_kind = 'sent' then amount else 0 end,
    slipway_now());
end
$$;
revoke execute on function claim_of_order(bigint, text, text, boolean, numeric) from public;

-- Records what an order received, and what disputes and banks took back.
create function claim_order_money() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform claim_of_order(new.id, 'received', '', false,
    new.captured_units + new.received_units - old.captured_units - old.received_units);
  perform claim_of_order(new.id, 'clawed_back', '', false,
    new.disputed_units + new.clawed_back_units - old.disputed_units - old.clawed_back_units);
  return null;
end
$$;
create trigger orders_claim after update of captured_units, received_units, disputed_units, clawed_back_units on orders
  for each row execute function claim_order_money();

create table ended_orders (
  status text primary key,
  count bigint not null
);
comment on table ended_orders is
  'How many orders have ended in each state, so that counting does not read every order. Orders in progress are few '
  'and counted directly.';

create table ended_order_changes (
  id bigint generated always as identity primary key,
  status text not null,
  change integer not null
);
comment on table ended_order_changes is
  'Changes of those counts that are not yet summed up: one row per order and state that it entered or left.';

-- True for a final state.
create function is_ended(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('delivered', 'refunded', 'cancelled', 'expired', 'failed')
$$;

-- Records that an order entered or left a final state.
create function note_ended_order() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ended_order_changes (status, change)
    select status, change from (values (old.status, -1), (new.status, 1)) as moved (status, change)
    where is_ended(status);
  return null;
end
$$;
create trigger orders_ended after update of status on orders
  for each row when (old.status <> new.status and (is_ended(old.status) or is_ended(new.status)))
  execute function note_ended_order();

-- Adds up to `most` changes to the counts; returns how many there were.
create function sum_ended_orders(most integer) returns integer language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
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
end
$$;
revoke execute on function sum_ended_orders(integer) from public;
