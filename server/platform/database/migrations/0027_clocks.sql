-- What waits is found among the few that wait, however many there were before.

create index orders_open on orders (status)
  where status in ('awaiting_payment', 'authorizing', 'awaiting_identity', 'awaiting_consent', 'capturing', 'voiding',
    'paid', 'converting', 'converted', 'delivering', 'refunding', 'on_hold');
create index refunds_of_surplus_under_way on refunds (created_at)
  where purpose = 'surplus' and status in ('requested', 'pending');
create index webhook_inbox_unhandled on webhook_inbox (id) where handled_at is null;
create index mail_outbox_to_send on mail_outbox (created_at) where sent_at is null;
