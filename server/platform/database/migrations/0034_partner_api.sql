-- What a partner's server shows.
create table partner_keys (
  key_id text primary key,
  partner_id text not null,
  -- SHA-256 of 32 random bytes: there is nothing to guess, so that no slow hash is needed.
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  -- Ed25519. The private key is the partner's alone.
  public_key bytea not null check (octet_length(public_key) = 32),
  created_at timestamptz not null,
  -- Null: the newest one.
  retires_at timestamptz,
  -- To the hour.
  last_used_at timestamptz
);
create unique index partner_keys_newest on partner_keys (partner_id) where retires_at is null;
create index partner_keys_by_partner on partner_keys (partner_id);

-- Signatures that were used, until they expire by themselves.
create table partner_nonces (
  key_id text not null references partner_keys (key_id) on delete cascade,
  nonce text not null,
  -- Machine time: a signature is made by a clock that we do not move.
  expires_at timestamptz not null,
  primary key (key_id, nonce)
);
create index partner_nonces_by_age on partner_nonces (expires_at);

-- What a partner's server has had done: the same again is answered the same.
create table partner_writes (
  partner_id text not null,
  call text not null,
  idempotency_key text not null,
  -- SHA-256 of the request.
  request_hash bytea not null,
  -- AES-256-GCM under a key derived from SLIPWAY_SECRET: some answers open something. Null within the first transaction alone.
  sealed_answer bytea,
  created_at timestamptz not null,
  primary key (partner_id, call, idempotency_key)
);
create index partner_writes_by_age on partner_writes (created_at);

-- What partners' servers have asked the operator for. Nothing happens by it: a person decides, and says so by a command.
create table partner_refund_requests (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  partner_id text not null,
  key_id text not null,
  reason text not null,
  asked_at timestamptz not null
);
create index partner_refund_requests_by_order on partner_refund_requests (order_id);

create index orders_by_partner on orders (partner_id, id) where partner_id <> '0';
create index orders_by_partner_reference on orders (partner_id, reference, id) where reference <> '';
create index partner_events_by_position on partner_events (partner_id, position) where position is not null;
