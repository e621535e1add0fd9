-- What becomes of card money after it was taken: refunds, disputes and the answers to them.

-- What the acquirer keeps of a payment was booked apart from the capture: in another currency, or said only later.
alter table payment_attempts add column fee_booked boolean not null default false;

-- A part of a payment may be given back now and another later: one refund of it at a time is under way.
drop index if exists one_live_refund_per_receipt;
create unique index one_live_refund_per_receipt on refunds (payment_id, purpose)
  where channel = 'bank' and status <> 'failed';
create unique index one_card_refund_under_way on refunds (payment_id)
  where channel = 'acquirer' and status in ('requested', 'pending');

create table disputes (
  -- The acquirer's own id.
  id text primary key,
  order_id bigint not null references orders (id),
  payment_id text not null,
  status text not null check (status in ('warned', 'open', 'won', 'lost')),
  reason text not null,
  -- What is disputed, of the pay currency.
  units numeric(78, 0) not null check (units >= 0),
  -- What the order was told: taken and still to be decided, lost for good, and the acquirer's fee.
  warned boolean not null default false,
  held_units numeric(78, 0) not null default 0 check (held_units >= 0),
  lost_units numeric(78, 0) not null default 0 check (lost_units >= 0),
  fee_units numeric(78, 0) not null default 0,
  -- Numbers the events of this dispute.
  tellings integer not null default 0,
  opened_at timestamptz not null,
  -- Until when an answer is taken; null where none is.
  due_at timestamptz,
  -- An answer was sent, by whomever; what became of ours.
  answered boolean not null,
  evidence text not null default 'none' check (evidence in ('none', 'sent', 'refused')),
  evidence_at timestamptz,
  -- When the question was asked whose answer this is: an older answer that comes later changes nothing.
  asked_at timestamptz not null,
  -- When the acquirer is asked again; null once nothing more can come of it.
  attend_at timestamptz,
  updated_at timestamptz not null
);
create index disputes_by_order on disputes (order_id);
create index disputes_by_payment on disputes (payment_id);
create index disputes_to_attend on disputes (attend_at) where attend_at is not null;
