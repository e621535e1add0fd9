-- The operator's own money between orders: the acquirer's account with us, and bookings of the bank that are of no order.

-- How far each of the outside's own lists was read.
create table treasury_readings (
  source text primary key,
  read_until timestamptz not null
);

-- What moved the account that the acquirer keeps for us, each line once by the acquirer's own id.
create table acquirer_lines (
  acquirer text not null,
  id text not null,
  kind text not null,
  -- The acquirer's own word for the kind.
  word text not null,
  currency text not null,
  -- Signed, before the fee.
  units numeric(78, 0) not null,
  fee_units numeric(78, 0) not null,
  -- The payment, refund, dispute or payout that it is about; '' where it is of none.
  subject text not null,
  booked_at timestamptz not null,
  -- Of a payout.
  arrives_on date,
  descriptor text not null default '',
  -- `recognised`: an order has posted it. `aside`: a person has to say what it is.
  status text not null default 'new' check (status in ('new', 'posted', 'recognised', 'aside')),
  -- The booking with which the bank has credited a payout.
  arrived_in text unique references bank_entries (id),
  created_at timestamptz not null,
  handled_at timestamptz,
  primary key (acquirer, id),
  check (arrived_in is null or (kind = 'payout' and status = 'posted'))
);
create index acquirer_lines_new on acquirer_lines (booked_at) where status = 'new';
create index acquirer_lines_by_subject on acquirer_lines (acquirer, subject);
create index acquirer_lines_under_way on acquirer_lines (booked_at)
  where kind = 'payout' and status = 'posted' and arrived_in is null;

-- What was posted of an order is compared with what the acquirer has moved.
create index ledger_transactions_by_order on ledger_transactions (order_id) where order_id is not null;

-- The operator's own money: of no order, and of no refund.
alter table bank_entries drop constraint bank_entries_status_check;
alter table bank_entries add constraint bank_entries_status_check
  check (status in ('new', 'order', 'refund', 'unallocated', 'treasury'));

-- What moved the account at the venue beside trades, each movement once by the venue's own id.
create table venue_movements (
  venue text not null,
  id text not null,
  kind text not null,
  word text not null,
  currency text not null,
  -- Decimals in the venue's digits, which may be finer than a minor unit.
  amount text not null,
  fee text not null,
  -- Of a withdrawal its id at the venue.
  reference text not null,
  moved_at timestamptz not null,
  status text not null default 'new' check (status in ('new', 'posted', 'aside')),
  created_at timestamptz not null,
  handled_at timestamptz,
  primary key (venue, id)
);
create index venue_movements_new on venue_movements (moved_at) where status = 'new';

-- Where coins may be withdrawn to: the treasury's own addresses, and what two people have agreed to.
create table treasury_addresses (
  -- CAIP-2, and the address as its chain folds it.
  network text not null,
  address text not null,
  written text not null,
  own boolean not null,
  request_id bigint references operator_requests (id),
  created_at timestamptz not null,
  primary key (network, address),
  check (own or request_id is not null)
);

create table withdrawals (
  id bigint generated always as identity primary key,
  -- A request is carried out once.
  request_id bigint not null unique references operator_requests (id),
  venue text not null,
  crypto text not null,
  -- CAIP-19, and the count of its minor units.
  asset text not null,
  decimals smallint not null,
  units numeric(78, 0) not null check (units > 0),
  currency text not null,
  network text not null,
  address text not null,
  -- `sending`: it was let go, and what became of it is found out by asking.
  status text not null default 'requested' check (status in ('requested', 'sending', 'taken', 'sent', 'arrived', 'failed')),
  sending_at timestamptz,
  -- The venue's id of it, and its transaction on the chain.
  venue_id text,
  transaction_id text,
  result text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (venue, venue_id),
  check ((status in ('requested', 'failed')) or sending_at is not null),
  check ((status not in ('taken', 'sent', 'arrived')) or venue_id is not null),
  check ((status not in ('sent', 'arrived')) or transaction_id is not null)
);
-- Two of one coin to one address could not be told apart at a venue that takes no id of ours.
create unique index one_withdrawal_being_sent on withdrawals (venue, currency, address)
  where status in ('requested', 'sending');
create index withdrawals_under_way on withdrawals (id) where status in ('requested', 'sending', 'taken', 'sent');

-- What a place itself says to hold: the venue's account and the paying addresses. Read again and again, one row each.
create table treasury_places (
  place text not null check (place in ('venue', 'wallet')),
  -- The venue's currency, or CAIP-19.
  asset text not null,
  -- In the ledger's digits.
  units numeric(78, 0) not null,
  observed_at timestamptz not null,
  primary key (place, asset)
);
