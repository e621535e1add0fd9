-- Market data, written by workers and read by every process that quotes.

create table market_prices (
  base text not null,
  quote text not null,
  mid text not null,
  -- False while the sources disagree, are too few or have jumped: no quote uses the price.
  trusted boolean not null,
  distrust_reason text,
  sources text[] not null,
  open_24h text,
  quote_volume_24h text,
  -- Machine time, not the product's clock: freshness is a property of the feed.
  observed_at timestamptz not null,
  primary key (base, quote)
);
comment on table market_prices is 'The current price of each market.';

create table price_history (
  base text not null,
  quote text not null,
  mid text not null,
  minute timestamptz not null,
  primary key (base, quote, minute)
);
comment on table price_history is 'The price of each market per minute.';
-- Old minutes are deleted every minute.
create index price_history_by_minute on price_history (minute);

create table fiat_rates (
  currency text primary key,
  -- Units of this currency for one euro.
  per_euro text not null,
  sources text[] not null,
  daily_only boolean not null,
  observed_at timestamptz not null
);
comment on table fiat_rates is 'Exchange rates of fiat currencies.';

create table network_fees (
  network text not null,
  asset text not null,
  native_units numeric(78, 0) not null,
  observed_at timestamptz not null,
  primary key (network, asset)
);
comment on table network_fees is 'What a transfer of an asset costs on its network.';

create table treasury_funds (
  asset text primary key,
  -- Less what is signed and what paid orders still need: may be negative.
  free_units numeric(78, 0) not null,
  -- Of the coin in which the network takes fees.
  native_free_units numeric(78, 0) not null,
  observed_at timestamptz not null
);
comment on table treasury_funds is
  'How much of each asset (CAIP-19) the treasury can still deliver: quotes are limited by it.';
