-- Transfers are shown step by step, and partners are paid their shares.

-- When each step was heard of. Null where a former version has moved it.
alter table withdrawals
  add column taken_at timestamptz,
  add column sent_at timestamptz,
  add column arrived_at timestamptz;

-- The newest transfers, those that wait for a second person among them.
create index operator_requests_withdrawals on operator_requests (id) where action = 'withdraw';

-- What the venue took for a withdrawal, by its own id of it.
create index venue_movements_by_reference on venue_movements (venue, reference) where kind = 'withdrawal';

-- A booking of the bank that paid a partner's shares, or brought such a payment back: each once.
create table partner_payments (
  entry_id text primary key references bank_entries (id),
  partner_id text not null,
  -- As the ledger counts it: above zero it was paid, below zero it came back.
  asset text not null,
  units numeric(78, 0) not null check (units <> 0),
  -- Shares of deliveries before this time.
  until timestamptz not null,
  request_id bigint not null unique references operator_requests (id),
  paid_at timestamptz not null
);
create index partner_payments_by_partner on partner_payments (partner_id, paid_at);
