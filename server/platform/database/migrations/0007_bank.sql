-- Bank transfers: what the bank's files said, which order it was for, and what goes back.

alter table orders add column transfer_reference text unique;
-- Came beyond what was asked for, or when nothing was asked for any longer: set aside, to go back by itself.
alter table orders add column surplus_units numeric(78, 0) not null default 0;
alter table orders add column surplus_returned_units numeric(78, 0) not null default 0;
alter table orders add column partner_share_units numeric(78, 0) not null default 0;
alter table orders add constraint orders_surplus_check
  check (surplus_returned_units <= surplus_units and surplus_units <= received_units);

create table bank_statements (
  -- SHA-256 of the file: the same file twice is one.
  hash bytea primary key,
  name text not null,
  imported_by text not null,
  imported_at timestamptz not null,
  entries integer not null
);

create table bank_entries (
  -- The bank's own reference of the booking, whichever file told it.
  id text primary key,
  statement_hash bytea not null references bank_statements (hash),
  account text not null,
  direction text not null check (direction in ('credit', 'debit')),
  reversal boolean not null,
  currency text not null,
  units numeric(78, 0) not null check (units > 0),
  booked_on date not null,
  end_to_end_id text not null,
  remittance text not null,
  counterparty_name text not null,
  counterparty_account text not null,
  status text not null check (status in ('new', 'order', 'refund', 'unallocated')),
  -- Why no order or refund was found for it, for the operator.
  reason text,
  order_id bigint references orders (id),
  -- The part of an order's receipt that was not asked for.
  surplus_units numeric(78, 0) not null default 0,
  created_at timestamptz not null,
  handled_at timestamptz
);
create index bank_entries_new on bank_entries (created_at) where status = 'new';
create index bank_entries_by_order on bank_entries (order_id) where order_id is not null;
create index bank_entries_unallocated on bank_entries (created_at) where status = 'unallocated';

-- A transfer file's bytes are stored before they are handed to the bank: the same file goes out again after a crash.
create table transfer_batches (
  id text primary key,
  account text not null,
  file bytea not null,
  created_at timestamptz not null,
  sent_at timestamptz
);

-- Money that belongs to no order goes back too.
alter table refunds alter column order_id drop not null;
alter table refunds add column currency text;
alter table refunds add column channel text not null default 'acquirer' check (channel in ('acquirer', 'bank'));
-- `surplus`: the part of a receipt that was not asked for; the order itself goes on.
alter table refunds add column purpose text not null default 'order' check (purpose in ('order', 'surplus'));
alter table refunds add column creditor_name text;
alter table refunds add column creditor_account text;
alter table refunds add column batch_id text references transfer_batches (id);
drop index one_live_refund_per_receipt;
create unique index one_live_refund_per_receipt on refunds (payment_id, purpose) where status <> 'failed';
create index refunds_to_send on refunds (created_at) where channel = 'bank' and batch_id is null and status = 'requested';
