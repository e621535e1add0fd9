-- The last delivered orders of a network and a method: an offer tells how long they took.
create index orders_delivered on orders (offer_type, network, pay_method, id desc) where status = 'delivered';
