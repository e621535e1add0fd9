-- The last delivered orders of a network and a method: an offer tells how long they took.
create index orders_delivered on orders (offer_type, network, pay_method, id desc) where status = 'delivered';

-- Whoever knows an order's address can have purchases of their own told of as its. Those whose coins go elsewhere are known once
-- the provider was asked; the others are asked about in turn.
alter table provider_purchases add column is_foreign boolean not null default false, add column asked_at timestamptz;
