-- Who may operate, and what they have said. Rows are believed for their signatures alone: see server/platform/persons.

-- Who is enrolled, with which key and roles, each statement following the one before.
create table person_statements (
  id bigint generated always as identity primary key,
  hash text not null unique check (hash = encode(sha256(convert_to(text, 'UTF8')), 'hex')),
  text text not null,
  signature bytea not null,
  received_at timestamptz not null
);
create trigger person_statements_append_only before update or delete on person_statements
  for each statement execute function refuse_ledger_change();

-- What persons have asked for, agreed to and done.
create table operator_statements (
  id bigint generated always as identity primary key,
  hash text not null unique check (hash = encode(sha256(convert_to(text, 'UTF8')), 'hex')),
  nonce text not null unique,
  person text not null,
  act text not null,
  text text not null,
  signature bytea not null,
  credential_kind text not null check (credential_kind in ('ed25519', 'passkey')),
  -- What a passkey signs beside the statement (WebAuthn): its authenticator data and client data.
  authenticator_data bytea,
  client_data bytea,
  received_at timestamptz not null,
  check ((credential_kind = 'passkey') = (authenticator_data is not null and client_data is not null))
);
create trigger operator_statements_append_only before update or delete on operator_statements
  for each statement execute function refuse_ledger_change();

-- Statements by which something was done, or refused: none is used twice, whatever the requests say.
create table spent_statements (
  hash text primary key,
  spent_at timestamptz not null
);
create trigger spent_statements_append_only before update or delete on spent_statements
  for each statement execute function refuse_ledger_change();

-- A code that lets one person hand in the public half of a key. It gives no right: an admin names the key.
create table invitations (
  id bigint generated always as identity primary key,
  code_hash bytea not null unique,
  name text not null,
  roles text[] not null,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  credential_kind text check (credential_kind in ('ed25519', 'passkey')),
  credential_form text check (credential_form in ('spki', 'cose')),
  public_key bytea,
  joined_at timestamptz,
  -- Proves that whoever handed the key in has its other half.
  proof text,
  proof_signature bytea,
  check ((joined_at is null) = (public_key is null)),
  check ((public_key is null) = (credential_kind is null)),
  check ((public_key is null) = (credential_form is null))
);

alter table operator_requests
  add column asked_with text unique references operator_statements (hash),
  add column approved_with text unique references operator_statements (hash);

-- What waited was signed by nobody.
update operator_requests set status = 'refused', settled_at = slipway_now(),
  result = 'it was asked for before persons had keys: ask for it again'
where status in ('waiting', 'approved');
delete from asked_statement_files;

-- Two persons for what limits and lets through, unless two persons say otherwise.
update configuration set value = jsonb_set(value, '{value}', '"yes"'), changed_at = slipway_now()
where kind = 'rule' and key = 'limitsTakeTwo';
