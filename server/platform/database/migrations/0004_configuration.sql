-- What the operator decides while the product runs, and who decided it.

create table configuration (
  kind text not null,
  key text not null,
  value jsonb not null,
  changed_at timestamptz not null,
  primary key (kind, key)
);

-- Every decision of a person, each line chained to the one before by its hash: a line that was changed or taken out shows.
create table audit_trail (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  who text not null,
  -- The second person, where two are needed.
  approved_by text,
  why text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  previous_hash bytea not null,
  hash bytea not null unique
);

create trigger audit_trail_append_only before update or delete on audit_trail
  for each statement execute function refuse_ledger_change();

-- What an operator asks of an order, done by a worker: with a second person's word where two are needed.
create table operator_requests (
  id bigint generated always as identity primary key,
  action text not null,
  subject text not null,
  input jsonb not null,
  who text not null,
  why text not null,
  approved_by text,
  status text not null check (status in ('waiting', 'approved', 'rejected', 'done', 'refused')),
  -- What came of it, as the operator who asked is told.
  result text,
  created_at timestamptz not null,
  settled_at timestamptz,
  check (approved_by is distinct from who)
);
create index operator_requests_open on operator_requests (id) where status in ('waiting', 'approved');

-- Every process hears of a change at once.
create function announce_configuration() returns trigger language plpgsql as $$
begin
  perform pg_notify('configuration_changed', '');
  return null;
end $$;
create trigger configuration_announced after insert or update or delete on configuration
  for each statement execute function announce_configuration();
