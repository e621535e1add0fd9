-- What other providers offered for a quote: an order is made from such a row and from nothing that a browser says.
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
create index offers_by_age on offers (offered_at);

-- What another provider says of an order that it fulfils.
create table provider_orders (
  order_id bigint primary key references orders (id),
  provider text not null,
  -- The provider's own id; an order of it is one order of ours.
  provider_order_id text,
  -- Its page on which the buyer pays.
  page_url text,
  page_single_use boolean not null default false,
  page_expires_at timestamptz,
  offered_affiliate_units numeric(78, 0) not null,
  word text,
  reason text,
  pay_units numeric(78, 0),
  receive_units numeric(78, 0),
  affiliate_units numeric(78, 0),
  address text,
  transaction_id text,
  -- Its checkout asked for more, or gave less, than what it had offered, by more than is told apart.
  worse_at_checkout boolean not null default false,
  paid_at timestamptz,
  delivered_at timestamptz,
  told_at timestamptz,
  unique (provider, provider_order_id)
);
create index provider_orders_delivered on provider_orders (provider, delivered_at desc) where delivered_at is not null;

-- Purchases that a provider has told of by their own ids alone: a buyer may begin more than one for an order.
create table provider_purchases (
  provider text not null,
  provider_order_id text not null,
  order_id bigint not null references orders (id),
  -- Opens the purchase at the provider, to us and to whoever else has it.
  access_token text,
  heard_at timestamptz not null,
  primary key (provider, provider_order_id)
);
create index provider_purchases_of_order on provider_purchases (order_id, heard_at desc);

-- What a verified message says beside its subject.
alter table webhook_inbox add column provider_order_id text, add column access_token text;
