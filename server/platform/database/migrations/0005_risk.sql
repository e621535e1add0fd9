-- What the risk rules count, the lists that addresses are screened against, and alerts that are said once.

alter table orders add column client_address text not null default '';
create index orders_by_address on orders (address, created_at);
create index orders_by_client_address on orders (client_address, created_at) where client_address <> '';
create index orders_by_buyer_time on orders (buyer_id, created_at) where buyer_id is not null;

-- ISO 3166 code of the country in which a card was issued, where the acquirer says it.
alter table payment_attempts add column card_country text;
create index payment_attempts_by_fingerprint on payment_attempts (fingerprint, created_at) where fingerprint is not null;

-- A refusal is judged before there is an order.
alter table risk_decisions alter column order_id drop not null;
alter table risk_decisions drop constraint risk_decisions_outcome_check;
alter table risk_decisions add constraint risk_decisions_outcome_check check (outcome in ('clear', 'hold', 'refuse'));
alter table risk_decisions add column stage text not null default 'payment' check (stage in ('order', 'submission', 'payment', 'payout', 'nightly'));
alter table risk_decisions add column buyer_id text;
create index risk_decisions_by_order on risk_decisions (order_id) where order_id is not null;

-- The newest edition of each list; fetched_at is machine time, since freshness is about the feed.
create table sanctions_lists (
  source text primary key,
  version text not null,
  hash text not null,
  fetched_at timestamptz not null
);
create table sanctions_addresses (
  source text not null references sanctions_lists (source),
  address text not null,
  primary key (source, address)
);

alter table operator_alerts add column key text unique;
alter table operator_alerts add column settled_at timestamptz;
alter table operator_alerts add column settled_by text;
create index operator_alerts_open on operator_alerts (id) where settled_at is null;

-- What the chain was expected to take when a payout was signed: by it a fee that has run away is noticed.
alter table payouts add column quoted_fee_units numeric(78, 0);

-- When the verifier said yes: a verified document is asked for again after the operator's number of days.
alter table identity_checks add column accepted_at timestamptz;
update identity_checks set accepted_at = updated_at where status = 'accepted';
