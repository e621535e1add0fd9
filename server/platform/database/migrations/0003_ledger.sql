-- Double entry. Signed postings per asset, + debit, − credit; every transaction sums to zero per asset; append only.

create table ledger_transactions (
  id bigint generated always as identity primary key,
  -- What it records, said once: the same fact posted twice is refused.
  key text not null unique,
  kind text not null,
  order_id bigint references orders (id),
  reverses bigint references ledger_transactions (id),
  at timestamptz not null
);

create table ledger_postings (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions (id),
  order_id bigint references orders (id),
  account text not null,
  asset text not null,
  -- Fiat at scale 8, since venues give parts of a cent; crypto at the chain's scale.
  units numeric(78, 0) not null check (units <> 0)
);
create index ledger_postings_by_order on ledger_postings (order_id);
create index ledger_postings_by_account on ledger_postings (account, asset) include (units);
create index ledger_postings_by_transaction on ledger_postings (transaction_id);

create function check_ledger_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from ledger_postings where transaction_id = new.transaction_id group by asset having sum(units) <> 0
  ) then
    raise exception 'ledger transaction % does not sum to zero', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_balanced after insert on ledger_postings
  deferrable initially deferred for each row execute function check_ledger_balance();

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only: reverse with a new transaction' using errcode = 'restrict_violation';
end $$;
create trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each statement execute function refuse_ledger_change();
create trigger ledger_postings_append_only before update or delete on ledger_postings
  for each statement execute function refuse_ledger_change();

-- The buyer's events are a record too.
create trigger order_events_append_only before update or delete on order_events
  for each statement execute function refuse_ledger_change();
