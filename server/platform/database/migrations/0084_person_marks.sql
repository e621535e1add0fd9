-- By what accounts are known to be one person's: keyed hashes of the mailbox, the verifier's applicant, cards, bank accounts, names
-- with birth dates, and phones. `kind` says which.
create table person_marks (
  buyer_id text not null references buyers (id) on delete cascade,
  mark bytea not null,
  kind text not null check (kind in ('mailbox', 'applicant', 'card', 'bank_account', 'name', 'phone')),
  primary key (buyer_id, mark)
);
create index person_marks_by_mark on person_marks (mark);
