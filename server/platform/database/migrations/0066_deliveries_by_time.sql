-- Deliveries by time: what was delivered today, and on the same weekday before, is asked for whenever somebody looks.
create index order_events_delivered on order_events (at)
  where kind in ('payout_confirmed', 'payout_reorged') and not unexpected;
