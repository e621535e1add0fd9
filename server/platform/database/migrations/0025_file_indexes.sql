-- The refunds of a transfer file, and the bookings of a bank file, were found by reading the whole table.
create index refunds_by_batch on refunds (batch_id) where batch_id is not null;
create index bank_entries_by_file on bank_entries (statement_hash);
