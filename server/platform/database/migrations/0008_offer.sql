-- Offers of other providers.

create table offers (
  quote_id text not null,
  offer_type text not null,
  pay_method text not null,
  pay_asset text not null,
  pay_decimals smallint not null,
  pay_units numeric(78, 0) not null check (pay_units > 0),
  receive_asset text not null,
  receive_decimals smallint not null,
  receive_units numeric(78, 0) not null check (receive_units > 0),
  processing_fee_units numeric(78, 0) not null check (processing_fee_units >= 0),
  network_fee_units numeric(78, 0) not null check (network_fee_units >= 0),
  affiliate_fee_units numeric(78, 0) not null check (affiliate_fee_units >= 0),
  offered_at timestamptz not null,
  primary key (quote_id, offer_type, pay_method)
);
comment on table offers is
  'Offers of other providers for a quote. Orders of other providers are created from these rows only, never from what '
  'a browser sends.';
create index offers_by_age on offers (offered_at);

create table provider_answers (
  minute timestamptz not null,
  provider text not null,
  outcome text not null check (outcome in ('ok', 'refused', 'unavailable', 'left_out', 'limited')),
  -- The upper bound of the response time.
  within_ms integer not null,
  times integer not null check (times > 0),
  primary key (minute, provider, outcome, within_ms)
);
comment on table provider_answers is
  'How other providers responded, counted per minute by all processes. Kept for a day.';

create table test_quotes (
  id bigint generated always as identity primary key,
  provider text not null,
  requested_by text not null,
  -- What would be bought: {"pay", "payCurrency", "crypto", "method", "country"}.
  question jsonb not null,
  requested_at timestamptz not null default slipway_now(),
  -- When a worker started; if it dies, another one may start after a minute.
  started_at timestamptz,
  answered_at timestamptz,
  milliseconds integer,
  answer jsonb,
  check ((answered_at is null) = (answer is null)),
  check ((answered_at is null) = (milliseconds is null))
);
comment on table test_quotes is
  'Test requests to a provider that operators start in the console, one at a time per provider. A worker executes '
  'them, even if the provider is disabled.';
create unique index test_quotes_open on test_quotes (provider) where answered_at is null;
create index test_quotes_of_provider on test_quotes (provider, id desc);

create table connected_providers (
  provider text primary key,
  reported_at timestamptz not null
);
comment on table connected_providers is
  'Providers that a worker has credentials for, renewed while it runs: a provider without any answer so far can be '
  'tested too.';
