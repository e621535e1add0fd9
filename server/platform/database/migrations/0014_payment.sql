-- Card payments, and what the bank reports.

create table payment_attempts (
  id text primary key,
  order_id bigint not null references orders (id),
  -- Created by the browser once for each press of Pay.
  submission_id uuid not null,
  confirmation_token text,
  saved_card_id text references saved_cards (id),
  save_card boolean not null,
  status text not null
    check (status in ('submitted', 'requires_action', 'authorized', 'declined', 'captured', 'voided')),
  payment_id text unique,
  client_secret text,
  refusal text,
  payment_method_id text,
  brand text,
  last4 text,
  expiry_month smallint,
  expiry_year smallint,
  fingerprint text,
  -- ISO 3166 code of the issuing country, if the acquirer reports it.
  card_country text,
  -- The acquirer's fee was booked separately from the capture: in another currency, or reported later.
  fee_booked boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, submission_id)
);
comment on table payment_attempts is 'Attempts to pay an order by card.';
create index payment_attempts_by_fingerprint on payment_attempts (fingerprint, created_at)
  where fingerprint is not null;
create index payment_attempts_by_saved_card on payment_attempts (saved_card_id) where saved_card_id is not null;
create index payment_attempts_by_card_end on payment_attempts (last4, created_at) where last4 is not null;

create table bank_statements (
  -- SHA-256 of the file: the same file is stored once.
  hash bytea primary key,
  name text not null,
  imported_by text not null,
  imported_at timestamptz not null,
  entries integer not null
);
comment on table bank_statements is 'Files that the bank delivered.';

create table account_statements (
  id bigint generated always as identity primary key,
  file_hash bytea not null references bank_statements (hash),
  account text not null,
  currency text not null,
  statement_id text not null,
  -- The bank's number of the statement, and of the page within it.
  sequence_number bigint,
  page_number integer,
  closed_on date not null,
  opening_units numeric(78, 0) not null,
  net_units numeric(78, 0) not null,
  closing_units numeric(78, 0) not null,
  -- For banks that count a booking from its value date on: which part of `closing_units` no balance of the bank
  -- includes yet: [{"on": "2026-11-25", "units": "153700"}].
  uncounted jsonb not null default '[]',
  -- Null for the first one, or one that an operator accepted without its predecessor.
  follows bigint unique,
  started_by text,
  created_at timestamptz not null,
  unique (id, account, currency, closing_units),
  -- It opens with what the previous one closed with.
  constraint account_statements_continue foreign key (follows, account, currency, opening_units)
    references account_statements (id, account, currency, closing_units),
  constraint account_statements_sum_check check ((opening_units + net_units) = closing_units)
);
comment on table account_statements is 'Statements (camt.053) of an account. Each continues the one before.';
create index account_statements_by_day on account_statements (account, currency, closed_on);

create table bank_entries (
  -- The bank's reference of the booking, whichever file reported it.
  id text primary key,
  reference text not null default '',
  transaction_id text not null default '',
  statement_hash bytea not null references bank_statements (hash),
  -- The statement that contains it, and whether a notification did: each reports a booking once.
  stated_in bigint references account_statements (id),
  notified boolean not null default false,
  account text not null,
  direction text not null check (direction in ('credit', 'debit')),
  reversal boolean not null,
  currency text not null,
  units numeric(78, 0) not null check (units > 0),
  booked_on date not null,
  -- For a part of a batch booking: the bank's reference and the amount of the whole.
  batch_reference text not null default '',
  batch_units numeric(78, 0),
  -- The number of transactions that the booking stands for without listing them; 0 for a single booking.
  unitemized bigint not null default 0,
  end_to_end_id text not null,
  -- The bank's reason for a return; empty if it states none.
  return_reason text not null default '',
  -- Name and account of the counterparty, and the texts of the payer and the bank; null for a part that the bank did
  -- not list, and after erasure.
  sealed bytea,
  status text not null
    check (status in ('new', 'order', 'refund', 'unallocated', 'treasury', 'returned', 'recovered', 'itemised')),
  -- Why no order or refund matches, for the operator.
  reason text,
  -- Why it may be a duplicate of another booking: nothing is credited before an operator has checked.
  doubt text,
  order_id bigint references orders (id),
  -- The part of an order's receipt that was not asked for.
  surplus_units numeric(78, 0) not null default 0,
  -- What the payer's bank has taken back of a receipt: it is not refunded again.
  recalled_units numeric(78, 0) not null default 0,
  -- The refund that it settles or returns.
  refund_id text references refunds (id),
  -- Why a booking with a refund's id does not belong to it.
  refund_doubt text,
  created_at timestamptz not null,
  handled_at timestamptz,
  check (recalled_units >= 0 and recalled_units <= units)
);
comment on table bank_entries is 'Bookings that the bank reported, each once.';
create index bank_entries_by_order on bank_entries (order_id) where order_id is not null;
create index bank_entries_unallocated on bank_entries (created_at) where status = 'unallocated';
create unique index one_booking_settles_a_refund on bank_entries (refund_id) where direction = 'debit';
-- Candidates for duplicates: bookings of the same amount around that day.
create index bank_entries_by_amount on bank_entries (account, currency, units, booked_on);
create index bank_entries_by_doubt on bank_entries (doubt) where doubt is not null;
create index bank_entries_unstated on bank_entries (created_at) where stated_in is null and notified;
create index bank_entries_settling_by_reference on bank_entries (account, reference)
  where direction = 'debit' and refund_id is not null and reference <> '';
create index bank_entries_settling_by_transaction on bank_entries (account, transaction_id)
  where direction = 'debit' and refund_id is not null and transaction_id <> '';
-- In the order in which they are processed.
create index bank_entries_new on bank_entries (created_at, id) where status = 'new';
create index bank_entries_by_time on bank_entries (created_at);
-- Finds a debit by the id of the refund that it carries.
create index bank_debits_by_end_to_end_id on bank_entries (end_to_end_id) where direction = 'debit';
create index bank_entries_by_batch on bank_entries (account, currency, batch_units, booked_on)
  where batch_units is not null;
create index bank_entries_unitemised on bank_entries (created_at)
  where unitemized > 0 and direction = 'debit' and status in ('new', 'unallocated');
