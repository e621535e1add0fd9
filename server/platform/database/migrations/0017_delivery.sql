-- Payouts on chain.

create table payouts (
  id text primary key,
  order_id bigint not null references orders (id),
  -- The payout that holds what the transaction's payouts share: signed forms, nonce, inputs and waits_for. Its own id
  -- if it is that payout.
  batch_id text not null references payouts (id),
  network text not null,
  asset text not null,
  decimals smallint not null,
  from_address text not null,
  to_address text not null,
  units numeric(78, 0) not null check (units > 0),
  -- Only on EVM networks.
  nonce bigint,
  status text not null check (status in ('signed', 'broadcast', 'confirmed', 'final', 'reverted', 'abandoned')),
  transaction_id text not null,
  confirmations integer not null default 0,
  -- The network's native asset, in which the fee is counted.
  fee_asset text not null,
  fee_decimals smallint not null,
  -- The network fee that was expected when the payout was signed.
  quoted_fee_units numeric(78, 0),
  fee_units numeric(78, 0),
  -- Why the fee of a pending payout cannot be raised; null if nothing prevents it.
  waits_for text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table payouts is 'Payouts of orders. Several may leave in one transaction, a batch.';
create unique index one_live_payout_per_order on payouts (order_id) where status not in ('reverted', 'abandoned');
-- A nonce is never used again, whatever became of its payout.
create unique index one_payout_per_nonce on payouts (network, from_address, nonce) where nonce is not null;
create index payouts_to_watch on payouts (network, from_address) where status in ('signed', 'broadcast', 'confirmed');
create index payouts_by_order on payouts (order_id);
create index payouts_by_time on payouts (updated_at);
create index payouts_by_batch on payouts (batch_id);
-- By time; small, since the table only grows at its end.
create index payouts_by_signing on payouts using brin (created_at);

-- Records what a payout claims of its order.
create function claim_payout() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  price numeric := (select pay_units from orders where id = new.order_id);
  live_before numeric := case when tg_op = 'UPDATE' and old.status not in ('reverted', 'abandoned') then price else 0 end;
  live_after numeric := case when new.status not in ('reverted', 'abandoned') then price else 0 end;
begin
  if live_after > 0 and live_before = 0 and (select frozen from orders where id = new.order_id) then
    raise exception 'order % is frozen: nothing is paid out', new.order_id using errcode = 'check_violation';
  end if;
  perform claim_of_order(new.order_id, 'sent', new.id, true, live_after - live_before);
  return null;
end
$$;
create trigger payouts_claim after insert or update of status on payouts for each row execute function claim_payout();

create table payout_variants (
  payout_id text not null references payouts (id),
  number smallint not null,
  -- `cancellation`: spends the same nonce or inputs and leaves the money with us.
  purpose text not null default 'payment' check (purpose in ('payment', 'cancellation')),
  -- The operator's request that caused the form: at most one form for each, however often its execution starts.
  request_id bigint references operator_requests (id),
  unsigned jsonb not null,
  transaction_id text not null unique,
  bytes text not null,
  created_at timestamptz not null,
  broadcast_at timestamptz,
  primary key (payout_id, number)
);
comment on table payout_variants is
  'Every signed form of a payout, stored before it is broadcast: after a crash the same bytes are sent again.';
create unique index payout_variants_request on payout_variants (request_id) where request_id is not null;

create table payout_inputs (
  network text not null,
  txid text not null,
  output_index integer not null,
  payout_id text not null references payouts (id),
  live boolean not null default true,
  primary key (payout_id, txid, output_index)
);
comment on table payout_inputs is 'Outputs that payouts spend (UTXO networks).';
create unique index one_live_payout_per_outpoint on payout_inputs (network, txid, output_index) where live;

create table chain_tips (
  network text primary key,
  newest text not null,
  final text not null,
  seen_at timestamptz not null
);
comment on table chain_tips is
  'Where each chain was when its payouts were last checked: one of all workers checks each block.';
