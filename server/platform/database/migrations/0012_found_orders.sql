-- Whatever an order is asked for by finds it without a scan.

create index refunds_by_order on refunds (order_id) where order_id is not null;
create index refunds_by_acquirer_id on refunds (acquirer_refund_id) where acquirer_refund_id is not null;
create index payouts_by_order on payouts (order_id);
create index operator_alerts_by_order on operator_alerts (order_id) where order_id is not null;
-- An address may have had several accounts, one after the other.
create index buyers_by_email on buyers (email);
