-- Orders whose payment the risk rules accepted, each with the card that paid ('' for none), from before the money is taken: the
-- next judgement counts them. No foreign key to orders: a judgement may run while another transaction holds its order.
create table risk_reservations (
  order_id bigint not null,
  fingerprint text not null default '',
  reserved_at timestamptz not null,
  primary key (order_id, fingerprint)
);
create index risk_reservations_by_card on risk_reservations (fingerprint) where fingerprint <> '';
