-- Who may operate, what operators have signed, and what they have requested.
-- Rows are trusted only for their signatures: see server/platform/persons.

create table person_statements (
  id bigint generated always as identity primary key,
  hash text not null unique,
  text text not null,
  signature bytea not null,
  received_at timestamptz not null,
  check (hash = encode(sha256(convert_to(text, 'UTF8')), 'hex'))
);
comment on table person_statements is
  'Signed statements about operators: who is enrolled, with which key and roles. Each names the one before.';
create trigger person_statements_append_only before update or delete on person_statements for each statement
  execute function refuse_ledger_change();
create trigger person_statements_never_emptied before truncate on person_statements for each statement
  execute function refuse_ledger_change();

create table operator_statements (
  id bigint generated always as identity primary key,
  hash text not null unique,
  nonce text not null unique,
  person text not null,
  act text not null,
  text text not null,
  signature bytea not null,
  credential_kind text not null check (credential_kind in ('ed25519', 'passkey')),
  received_at timestamptz not null,
  check (hash = encode(sha256(convert_to(text, 'UTF8')), 'hex'))
);
comment on table operator_statements is 'Signed statements by which operators request, approve and carry out actions.';
-- Orders to stop or start the signer, which are read before anything is signed. Few rows.
create index operator_statements_stops on operator_statements (hash) where act = 'stop-signing';
-- Finds a rejection by the statement that it rejects, before every execution.
create index operator_statements_rejected on operator_statements (((text::jsonb -> 'arguments') ->> 'statement'))
  where act = 'reject';
create trigger operator_statements_append_only before update or delete on operator_statements for each statement
  execute function refuse_ledger_change();
create trigger operator_statements_never_emptied before truncate on operator_statements for each statement
  execute function refuse_ledger_change();

create table spent_statements (
  hash text primary key,
  spent_at timestamptz not null
);
comment on table spent_statements is
  'Statements that were executed or refused. No statement is used twice, whatever operator_requests contains.';
create trigger spent_statements_append_only before update or delete on spent_statements for each statement
  execute function refuse_ledger_change();
create trigger spent_statements_never_emptied before truncate on spent_statements for each statement
  execute function refuse_ledger_change();

create table invitations (
  id bigint generated always as identity primary key,
  code_hash bytea not null unique,
  name text not null,
  roles text[] not null,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  credential_kind text check (credential_kind in ('ed25519', 'passkey')),
  credential_form text check (credential_form = 'spki'),
  public_key bytea,
  joined_at timestamptz,
  -- Proves possession of the private key.
  proof text,
  proof_signature bytea,
  -- Where a passkey signs, and the id that browsers know it by.
  credential_origin text,
  credential_id text,
  -- The challenge that a browser creates the passkey with, until it expires or the invitation is used.
  passkey_challenge bytea,
  challenge_ends_at timestamptz,
  check ((joined_at is null) = (public_key is null)),
  check ((public_key is null) = (credential_kind is null)),
  check ((public_key is null) = (credential_form is null)),
  check ((not credential_kind is distinct from 'passkey') = (credential_origin is not null)),
  check ((not credential_kind is distinct from 'passkey') = (credential_id is not null)),
  check ((public_key is null) = (proof is null)),
  check ((public_key is null) = (proof_signature is null)),
  check ((passkey_challenge is null) = (challenge_ends_at is null))
);
comment on table invitations is
  'Invitation codes. A code lets one person submit a public key; it grants no right: an admin enrols the key.';

create table operator_requests (
  id bigint generated always as identity primary key,
  action text not null,
  subject text not null,
  input jsonb not null,
  who text not null,
  why text not null,
  approved_by text,
  status text not null check (status in ('waiting', 'approved', 'rejected', 'done', 'refused')),
  -- What the operator is told about the outcome.
  result text,
  created_at timestamptz not null,
  settled_at timestamptz,
  requested_with text unique references operator_statements (hash),
  approved_with text unique references operator_statements (hash),
  check (approved_by is distinct from who)
);
comment on table operator_requests is
  'Actions that operators request and a worker executes, after the approval of a second person where one is required.';
create index operator_requests_open on operator_requests (id) where status in ('waiting', 'approved');
-- Requests about one order.
create index operator_requests_by_subject on operator_requests (subject, id);
-- What was decided today.
create index operator_requests_done on operator_requests (settled_at) where status = 'done';
-- The newest withdrawals, also those that wait for approval.
create index operator_requests_withdrawals on operator_requests (id) where action = 'withdraw';

create table requested_statement_files (
  request_id bigint primary key references operator_requests (id),
  name text not null,
  -- The file.
  sealed bytea not null,
  -- The opening balance that is accepted although the previous statement is missing; a decimal.
  continue_from text
);
comment on table requested_statement_files is
  'A bank statement file that one operator wants to import by hand, until a second one has approved it.';
