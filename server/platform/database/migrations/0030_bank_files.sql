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
