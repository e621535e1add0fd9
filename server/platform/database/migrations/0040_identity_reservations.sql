-- Orders that were judged to need no document, from before their money is taken: each is counted by the next judgement.
-- No reference to orders: a judgement may run beside a lock of its order.
create table identity_reservations (
  order_id bigint primary key,
  reserved_at timestamptz not null
);
