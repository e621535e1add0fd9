-- Whom the rules count by IP: an IPv4 address, or the /64 of an IPv6 address, since one subscriber has all of that.
-- Plain text: what came in place of an address, before only addresses were kept, is its own client.
create function client_network(address text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if address not like '%:%' then
    return address;
  end if;
  return pg_catalog.network(pg_catalog.set_masklen(address::pg_catalog.inet, 64))::pg_catalog.text;
exception when invalid_text_representation then
  return address;
end
$$;

drop index orders_by_client_address;
create index orders_by_client_network on orders (client_network(client_address), created_at) where client_address <> '';
