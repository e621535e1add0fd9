-- What a partner has fixed for one purchase: by its server, or in a link that it signed. It is opened once.
create table partner_sessions (
  id text primary key,
  partner_id text not null,
  -- SHA-256 of what opens it: the session's token, or the mark that a signed link can be used once by.
  opener_hash bytea not null unique,
  terms jsonb not null,
  created_at timestamptz not null,
  -- Until when it can be opened.
  expires_at timestamptz not null,
  opened_at timestamptz,
  -- SHA-256 of what the page that opened it makes its orders with.
  proof_hash bytea unique
);
create index partner_sessions_by_age on partner_sessions (created_at);

-- By the id: what the order was made within; '' for a purchase that nobody has fixed anything of.
alter table orders add column partner_session text not null default '';
create index orders_by_partner_session on orders (partner_session, id) where partner_session <> '';

-- A partner signs links with these.
create table partner_link_keys (
  id text primary key,
  partner_id text not null,
  -- AES-256-GCM under a key derived from SLIPWAY_SECRET.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Null: the newest one.
  retires_at timestamptz
);
create index partner_link_keys_by_partner on partner_link_keys (partner_id);
create unique index partner_link_keys_newest on partner_link_keys (partner_id) where retires_at is null;

-- A partner's account of a buyer is apart from the buyer's own: the partner answers for who they are.
alter table buyers add column partner_id text not null default '0';
drop index buyers_email_once;
create unique index buyers_email_once on buyers (email, partner_id) where closed_at is null;

-- One use, one minute.
create table minted_tokens (
  token_hash bytea primary key,
  buyer_id text not null references buyers (id),
  partner_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index minted_tokens_by_age on minted_tokens (expires_at);
