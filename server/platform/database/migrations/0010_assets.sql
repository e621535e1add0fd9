-- Amounts keep the asset and its digits that they were made with: what the catalog says later does not change them.

alter table orders add column pay_asset text;
alter table orders add column pay_decimals smallint;
alter table orders add column receive_asset text;
alter table orders add column receive_decimals smallint;

-- ISO 4217's minor units that are not two digits (money/iso4217.ts).
create function iso_4217_digits(code text) returns smallint language sql immutable as $$
  select (case
    when code in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when code in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when code in ('CLF', 'UYW') then 4
    else 2 end)::smallint
$$;

-- The networks of the versions that kept no assets, as CAIP-2.
create function former_asset(network text, asset text) returns text language sql immutable as $$
  select (case network
    when 'bitcoin' then 'bip122:000000000019d6689c085ae165831e93'
    when 'ethereum' then 'eip155:1'
    when 'base' then 'eip155:8453'
    when 'polygon' then 'eip155:137' end)
    || '/' || (case when asset like '0x%' then 'erc20:' else '' end) || asset
$$;

create function former_fee_asset(network text) returns text language sql immutable as $$
  select network || (case network
    when 'bip122:000000000019d6689c085ae165831e93' then '/slip44:0'
    when 'eip155:137' then '/slip44:966'
    else '/slip44:60' end)
$$;

create function former_fee_decimals(network text) returns smallint language sql immutable as $$
  select (case when network like 'bip122:%' then 8 else 18 end)::smallint
$$;

update orders o set
  pay_asset = 'iso4217:' || o.pay_currency,
  pay_decimals = iso_4217_digits(o.pay_currency),
  receive_asset = former_asset(c.value ->> 'network', c.value ->> 'asset'),
  receive_decimals = (c.value ->> 'decimals')::smallint
from configuration c where c.kind = 'crypto' and c.key = o.receive_currency;

do $$
declare unknown text;
begin
  select string_agg(distinct receive_currency, ', ') into unknown from orders where receive_asset is null;
  if unknown is not null then
    raise exception 'orders were made in %, which the configuration no longer has: add the crypto again, disabled, and start again', unknown;
  end if;
end $$;

alter table orders alter column pay_asset set not null;
alter table orders alter column pay_decimals set not null;
alter table orders alter column receive_asset set not null;
alter table orders alter column receive_decimals set not null;

alter table payouts add column decimals smallint;
-- What the chain takes is counted in its native asset.
alter table payouts add column fee_asset text;
alter table payouts add column fee_decimals smallint;
update payouts p set
  decimals = o.receive_decimals,
  fee_asset = former_fee_asset(p.network),
  fee_decimals = former_fee_decimals(p.network)
from orders o where o.id = p.order_id;
alter table payouts alter column decimals set not null;
alter table payouts alter column fee_asset set not null;
alter table payouts alter column fee_decimals set not null;

alter table refunds add column asset text;
alter table refunds add column decimals smallint;
update refunds set currency = o.pay_currency from orders o where o.id = refunds.order_id and refunds.currency is null;
update refunds set asset = 'iso4217:' || currency, decimals = iso_4217_digits(currency);
alter table refunds alter column currency set not null;
alter table refunds alter column asset set not null;
alter table refunds alter column decimals set not null;

-- Servers of the former version, which know nothing of these columns, run beside the new ones during a rollout.
create function fill_former_order() returns trigger language plpgsql as $$
begin
  if new.pay_asset is null then
    select 'iso4217:' || new.pay_currency, iso_4217_digits(new.pay_currency),
      former_asset(c.value ->> 'network', c.value ->> 'asset'), (c.value ->> 'decimals')::smallint
    into new.pay_asset, new.pay_decimals, new.receive_asset, new.receive_decimals
    from configuration c where c.kind = 'crypto' and c.key = new.receive_currency;
  end if;
  return new;
end $$;
create trigger orders_of_former_servers before insert on orders for each row execute function fill_former_order();

create function fill_former_payout() returns trigger language plpgsql as $$
begin
  if new.decimals is null then
    select o.receive_decimals into new.decimals from orders o where o.id = new.order_id;
    new.fee_asset := former_fee_asset(new.network);
    new.fee_decimals := former_fee_decimals(new.network);
  end if;
  return new;
end $$;
create trigger payouts_of_former_servers before insert on payouts for each row execute function fill_former_payout();

create function fill_former_refund() returns trigger language plpgsql as $$
begin
  if new.asset is null then
    if new.currency is null then
      select o.pay_currency into new.currency from orders o where o.id = new.order_id;
    end if;
    new.asset := 'iso4217:' || new.currency;
    new.decimals := iso_4217_digits(new.currency);
  end if;
  return new;
end $$;
create trigger refunds_of_former_servers before insert on refunds for each row execute function fill_former_refund();
