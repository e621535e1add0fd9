-- outside a transaction
-- The newest decisions about held orders, for the usual time of a review.
create index concurrently order_events_decided on order_events (at)
  where from_status = 'on_hold' and to_status <> 'on_hold' and not unexpected;
