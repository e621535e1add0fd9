-- What waits against a clock is found among the few that wait, however many there were before.

create index orders_on_a_clock on orders (status)
  where status in ('on_hold', 'awaiting_identity', 'paid', 'converting', 'refunding');
create index refunds_of_surplus_under_way on refunds (created_at)
  where purpose = 'surplus' and status in ('requested', 'pending');
create index payouts_not_final on payouts (created_at) where status in ('signed', 'broadcast', 'confirmed');
