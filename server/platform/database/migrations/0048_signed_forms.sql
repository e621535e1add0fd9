-- What the signer has signed: its own record, which it alone writes. Each row is bound to the one before it by a MAC.
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
  mac bytea not null
);

create function refuse_signed_form_change() returns trigger language plpgsql as $$
begin
  raise exception 'signed forms are never changed';
end $$;

create trigger signed_forms_append_only before update or delete or truncate on signed_forms
  for each statement execute function refuse_signed_form_change();
