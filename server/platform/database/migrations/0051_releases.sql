-- What the signer has let leave beside payouts: files of transfers for the bank, and withdrawals from the venue. Its own
-- record, which it alone writes. Each row is bound to the one before it by a MAC.
create table signer_releases (
  number bigint primary key,
  kind text not null check (kind in ('transfers', 'withdrawal')),
  name text not null,
  claims text[] not null,
  content jsonb not null,
  released_at timestamptz not null,
  mac bytea not null
);

create function refuse_signer_release_change() returns trigger language plpgsql as $$
begin
  raise exception 'releases are never changed';
end $$;

create trigger signer_releases_append_only before update or delete or truncate on signer_releases
  for each statement execute function refuse_signer_release_change();
