-- A report of the bank, and a refund that is asked for again, look for a debit by the id of a refund.
create index bank_debits_by_end_to_end_id on bank_entries (end_to_end_id) where direction = 'debit';
