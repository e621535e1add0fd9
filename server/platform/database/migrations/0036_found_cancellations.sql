-- A transaction that a restored database lacked may cancel a payout instead of paying an order.
alter table found_transactions add column cancels boolean not null default false;
