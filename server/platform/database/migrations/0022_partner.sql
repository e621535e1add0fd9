-- Partners: keys, sessions, events and payments.

create table partner_keys (
  key_id text primary key,
  partner_id text not null,
  -- SHA-256 of 32 random bytes, which need no slow hash.
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  -- Ed25519. Only the partner has the private key.
  public_key bytea not null check (octet_length(public_key) = 32),
  created_at timestamptz not null,
  -- Null for the newest one.
  retires_at timestamptz,
  -- To the hour.
  last_used_at timestamptz
);
comment on table partner_keys is 'API keys of partners'' servers.';
create unique index partner_keys_newest on partner_keys (partner_id) where retires_at is null;
create index partner_keys_by_partner on partner_keys (partner_id);

create table partner_link_keys (
  id text primary key,
  partner_id text not null,
  -- AES-256-GCM under a key derived from SLIPWAY_SECRET.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Null for the newest one.
  retires_at timestamptz
);
comment on table partner_link_keys is 'Keys with which partners sign links.';
create index partner_link_keys_by_partner on partner_link_keys (partner_id);
create unique index partner_link_keys_newest on partner_link_keys (partner_id) where retires_at is null;

create table partner_nonces (
  key_id text not null references partner_keys (key_id) on delete cascade,
  nonce text not null,
  -- Machine time: partners sign by their own clocks.
  expires_at timestamptz not null,
  primary key (key_id, nonce)
);
comment on table partner_nonces is 'Request signatures that were used, until they expire.';
create index partner_nonces_by_age on partner_nonces (expires_at);

create table partner_writes (
  partner_id text not null,
  call text not null,
  idempotency_key text not null,
  -- SHA-256 of the request.
  request_hash bytea not null,
  -- AES-256-GCM under a key derived from SLIPWAY_SECRET, since some answers grant access. Null only within the first
  -- transaction.
  sealed_answer bytea,
  created_at timestamptz not null,
  primary key (partner_id, call, idempotency_key)
);
comment on table partner_writes is
  'Writes of partners'' servers by idempotency key: a repeated request gets the same answer.';
create index partner_writes_by_age on partner_writes (created_at);

create table partner_sessions (
  id text primary key,
  partner_id text not null,
  -- SHA-256 of what opens it: the session's token, or the mark of a signed link.
  opener_hash bytea not null unique,
  terms jsonb not null,
  created_at timestamptz not null,
  -- Until when it can be opened.
  expires_at timestamptz not null,
  opened_at timestamptz,
  -- SHA-256 of the proof that the page which opened it creates its orders with.
  proof_hash bytea unique
);
comment on table partner_sessions is
  'What a partner has fixed for one purchase, through its server or a signed link. Opened once.';
create index partner_sessions_by_age on partner_sessions (created_at);

create table partner_refund_requests (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  partner_id text not null,
  key_id text not null,
  reason text not null,
  requested_at timestamptz not null
);
comment on table partner_refund_requests is
  'Refunds that partners'' servers have requested. An operator decides; the request itself has no effect.';
create index partner_refund_requests_by_order on partner_refund_requests (order_id);

create table partner_endpoints (
  partner_id text primary key,
  -- Null: enabled.
  disabled_reason text,
  backoff_until timestamptz,
  -- How often the endpoint asked to slow down since the last success.
  backoff_count integer not null default 0
);
comment on table partner_endpoints is 'Where a partner''s events are sent. Created with the first secret.';

create table partner_secrets (
  id bigint generated always as identity primary key,
  partner_id text not null references partner_endpoints (partner_id),
  -- AES-256-GCM under a key derived from SLIPWAY_SECRET.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Null for the newest one.
  retires_at timestamptz
);
comment on table partner_secrets is 'Secrets that sign webhooks to partners.';
create index partner_secrets_by_partner on partner_secrets (partner_id);
create unique index partner_secrets_newest on partner_secrets (partner_id) where retires_at is null;

-- Positions of partners' events, assigned after the commit.
create sequence partner_event_positions;

create table partner_events (
  entry bigint generated always as identity primary key,
  -- The same for every attempt and replay: receivers drop an id that they know.
  id text not null unique,
  partner_id text not null,
  -- Null for a test event.
  order_id bigint references orders (id),
  -- What is delivered in order: an order's number, or the id of a test.
  lane text not null,
  sequence integer not null,
  type text not null,
  -- The bytes that are signed and sent.
  body text not null,
  created_at timestamptz not null,
  -- Assigned after the commit, one at a time: a reader that has seen a position has seen all earlier ones. Null for
  -- tests.
  position bigint unique,
  -- `unaddressed`: the partner had no endpoint.
  delivery text not null check (delivery in ('unaddressed', 'waiting', 'taken', 'given_up')),
  unique (lane, sequence)
);
comment on table partner_events is 'Events for partners about their orders: written with the change, delivered later.';
create index partner_events_unnumbered on partner_events (entry) where "position" is null and order_id is not null;
create index partner_events_waiting on partner_events (lane, sequence) where delivery = 'waiting';
create index partner_events_by_partner on partner_events (partner_id, created_at);
create index partner_events_by_order on partner_events (order_id);
create index partner_events_by_age on partner_events (created_at);
create index partner_events_by_position on partner_events (partner_id, "position") where "position" is not null;
-- A partner's events by delivery state, newest first.
create index partner_events_by_delivery on partner_events (partner_id, delivery, entry);

create table partner_lanes (
  lane text primary key,
  partner_id text not null,
  tries integer not null default 0,
  due_at timestamptz not null,
  -- Machine time.
  leased_until timestamptz,
  lease text
);
comment on table partner_lanes is 'Lanes with waiting events: when the first one is due, and which worker has it.';
create index partner_lanes_due on partner_lanes (partner_id, due_at);
create index partner_lanes_in_hand on partner_lanes (partner_id, leased_until) where leased_until is not null;

create table partner_deliveries (
  id bigint generated always as identity primary key,
  event_entry bigint not null references partner_events (entry) on delete cascade,
  try integer not null,
  at timestamptz not null,
  -- Null: no response.
  status integer,
  -- The beginning of the response, or why there was none.
  answer text not null,
  milliseconds integer not null
);
comment on table partner_deliveries is 'Attempts to deliver an event.';
create index partner_deliveries_by_event on partner_deliveries (event_entry);
create index partner_deliveries_by_age on partner_deliveries (at);

create table partner_payments (
  entry_id text primary key references bank_entries (id),
  partner_id text not null,
  -- As in the ledger: positive units were paid, negative ones came back.
  asset text not null,
  units numeric(78, 0) not null check (units <> 0),
  -- Covers shares of deliveries before this time.
  until timestamptz not null,
  request_id bigint not null unique references operator_requests (id),
  paid_at timestamptz not null
);
comment on table partner_payments is
  'Bank bookings that paid a partner''s shares or returned such a payment, each once.';
create index partner_payments_by_partner on partner_payments (partner_id, paid_at);
