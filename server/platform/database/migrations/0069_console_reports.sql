-- What the console's reports and partners' pages read by time, small beside the tables: both grow at their ends alone.
create index order_events_by_time on order_events using brin (at);
create index orders_by_time on orders using brin (created_at);
create index refunds_settled on refunds (updated_at) where status = 'settled';

-- A partner's events by where they stand, newest first.
create index partner_events_by_delivery on partner_events (partner_id, delivery, entry);
