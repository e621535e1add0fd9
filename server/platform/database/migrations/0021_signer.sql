-- What the signer has signed and released. Only the signer writes here.

create table signed_forms (
  number bigint primary key,
  network text not null,
  purpose text not null check (purpose in ('payment', 'cancellation')),
  order_nos text[] not null,
  claims text[] not null,
  proofs text[] not null,
  euro_cents numeric(38, 0) not null check (euro_cents >= 0),
  asset text not null,
  units numeric(78, 0) not null check (units >= 0),
  unsigned jsonb not null,
  transaction_id text not null,
  bytes text not null,
  signed_at timestamptz not null,
  mac bytea not null,
  payer text not null,
  payments jsonb not null,
  inputs jsonb not null
);
comment on table signed_forms is
  'Every transaction that the signer has signed. Each row is bound to the one before it by a MAC.';

-- Refuses every change of a signed form.
create function refuse_signed_form_change() returns trigger language plpgsql as $$
begin
  raise exception 'signed forms are never changed';
end
$$;
create trigger signed_forms_append_only before update or delete or truncate on signed_forms for each statement
  execute function refuse_signed_form_change();

create table signer_releases (
  number bigint primary key,
  kind text not null check (kind in ('transfers', 'handed-over', 'withdrawal')),
  name text not null,
  claims text[] not null,
  content jsonb not null,
  released_at timestamptz not null,
  mac bytea not null
);
comment on table signer_releases is
  'Transfer files and withdrawals that the signer has released. Each row is bound to the one before it by a MAC.';

-- Refuses every change of a release.
create function refuse_signer_release_change() returns trigger language plpgsql as $$
begin
  raise exception 'releases are never changed';
end
$$;
create trigger signer_releases_append_only before update or delete or truncate on signer_releases for each statement
  execute function refuse_signer_release_change();

create table signer_status (
  id smallint primary key default 1 check (id = 1),
  -- As in server/signer/status/signerStatus.ts.
  report jsonb not null,
  written_at timestamptz not null
);
comment on table signer_status is
  'The signer''s report of its state, for the console. The signer itself does not read it: its limits are in its '
  'environment, its stops in its folder.';
