-- The operator's own money between orders.

create table acquirer_lines (
  acquirer text not null,
  id text not null,
  kind text not null,
  -- The acquirer's name of the kind.
  vendor_type text not null,
  currency text not null,
  -- Signed, before the fee.
  units numeric(78, 0) not null,
  fee_units numeric(78, 0) not null,
  -- The payment, refund, dispute or payout; empty if there is none.
  subject text not null,
  booked_at timestamptz not null,
  -- Of a payout.
  arrives_on date,
  descriptor text not null default '',
  -- `recognised`: an order has posted it. `aside`: an operator has to classify it.
  status text not null default 'new' check (status in ('new', 'posted', 'recognised', 'aside')),
  -- The bank booking that credited a payout.
  arrived_in text unique references bank_entries (id),
  created_at timestamptz not null,
  handled_at timestamptz,
  primary key (acquirer, id),
  check (arrived_in is null or kind = 'payout' and status = 'posted')
);
comment on table acquirer_lines is 'What moved our account at the acquirer, each line once by the acquirer''s id.';
create index acquirer_lines_new on acquirer_lines (booked_at) where status = 'new';
create index acquirer_lines_by_subject on acquirer_lines (acquirer, subject);
create index acquirer_lines_under_way on acquirer_lines (booked_at)
  where kind = 'payout' and status = 'posted' and arrived_in is null;

create table venue_movements (
  venue text not null,
  id text not null,
  kind text not null,
  vendor_type text not null,
  currency text not null,
  -- Decimals in the venue's digits, which may be finer than a minor unit.
  amount text not null,
  fee text not null,
  -- The venue's id of a withdrawal.
  reference text not null,
  moved_at timestamptz not null,
  status text not null default 'new' check (status in ('new', 'posted', 'aside')),
  created_at timestamptz not null,
  handled_at timestamptz,
  primary key (venue, id)
);
comment on table venue_movements is
  'What moved our account at the venue other than trades, each once by the venue''s id.';
create index venue_movements_new on venue_movements (moved_at) where status = 'new';
-- What the venue charged for a withdrawal.
create index venue_movements_by_reference on venue_movements (venue, reference) where kind = 'withdrawal';

create table treasury_addresses (
  -- CAIP-2; the address in its network's canonical form.
  network text not null,
  address text not null,
  written text not null,
  own boolean not null,
  request_id bigint references operator_requests (id),
  created_at timestamptz not null,
  primary key (network, address),
  check (own or request_id is not null)
);
comment on table treasury_addresses is
  'Where coins may be withdrawn to: our own addresses, and those that two operators approved.';

create table withdrawals (
  id bigint generated always as identity primary key,
  -- A request is executed once.
  request_id bigint not null unique references operator_requests (id),
  venue text not null,
  crypto text not null,
  -- CAIP-19, with the number of its digits.
  asset text not null,
  decimals smallint not null,
  units numeric(78, 0) not null check (units > 0),
  currency text not null,
  network text not null,
  address text not null,
  -- `sending`: it was sent, and its outcome is found out by asking.
  status text not null default 'requested'
    check (status in ('requested', 'sending', 'taken', 'sent', 'arrived', 'failed')),
  sending_at timestamptz,
  -- When the venue reported each step.
  taken_at timestamptz,
  sent_at timestamptz,
  arrived_at timestamptz,
  -- The venue's id, and the transaction on the chain.
  venue_id text,
  transaction_id text,
  result text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (venue, venue_id),
  check (status in ('requested', 'failed') or sending_at is not null),
  check (status not in ('taken', 'sent', 'arrived') or venue_id is not null),
  check (status not in ('sent', 'arrived') or transaction_id is not null)
);
comment on table withdrawals is 'Withdrawals from the venue.';
-- Two withdrawals of one coin to one address could not be told apart at a venue that accepts no id of ours.
create unique index one_withdrawal_being_sent on withdrawals (venue, currency, address)
  where status in ('requested', 'sending');
create index withdrawals_under_way on withdrawals (id) where status in ('requested', 'sending', 'taken', 'sent');

create table treasury_places (
  place text not null check (place in ('venue', 'wallet')),
  -- The venue's currency, or CAIP-19.
  asset text not null,
  -- At the ledger's digits.
  units numeric(78, 0) not null,
  observed_at timestamptz not null,
  primary key (place, asset)
);
comment on table treasury_places is
  'What each place reports to hold: the venue''s account and the paying addresses. One row each, updated.';

create table treasury_readings (
  source text primary key,
  read_until timestamptz not null
);
comment on table treasury_readings is 'How far each outside list was read.';
