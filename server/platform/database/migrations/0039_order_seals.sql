-- What an order promises, and to whom, sealed with a key that the database does not hold. Null: made before there were seals.
alter table orders add column seal bytea;
-- Of orders without a seal: it covered the address alone.
alter table orders alter column address_mac drop not null;
