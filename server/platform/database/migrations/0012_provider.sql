-- Orders that other providers fulfil.

create table provider_orders (
  order_id bigint primary key references orders (id),
  provider text not null,
  -- The provider's id; each belongs to one order.
  provider_order_id text,
  -- The provider's page on which the buyer pays.
  page_url text,
  page_single_use boolean not null default false,
  page_expires_at timestamptz,
  offered_affiliate_units numeric(78, 0) not null,
  -- The provider's own name of the order's status.
  provider_status text,
  reason text,
  pay_units numeric(78, 0),
  receive_units numeric(78, 0),
  affiliate_units numeric(78, 0),
  address text,
  transaction_id text,
  -- The provider's checkout asked for more or gave less than its offer, beyond the tolerance.
  worse_at_checkout boolean not null default false,
  paid_at timestamptz,
  delivered_at timestamptz,
  reported_at timestamptz,
  unique (provider, provider_order_id)
);
comment on table provider_orders is 'What another provider reports about an order that it fulfils.';
create index provider_orders_delivered on provider_orders (provider, delivered_at desc) where delivered_at is not null;

create table provider_purchases (
  provider text not null,
  provider_order_id text not null,
  order_id bigint not null references orders (id),
  -- Gives access to the purchase at the provider.
  access_token text,
  reported_at timestamptz not null,
  -- Anyone who knows an order's address can have other purchases reported for it. Those that deliver elsewhere are
  -- recognised once the provider was asked; the others are asked about in turn.
  is_foreign boolean not null default false,
  requested_at timestamptz,
  primary key (provider, provider_order_id)
);
comment on table provider_purchases is
  'Purchases that a provider has reported by their own ids: a buyer may begin several for one order.';
create index provider_purchases_of_order on provider_purchases (order_id, reported_at desc);
