-- Time, configuration read by the worker, and the buyers. All counts of money are numeric and whole: minor units.

create table clock (
  only_row boolean primary key default true check (only_row),
  -- Only the sandbox moves it; a production server refuses to start when it is not zero.
  offset_seconds bigint not null default 0
);
insert into clock default values;

create function slipway_now() returns timestamptz language sql volatile as
$$ select clock_timestamp() + offset_seconds * interval '1 second' from clock $$;

-- Market data: written by the worker, read by every api process.

create table market_prices (
  base text not null,
  quote text not null,
  mid text not null,
  -- null while the sources disagree, are too few or have jumped: no quote is made from it
  trusted boolean not null,
  distrust_reason text,
  sources text[] not null,
  open_24h text,
  quote_volume_24h text,
  -- Machine time, not the movable clock: freshness is about the feed, not about the story told by a test.
  observed_at timestamptz not null,
  primary key (base, quote)
);

create table price_history (
  base text not null,
  quote text not null,
  mid text not null,
  minute timestamptz not null,
  primary key (base, quote, minute)
);

create table fiat_rates (
  currency text primary key,
  -- Units of this currency for one euro.
  per_euro text not null,
  sources text[] not null,
  daily_only boolean not null,
  observed_at timestamptz not null
);

create table network_fees (
  network text not null,
  asset text not null,
  native_units numeric(78, 0) not null,
  observed_at timestamptz not null,
  primary key (network, asset)
);

-- Buyers and their sessions.

create table buyers (
  id text primary key,
  email text not null unique,
  kyc_level smallint not null default 0 check (kyc_level between 0 and 2),
  -- Known to the identity verifier instead of our own id or the e-mail address.
  verifier_reference text not null unique,
  acquirer_customer_id text,
  created_at timestamptz not null
);

create table login_codes (
  id bigint generated always as identity primary key,
  email text not null,
  -- scrypt of the code with the salt; the code itself is nowhere.
  code_hash bytea not null,
  salt bytea not null,
  -- Hash of the cookie of the browser that asked: a code works only there.
  request_hash bytea not null,
  tries_left smallint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_codes_by_email on login_codes (email, created_at desc);

create table sessions (
  id bigint generated always as identity primary key,
  buyer_id text not null references buyers (id),
  -- Both are needed: the token that scripts hold, and the cookie that they cannot read.
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_by_buyer on sessions (buyer_id) where ended_at is null;

create table kyc_profiles (
  buyer_id text primary key references buyers (id),
  first_name text not null,
  last_name text not null,
  birth_date date not null,
  citizenship text not null,
  city text not null,
  purpose text not null,
  phone text not null,
  outcome text not null check (outcome in ('approved', 'refused', 'under_review')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table identity_checks (
  buyer_id text primary key references buyers (id),
  provider text not null,
  applicant_id text,
  status text not null check (status in ('needs_info', 'processing', 'accepted', 'rejected')),
  retryable boolean not null default false,
  message text not null default '',
  opened_at timestamptz not null,
  updated_at timestamptz not null
);

create table saved_addresses (
  id text primary key,
  buyer_id text not null references buyers (id),
  crypto text not null,
  network text not null,
  address text not null,
  name text not null default '' check (char_length(name) <= 25),
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index saved_addresses_once on saved_addresses (buyer_id, crypto, address) where deleted_at is null;

create table saved_cards (
  id text primary key,
  buyer_id text not null references buyers (id),
  acquirer text not null,
  payment_method_id text not null,
  brand text not null,
  last4 text not null,
  expiry_month smallint not null,
  expiry_year smallint not null,
  fingerprint text not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index saved_cards_once on saved_cards (buyer_id, fingerprint) where deleted_at is null;

create table billing_addresses (
  buyer_id text primary key references buyers (id),
  name text not null,
  country text not null,
  city text not null,
  zip text not null,
  address text not null,
  updated_at timestamptz not null
);

-- What came in from outside, before anything is made of it; and what goes out.

create table webhook_inbox (
  id bigint generated always as identity primary key,
  provider text not null,
  event_id text not null,
  kind text not null,
  subject_id text not null,
  raw_body bytea not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  unique (provider, event_id)
);

create table mail_outbox (
  id text primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  leased_until timestamptz,
  sent_at timestamptz
);

create table operator_alerts (
  id bigint generated always as identity primary key,
  order_id bigint,
  kind text not null,
  facts jsonb not null,
  created_at timestamptz not null
);

-- A process that follows the clock hears at once when the sandbox moves it.
create function announce_clock() returns trigger language plpgsql as $$
begin
  perform pg_notify('clock_moved', '');
  return null;
end $$;
create trigger clock_announced after update on clock for each statement execute function announce_clock();
