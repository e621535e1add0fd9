-- Deliveries by time: what was delivered today, and on the same weekday before, is asked for whenever somebody looks.
create index order_events_delivered on order_events (at)
  where kind in ('payout_confirmed', 'payout_reorged') and not unexpected;

-- What waits for a person is looked for whenever somebody looks: found among few, however many there were.
create index refunds_without_account on refunds (created_at)
  where channel = 'bank' and status = 'requested' and not has_creditor;
create index disputes_unanswered on disputes (due_at) where status in ('warned', 'open') and not answered;
