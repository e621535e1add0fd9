-- The operators' list of orders: by time, and within what it is narrowed to. An order's time, country, method and crypto
-- never change, so that these are written once.
create index orders_by_time on orders (created_at, id);
create index orders_by_country on orders (country, created_at, id);
create index orders_by_method on orders (pay_method, created_at, id);
create index orders_by_crypto on orders (receive_currency, created_at, id);
create index orders_by_status_time on orders (status, created_at, id);
create index orders_of_exception on orders (exception, created_at, id) where exception <> 'none';
create index orders_of_dispute on orders (dispute, created_at, id) where dispute <> 'none';

-- What an order is known by: the beginning of its number, what it costs, the end of the card that paid it.
create index orders_by_number_beginning on orders (order_no text_pattern_ops);
create index orders_by_paid on orders (pay_units, created_at);
create index payment_attempts_by_card_end on payment_attempts (last4, created_at) where last4 is not null;
-- The requests about an order.
create index operator_requests_by_subject on operator_requests (subject, id);
-- It says all that the former one does.
drop index orders_by_status;
