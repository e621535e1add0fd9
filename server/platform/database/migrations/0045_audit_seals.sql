-- Seals over the history, by a key that the database does not have: lines that were written anew, with hashes that fit
-- each other, fit no seal.
create table audit_seals (
  -- The newest line that it covers.
  line_id bigint not null,
  line_hash bytea not null,
  -- The newest statement about persons at that moment.
  persons_head text not null,
  seal bytea not null,
  sealed_at timestamptz not null,
  id bigint generated always as identity primary key
);
create trigger audit_seals_append_only before update or delete on audit_seals
  for each statement execute function refuse_ledger_change();

create trigger audit_trail_never_emptied before truncate on audit_trail
  for each statement execute function refuse_ledger_change();
create trigger audit_seals_never_emptied before truncate on audit_seals
  for each statement execute function refuse_ledger_change();
create trigger person_statements_never_emptied before truncate on person_statements
  for each statement execute function refuse_ledger_change();
create trigger operator_statements_never_emptied before truncate on operator_statements
  for each statement execute function refuse_ledger_change();
create trigger spent_statements_never_emptied before truncate on spent_statements
  for each statement execute function refuse_ledger_change();
