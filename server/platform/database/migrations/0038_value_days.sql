-- Some banks count a booking from its value day on: the balances here have everything that is booked, and this says what of
-- `closing_units` was in no balance of the bank yet: [{"on": "2026-11-25", "units": "153700"}].
alter table account_statements add column uncounted jsonb not null default '[]';
