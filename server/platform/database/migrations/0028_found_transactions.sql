create table found_transactions (
  transaction_id text primary key,
  -- CAIP-2.
  network text not null,
  -- As the chain has it: fields and bytes.
  unsigned jsonb not null,
  bytes text not null,
  -- By the machine's clock of the database.
  found_at timestamptz not null,
  -- Null until the signer has compared it: the orders that it pays, none if no order in the database is paid by it.
  order_nos text[]
);
comment on table found_transactions is
  'Transactions of the paying addresses that a chain had and the payouts lacked, after a restore or by another user of the key.';
