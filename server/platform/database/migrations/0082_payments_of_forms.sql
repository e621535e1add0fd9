-- A signed form also names the address that pays, each payment with the money that the buyer paid for it, and the amounts of
-- the outputs that it spends. Forms of a development version lack them, and their MACs would not fit.
do $$
begin
  if exists (select from signed_forms) then
    raise exception 'signed_forms holds forms of a development version: start with a new database';
  end if;
end $$;

alter table signed_forms
  add column payer text not null,
  add column payments jsonb not null,
  add column inputs jsonb not null;

-- The hand-over of a released file to the bank's client is recorded too.
alter table signer_releases drop constraint signer_releases_kind_check;
alter table signer_releases add check (kind in ('transfers', 'handed-over', 'withdrawal'));
