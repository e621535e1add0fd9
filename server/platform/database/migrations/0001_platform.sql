-- Tables and functions that every module uses: the clock, sealed personal data, webhooks, shared limits, the audit
-- trail.
-- All amounts are whole numbers of a minor unit, stored as numeric. Rights of the processes are in ../tables/.

comment on table schema_migrations is 'Migrations that were applied.';

create table clock (
  only_row boolean primary key default true check (only_row),
  -- Only the sandbox changes it; a production server refuses to start unless it is zero.
  offset_seconds bigint not null default 0
);
comment on table clock is 'The offset of the product''s clock from the database''s clock. One row.';

insert into clock default values;

-- The product's time.
create function slipway_now() returns timestamptz language sql as $$
  select clock_timestamp() + offset_seconds * interval '1 second' from clock
$$;

-- Notifies processes at once when the sandbox moves the clock.
create function announce_clock() returns trigger language plpgsql as $$
begin
  perform pg_notify('clock_moved', '');
  return null;
end
$$;
create trigger clock_announced after update on clock for each statement execute function announce_clock();

-- Refuses every change of an append-only table.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only: reverse with a new transaction' using errcode = 'restrict_violation';
end
$$;

create table data_keys (
  id uuid primary key,
  subject text not null unique,
  wrapped_by text not null,
  wrapped bytea not null,
  created_at timestamptz not null,
  wrapped_at timestamptz not null
);
comment on table data_keys is
  'Keys that seal personal data, one per subject. Each is wrapped by a key of PERSONAL_DATA_KEYS, which is not in the '
  'database.';
create index data_keys_wrapped_by on data_keys (wrapped_by);

create table webhook_inbox (
  id bigint generated always as identity primary key,
  provider text not null,
  event_id text not null,
  kind text not null,
  subject_id text not null,
  -- What a verified webhook says in addition to its subject.
  provider_order_id text,
  access_token text,
  -- Null once it was handled and its retention period is over.
  raw_body bytea,
  -- Proves what was received after the body was deleted.
  body_hash bytea not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  unique (provider, event_id)
);
comment on table webhook_inbox is 'Verified webhooks, stored before anything is done about them.';
create index webhook_inbox_unhandled on webhook_inbox (id) where handled_at is null;
create index webhook_inbox_bodies on webhook_inbox (handled_at) where raw_body is not null;

create unlogged table rate_limits (
  -- rate-limiter-flexible writes this table by the order of its columns.
  key text primary key,
  points integer not null default 0,
  -- Milliseconds of the machine's clock.
  expire bigint
);
comment on table rate_limits is
  'Request counters shared by the api processes. Unlogged: a crash of the database resets every counter, and no limit '
  'is worth a disk write that a buyer waits for.';

create unlogged table stream_holders (
  id uuid primary key,
  lease_until timestamptz not null
);
comment on table stream_holders is
  'Processes that hold open event streams. A process that does not renew its lease has ended, and its streams with it.';

create unlogged table stream_places (
  holder uuid not null references stream_holders (id) on delete cascade,
  place integer not null,
  client text not null,
  primary key (holder, place)
);
comment on table stream_places is 'Open event streams, counted per client.';
create index stream_places_client on stream_places (client);

create table audit_trail (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  who text not null,
  -- The second person, where two are required.
  approved_by text,
  why text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  previous_hash bytea not null,
  hash bytea not null unique
);
comment on table audit_trail is
  'Every decision of an operator. Each row has the hash of the one before, so that a changed or deleted row is '
  'detected.';
-- The newest rows about one subject, whatever the length of the trail.
create index audit_trail_by_subject on audit_trail (subject, id);
-- The newest decisions of one person, and of one action.
create index audit_trail_by_person on audit_trail (who, id);
create index audit_trail_by_action on audit_trail (action, id);
create trigger audit_trail_append_only before update or delete on audit_trail for each statement
  execute function refuse_ledger_change();
create trigger audit_trail_never_emptied before truncate on audit_trail for each statement
  execute function refuse_ledger_change();

create table audit_seals (
  id bigint generated always as identity primary key,
  -- The newest row of audit_trail that the seal covers.
  line_id bigint not null,
  line_hash bytea not null,
  -- The newest row of person_statements at that moment.
  persons_head text not null,
  seal bytea not null,
  sealed_at timestamptz not null
);
comment on table audit_seals is
  'Seals over the audit trail by a key that the database does not have. Rewritten rows whose hashes fit each other do '
  'not fit a seal.';
create trigger audit_seals_append_only before update or delete on audit_seals for each statement
  execute function refuse_ledger_change();
create trigger audit_seals_never_emptied before truncate on audit_seals for each statement
  execute function refuse_ledger_change();
