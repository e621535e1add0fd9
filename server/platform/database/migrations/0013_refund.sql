-- Refunds by acquirer and by bank.

create table transfer_batches (
  id text primary key,
  account text not null,
  -- The file; null after erasure.
  sealed bytea,
  created_at timestamptz not null,
  sent_at timestamptz
);
comment on table transfer_batches is
  'Files of transfers for the bank. The bytes are stored before they are handed over: after a crash the same file is '
  'sent again.';
create index transfer_batches_unsent on transfer_batches (created_at) where sent_at is null;

create table refunds (
  id text primary key,
  channel text not null default 'acquirer' check (channel in ('acquirer', 'bank')),
  -- `surplus`: the part of a receipt that was not asked for; the order itself continues.
  purpose text not null default 'order' check (purpose in ('order', 'surplus')),
  order_id bigint references orders (id),
  payment_id text not null,
  currency text not null,
  asset text not null,
  decimals smallint not null,
  units numeric(78, 0) not null check (units > 0),
  -- What the bank has sent back of it.
  returned_units numeric(78, 0) not null default 0,
  status text not null check (status in ('requested', 'pending', 'settled', 'failed')),
  -- Why the bank did not execute a refund that was in a file, as an operator was told.
  refused text,
  acquirer_refund_id text,
  batch_id text references transfer_batches (id),
  -- Name and account of the payee; null for a refund by card, and after erasure.
  sealed bytea,
  -- Whether the sealed value names an account to pay to.
  has_creditor boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint only_what_failed_was_refused check (refused is null or status = 'failed'),
  constraint refunds_returned_check check (returned_units >= 0 and returned_units <= units)
);
comment on table refunds is 'Refunds that we requested. One without an order returns an unmatched payment.';
create index refunds_to_send on refunds (created_at)
  where channel = 'bank' and batch_id is null and status = 'requested';
create index refunds_by_order on refunds (order_id) where order_id is not null;
create index refunds_by_acquirer_id on refunds (acquirer_refund_id) where acquirer_refund_id is not null;
create index refunds_by_receipt on refunds (payment_id);
-- One bank refund of a receipt at a time for each purpose.
create unique index one_live_refund_per_receipt on refunds (payment_id, purpose)
  where channel = 'bank' and status <> 'failed';
-- A card payment may be refunded in parts, one at a time.
create unique index one_card_refund_under_way on refunds (payment_id)
  where channel = 'acquirer' and status in ('requested', 'pending');
create index refunds_of_surplus_under_way on refunds (created_at)
  where purpose = 'surplus' and status in ('requested', 'pending');
-- Bank refunds that wait for an operator to name an account.
create index refunds_without_account on refunds (created_at)
  where channel = 'bank' and status = 'requested' and not has_creditor;
create index refunds_settled on refunds (updated_at) where status = 'settled';

-- Records what a refund claims of its order; what the bank returned may be refunded again.
create function claim_refund() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  live_before numeric := 0;
  live_after numeric := 0;
begin
  if new.order_id is null then return null; end if;
  if new.status <> 'failed' or new.returned_units > 0 then live_after := new.units - new.returned_units; end if;
  if tg_op = 'UPDATE' and (old.status <> 'failed' or old.returned_units > 0) then
    live_before := old.units - old.returned_units;
  end if;
  if live_after > live_before and (select frozen from orders where id = new.order_id) then
    raise exception 'order % is frozen: nothing goes back', new.order_id using errcode = 'check_violation';
  end if;
  perform claim_of_order(new.order_id, 'refunded', new.id, true, live_after - live_before);
  return null;
end
$$;
create trigger refunds_claim after insert or update of status, units, returned_units on refunds for each row
  execute function claim_refund();

create table external_refunds (
  acquirer_refund_id text primary key,
  order_id bigint not null references orders (id),
  payment_id text not null,
  units numeric(78, 0) not null check (units > 0),
  reported_at timestamptz not null,
  -- When the refund failed afterwards and the money came back.
  failed_at timestamptz
);
comment on table external_refunds is
  'Refunds that were made in the acquirer''s dashboard: they are only reported to us.';
create index external_refunds_by_order on external_refunds (order_id);
create index external_refunds_by_payment on external_refunds (payment_id);

-- Records what such a refund takes of its order.
create function claim_external_refund() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform claim_of_order(new.order_id, 'refunded', new.acquirer_refund_id, false, new.units);
  return null;
end
$$;
create trigger external_refunds_claim after insert on external_refunds for each row
  execute function claim_external_refund();

-- Records that the money is back.
create function claim_failed_external_refund() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform claim_of_order(new.order_id, 'refunded', new.acquirer_refund_id, false, -new.units);
  return null;
end
$$;
create trigger external_refunds_failed_claim after update of failed_at on external_refunds
  for each row when (old.failed_at is null and new.failed_at is not null)
  execute function claim_failed_external_refund();
