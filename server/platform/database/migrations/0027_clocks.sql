-- What waits is found among the few that wait, however many there were before.

-- Of all of them, so that counting by state reads the index alone.
create index orders_by_status on orders (status);
create index refunds_of_surplus_under_way on refunds (created_at)
  where purpose = 'surplus' and status in ('requested', 'pending');
create index webhook_inbox_unhandled on webhook_inbox (id) where handled_at is null;
create index mail_outbox_to_send on mail_outbox (created_at) where sent_at is null;
