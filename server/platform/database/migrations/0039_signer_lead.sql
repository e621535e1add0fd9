-- Two signers with the same keys: one is active, the other follows and takes over.

alter table signed_forms drop constraint signed_forms_purpose_check,
  add constraint signed_forms_purpose_check
    check (purpose in ('payment', 'cancellation', 'other', 'take-over')) not valid;
alter table signer_releases drop constraint signer_releases_kind_check,
  add constraint signer_releases_kind_check
    check (kind in ('transfers', 'handed-over', 'withdrawal', 'take-over')) not valid;

create table signer_lease (
  id boolean primary key default true check (id),
  signer text not null,
  -- Random, for each process.
  instance text not null,
  -- By the machine's clock, as a signer renews it: not the product's.
  lapses_at timestamptz not null
);
comment on table signer_lease is
  'Which signer is active. It decides when another one tries to take over; that only one signs is decided by signed_forms '
  'and signer_releases.';

create table signers (
  signer text primary key,
  -- As in server/signer/lead/signerReport.ts.
  report jsonb not null,
  written_at timestamptz not null
);
comment on table signers is
  'Each signer''s report of itself. A signer reads the report of the one that it takes over from; it can only be stopped by it.';
