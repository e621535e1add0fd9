-- A report of the bank, and a refund that is asked for again, look for a debit by the id of a refund.
create index bank_debits_by_end_to_end_id on bank_entries (end_to_end_id) where direction = 'debit';

-- A statement file that one person wants to import by hand, until a second one has said yes.
create table asked_statement_files (
  request_id bigint primary key references operator_requests (id),
  name text not null,
  content bytea not null,
  -- The opening balance that is accepted though the statement before is missing; a decimal.
  continue_from text
);

-- What the bank adds of its own to a booking, often repeating the payer's text.
alter table bank_entries add column further_text text not null default '';
-- Of a part of a collective booking: the bank's reference and the amount of the whole.
alter table bank_entries add column batch_reference text not null default '';
alter table bank_entries add column batch_units numeric(78, 0);
-- How many transactions a booking stands for that its file does not tell; 0 for a booking by itself.
alter table bank_entries add column unitemised bigint not null default 0;
-- `itemised`: told as one sum, and later by its parts, which count in its place.
alter table bank_entries drop constraint bank_entries_status_check;
alter table bank_entries add constraint bank_entries_status_check
  check (status in ('new', 'order', 'refund', 'unallocated', 'treasury', 'returned', 'recovered', 'itemised'));
create index bank_entries_by_batch on bank_entries (account, currency, batch_units, booked_on)
  where batch_units is not null;
create index bank_entries_unitemised on bank_entries (created_at)
  where unitemised > 0 and direction = 'debit' and status in ('new', 'unallocated');
