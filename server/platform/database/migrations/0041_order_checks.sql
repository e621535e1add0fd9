-- The states of contract/entities/orderStatuses.ts, and amounts that are never negative.
alter table orders
  add constraint orders_status_check check (status in (
    'awaiting_payment', 'authorizing', 'awaiting_identity', 'awaiting_consent', 'capturing', 'paid', 'converting',
    'converted', 'delivering', 'delivered', 'voiding', 'cancelled', 'expired', 'failed', 'on_hold', 'refunding', 'refunded'
  )) not valid,
  add constraint orders_amounts_check check (
    authorized_units >= 0 and captured_units >= 0 and received_units >= 0 and refunded_units >= 0
    and surplus_returned_units >= 0 and clawed_back_units >= 0
  ) not valid;
