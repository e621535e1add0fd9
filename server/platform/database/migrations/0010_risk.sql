-- Sanctions lists, and decisions of the risk rules.

create table sanctions_lists (
  source text primary key,
  version text not null,
  hash text not null,
  fetched_at timestamptz not null,
  -- When the edition was published, if it says so.
  published_at timestamptz,
  -- Over the edition and all its addresses, by a key that no writer of these tables has.
  seal bytea not null
);
comment on table sanctions_lists is
  'The current edition of each sanctions list. fetched_at is machine time: freshness is a property of the feed.';

create table sanctions_addresses (
  source text not null references sanctions_lists (source),
  address text not null,
  primary key (source, address)
);
comment on table sanctions_addresses is 'Addresses on the current editions.';

create table rejected_sanctions_lists (
  source text primary key,
  hash text not null,
  reason text not null check (reason in ('shrunk', 'older', 'future')),
  facts jsonb not null,
  doubted_at timestamptz not null,
  accepted_by text
);
comment on table rejected_sanctions_lists is
  'The newest edition of a list that was rejected as implausible, and the operator''s decision about it. The previous '
  'edition stays in use.';

create table risk_decisions (
  id bigint generated always as identity primary key,
  order_id bigint references orders (id),
  rule text not null,
  outcome text not null check (outcome in ('clear', 'hold', 'refuse')),
  facts jsonb not null,
  at timestamptz not null,
  stage text not null default 'payment' check (stage in ('order', 'submission', 'payment', 'payout', 'nightly')),
  buyer_id text
);
comment on table risk_decisions is 'What the risk rules decided about orders. A refused submission has no order.';
create index risk_decisions_by_order on risk_decisions (order_id) where order_id is not null;

create table risk_reservations (
  order_id bigint not null,
  fingerprint text not null default '',
  reserved_at timestamptz not null,
  primary key (order_id, fingerprint)
);
comment on table risk_reservations is
  'Orders whose payment the risk rules accepted, each with its card ('''' for none), before the money is taken: the '
  'next decision counts them. No foreign key to orders: a decision may run while another transaction locks the order.';
create index risk_reservations_by_card on risk_reservations (fingerprint) where fingerprint <> '';
