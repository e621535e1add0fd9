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

-- The operator's own money: of no order, and of no refund.
alter table bank_entries drop constraint bank_entries_status_check;
alter table bank_entries add constraint bank_entries_status_check
  check (status in ('new', 'order', 'refund', 'unallocated', 'treasury'));
