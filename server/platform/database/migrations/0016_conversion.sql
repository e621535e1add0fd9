-- Orders at the venue.

create table conversions (
  client_order_id text primary key,
  order_id bigint not null references orders (id),
  side text not null default 'buy' check (side in ('buy', 'sell')),
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
  -- The venue's ids of what is booked already.
  venue_orders jsonb not null default '[]',
  -- The lease. Its value identifies the holder: the next holder sets a later one. A venue may forget a client order id
  -- once its order is closed.
  claimed_until timestamptz,
  -- How often it was sent: after more than once, the venue may have accepted the same id more than once.
  sends smallint not null default 0,
  -- When it is checked outside the steps of its order, in machine time.
  ask_at timestamptz default (clock_timestamp() + interval '1 minute'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, side, part)
);
comment on table conversions is 'Orders at the venue. Only the process that holds the lease sends one.';
create index conversions_ask_at on conversions (ask_at) where ask_at is not null;
create index conversions_by_time on conversions (updated_at);
