create table replaced_identity_checks (
  id bigint generated always as identity primary key,
  buyer_id text not null references buyers (id),
  -- The buyer's name at the verifier during this check.
  verifier_reference text not null,
  provider text not null,
  applicant_id text,
  status text not null,
  updated_at timestamptz not null,
  accepted_at timestamptz,
  replaced_at timestamptz not null
);
comment on table replaced_identity_checks is
  'Identity checks that a later request for a document has replaced: evidence for the orders paid before.';
create index replaced_identity_checks_by_buyer on replaced_identity_checks (buyer_id);
