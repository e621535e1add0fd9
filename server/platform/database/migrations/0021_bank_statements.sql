-- What the bank says is checked before it is believed: statements continue one another, a booking is told once whichever
-- ids it bears, and a return is one of our own bookings.

-- `bank_statements` holds files; this holds what a camt.053 in one says of an account.
create table account_statements (
  id bigint generated always as identity primary key,
  file_hash bytea not null references bank_statements (hash),
  account text not null,
  currency text not null,
  statement_id text not null,
  -- As the bank counts its statements; a page has the number of its statement.
  sequence_number bigint,
  page_number integer,
  closed_on date not null,
  opening_units numeric(78, 0) not null,
  net_units numeric(78, 0) not null,
  closing_units numeric(78, 0) not null,
  -- Null: the first one, or one that an operator let begin anew.
  follows bigint unique,
  begun_by text,
  created_at timestamptz not null,
  constraint account_statements_sum_check check (opening_units + net_units = closing_units),
  unique (id, account, currency, closing_units),
  -- It opens with what the one before closed with.
  constraint account_statements_continue foreign key (follows, account, currency, opening_units)
    references account_statements (id, account, currency, closing_units)
);
create index account_statements_by_day on account_statements (account, currency, closed_on);

alter table bank_entries add column reference text not null default '';
alter table bank_entries add column transaction_id text not null default '';
-- Why the bank says that it came back; '' when it does not say.
alter table bank_entries add column return_reason text not null default '';
-- The statement that tells it, and whether a notification did: each tells a booking once.
alter table bank_entries add column stated_in bigint references account_statements (id);
alter table bank_entries add column notified boolean not null default false;
-- Set when the bank may have told it before in other words: nothing is paid by it before a person has looked.
alter table bank_entries add column doubt text;
-- Why a booking with a refund's id is none of that refund.
alter table bank_entries add column refund_doubt text;
-- The refund that it settles or brings back.
alter table bank_entries add column refund_id text references refunds (id);

alter table refunds add column returned_units numeric(78, 0) not null default 0;

-- Former versions took every booking with a refund's id for the refund's. The first debit is the one that settled it.
update bank_entries e set refund_id = e.end_to_end_id
from refunds r where e.status = 'refund' and r.id = e.end_to_end_id and e.direction = 'credit';
update bank_entries e set refund_id = first.refund
from (
  select distinct on (b.end_to_end_id) b.id, b.end_to_end_id as refund
  from bank_entries b join refunds r on r.id = b.end_to_end_id
  where b.status = 'refund' and b.direction = 'debit' and not b.reversal order by b.end_to_end_id, b.created_at, b.id
) first where e.id = first.id;
update refunds r set returned_units = least(r.units, back.units)
from (select refund_id, sum(units) as units from bank_entries where refund_id is not null and direction = 'credit' group by 1) back
where r.id = back.refund_id;

alter table refunds add constraint refunds_returned_check check (returned_units >= 0 and returned_units <= units);
create unique index one_booking_settles_a_refund on bank_entries (refund_id) where direction = 'debit';
create index refunds_by_receipt on refunds (payment_id);
-- What a file tells is compared with bookings of the same amount about that day.
create index bank_entries_by_amount on bank_entries (account, currency, units, booked_on);
create index bank_entries_by_doubt on bank_entries (doubt) where doubt is not null;
create index bank_entries_unstated on bank_entries (created_at) where stated_in is null and notified;
create index bank_entries_settling_by_reference on bank_entries (account, reference)
  where direction = 'debit' and refund_id is not null and reference <> '';
create index bank_entries_settling_by_transaction on bank_entries (account, transaction_id)
  where direction = 'debit' and refund_id is not null and transaction_id <> '';
-- In the order in which they are taken.
drop index bank_entries_new;
create index bank_entries_new on bank_entries (created_at, id) where status = 'new';
create index transfer_batches_unsent on transfer_batches (created_at) where sent_at is null;
