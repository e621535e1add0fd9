-- What a partner's page has said of a purchase; '' where nobody said.
alter table orders
  add column reference text not null default '',
  add column referer_url text not null default '',
  add column referer_order text not null default '';

-- What partners are told of their orders: written with the change itself, delivered later.

create table partner_events (
  entry bigint generated always as identity primary key,
  -- The same at every try and every replay: a receiver drops an id that it knows.
  id text not null unique,
  partner_id text not null,
  -- Null: a test.
  order_id bigint references orders (id),
  -- What is delivered in order: an order's number, the id of a test.
  lane text not null,
  sequence integer not null,
  type text not null,
  -- The bytes that are signed and sent.
  body text not null,
  created_at timestamptz not null,
  -- Given after the commit, one at a time: a reader that has seen a position has seen every earlier one. Never of a test.
  position bigint unique,
  -- unaddressed: the partner had no endpoint.
  delivery text not null check (delivery in ('unaddressed', 'waiting', 'taken', 'given_up')),
  unique (lane, sequence)
);
create index partner_events_unnumbered on partner_events (entry) where position is null and order_id is not null;
create index partner_events_waiting on partner_events (lane, sequence) where delivery = 'waiting';
create index partner_events_by_partner on partner_events (partner_id, created_at);
create index partner_events_by_order on partner_events (order_id);
create index partner_events_by_age on partner_events (created_at);
create sequence partner_event_positions;

-- A row while anything of a lane waits: when its first waiting event is due, and who has it in hand.
create table partner_lanes (
  lane text primary key,
  partner_id text not null,
  tries integer not null default 0,
  due_at timestamptz not null,
  -- Machine time: a lease is about processes.
  leased_until timestamptz,
  lease text
);
create index partner_lanes_due on partner_lanes (partner_id, due_at);
create index partner_lanes_in_hand on partner_lanes (partner_id, leased_until) where leased_until is not null;

-- Where a partner's events go; made with the first secret.
create table partner_endpoints (
  partner_id text primary key,
  -- Null: it is on.
  off_reason text,
  slowed_until timestamptz,
  -- How often it asked for less since it took something.
  slowed_times integer not null default 0
);

create table partner_secrets (
  id bigint generated always as identity primary key,
  partner_id text not null references partner_endpoints (partner_id),
  -- AES-256-GCM under a key derived from SLIPWAY_SECRET.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Null: the newest one.
  retires_at timestamptz
);
create index partner_secrets_by_partner on partner_secrets (partner_id);
create unique index partner_secrets_newest on partner_secrets (partner_id) where retires_at is null;

-- One row for each try.
create table partner_deliveries (
  id bigint generated always as identity primary key,
  event_entry bigint not null references partner_events (entry) on delete cascade,
  try integer not null,
  at timestamptz not null,
  -- Null: no answer came.
  status integer,
  -- The answer's beginning, or why none came.
  answer text not null,
  milliseconds integer not null
);
create index partner_deliveries_by_event on partner_deliveries (event_entry);
create index partner_deliveries_by_age on partner_deliveries (at);
