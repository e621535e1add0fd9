-- What the console's reports read by time, small beside the table, which grows at its end alone.
create index order_events_by_time on order_events using brin (at);
create index refunds_settled on refunds (updated_at) where status = 'settled';

-- A partner's events by where they stand, newest first.
create index partner_events_by_delivery on partner_events (partner_id, delivery, entry);
