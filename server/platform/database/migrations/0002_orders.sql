-- Orders, what happened to them, and what was done for them outside.

create table orders (
  id bigint generated always as identity primary key,
  order_no text not null unique,
  -- One quote makes at most one order; the same submission again finds it by this.
  quote_id text not null unique,
  submission_hash bytea not null,
  offer_type text not null,
  buyer_id text references buyers (id),
  -- Hash of the cookie of a guest; cleared when a login claims the order.
  guest_hash bytea,
  country text not null,
  locale text not null,
  partner_id text not null,

  status text not null,
  exception text not null default 'none' check (exception in ('none', 'underpaid', 'overpaid', 'paid_late')),
  dispute text not null default 'none' check (dispute in ('none', 'warned', 'open', 'won', 'lost')),
  held_from text,
  hold_requested boolean not null default false,
  reason text,
  event_sequence integer not null default 0,

  pay_method text not null,
  side text not null check (side in ('Pay', 'Get')),
  pay_currency text not null,
  pay_units numeric(78, 0) not null check (pay_units > 0),
  receive_currency text not null,
  receive_units numeric(78, 0) not null check (receive_units > 0),
  processing_fee_units numeric(78, 0) not null check (processing_fee_units >= 0),
  network_fee_units numeric(78, 0) not null check (network_fee_units >= 0),
  price text not null,
  reference_price text not null,
  -- What the buyer pays, in euro cents at the order's rate, for the rules that count in euros.
  euro_cents numeric(78, 0) not null,
  requote_units numeric(78, 0),

  network text not null,
  address text not null,
  -- Binds the address to the order: the payout checks it before signing.
  address_mac bytea not null,
  wallet_type text not null,
  exchange_name text not null,
  redirect_url text,

  current_attempt_id text,
  tries_left smallint not null,
  authorized_units numeric(78, 0) not null default 0,
  captured_units numeric(78, 0) not null default 0,
  received_units numeric(78, 0) not null default 0,
  refunded_units numeric(78, 0) not null default 0,
  capture_before timestamptz,
  payment_deadline timestamptz not null,
  deadline_at timestamptz,
  -- When the sweep sends the current step's job again, in machine time; null when nothing is to be done.
  attend_at timestamptz,

  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (refunded_units <= captured_units + received_units)
);
create index orders_by_deadline on orders (deadline_at) where deadline_at is not null;
create index orders_to_attend on orders (attend_at) where attend_at is not null;
create index orders_by_buyer on orders (buyer_id, id desc);
create index orders_by_guest on orders (guest_hash) where guest_hash is not null;

create table order_events (
  order_id bigint not null references orders (id),
  sequence integer not null,
  kind text not null,
  -- What the event says (`subject:status:amount`): a fact told twice counts once.
  key text not null,
  data jsonb not null,
  from_status text not null,
  to_status text not null,
  -- A fact without a row in the table: recorded, never thrown.
  unexpected boolean not null default false,
  at timestamptz not null,
  primary key (order_id, sequence),
  unique (order_id, key)
);

create function announce_order_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('order_events', (select order_no from orders where id = new.order_id) || ' ' || new.sequence);
  return null;
end $$;
create trigger order_events_announced after insert on order_events
  for each row execute function announce_order_event();

create table payment_attempts (
  id text primary key,
  order_id bigint not null references orders (id),
  -- Made by the browser once for each press of Pay.
  submission_id uuid not null,
  confirmation_token text,
  saved_card_id text references saved_cards (id),
  save_card boolean not null,
  status text not null check (status in ('submitted', 'requires_action', 'authorized', 'declined', 'captured', 'voided')),
  payment_id text unique,
  client_secret text,
  refusal text,
  payment_method_id text,
  brand text,
  last4 text,
  expiry_month smallint,
  expiry_year smallint,
  fingerprint text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, submission_id)
);

create table refunds (
  id text primary key,
  order_id bigint not null references orders (id),
  payment_id text not null,
  units numeric(78, 0) not null check (units > 0),
  status text not null check (status in ('requested', 'pending', 'settled', 'failed')),
  acquirer_refund_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_live_refund_per_receipt on refunds (payment_id) where status <> 'failed';

create table conversions (
  client_order_id text primary key,
  order_id bigint not null references orders (id),
  part smallint not null,
  venue text not null,
  base text not null,
  quote text not null,
  base_amount text not null,
  limit_price text not null,
  status text not null check (status in ('requested', 'open', 'closed', 'canceled', 'refused')),
  filled_base text not null default '0',
  cost text not null default '0',
  fees jsonb not null default '[]',
  -- One worker at a time asks and executes: a venue may forget a client order id once its order is closed.
  claimed_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, part)
);

create table payouts (
  id text primary key,
  order_id bigint not null references orders (id),
  network text not null,
  asset text not null,
  from_address text not null,
  to_address text not null,
  units numeric(78, 0) not null check (units > 0),
  -- EVM only.
  nonce bigint,
  status text not null check (status in ('signed', 'broadcast', 'confirmed', 'final', 'reverted', 'abandoned')),
  transaction_id text,
  confirmations integer not null default 0,
  fee_units numeric(78, 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_live_payout_per_order on payouts (order_id) where status not in ('reverted', 'abandoned');
-- A nonce is never given away again, whatever became of its payout.
create unique index one_payout_per_nonce on payouts (network, from_address, nonce) where nonce is not null;
create index payouts_to_watch on payouts (network, from_address) where status in ('signed', 'broadcast', 'confirmed');

-- Every signed form of a payout, stored before it is sent: after a crash the same bytes go out again.
create table payout_variants (
  payout_id text not null references payouts (id),
  number smallint not null,
  unsigned jsonb not null,
  transaction_id text not null unique,
  bytes text not null,
  created_at timestamptz not null,
  broadcast_at timestamptz,
  primary key (payout_id, number)
);

create table payout_inputs (
  network text not null,
  txid text not null,
  output_index integer not null,
  payout_id text not null references payouts (id),
  live boolean not null default true,
  primary key (payout_id, txid, output_index)
);
create unique index one_live_payout_per_outpoint on payout_inputs (network, txid, output_index) where live;

create table risk_decisions (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  rule text not null,
  outcome text not null check (outcome in ('clear', 'hold')),
  facts jsonb not null,
  at timestamptz not null
);
