-- When an order may be made of a quote, which is now; no row where the quote has ended, or its crypto is another asset by now.
-- The configuration is held until the transaction ends: an order that is inserted by this time has its asset for good, since a
-- change waits for the order and then finds it. Each statement in here sees what was committed before it began, so that the
-- row is read after the wait. A crypto's row is never removed: where there is none, none was changed.
create function keep_quote(expire_time bigint, crypto text, asset text, decimals integer) returns setof timestamptz
language plpgsql volatile as $$
declare
  at timestamptz;
begin
  perform pg_advisory_xact_lock_shared(hashtext('configuration'));
  at := slipway_now();
  if at >= to_timestamp(expire_time) then
    return;
  end if;
  if exists (
    select from configuration c
    left join configuration n on n.kind = 'network' and n.key = c.value ->> 'network'
    where c.kind = 'crypto' and c.key = keep_quote.crypto and not coalesce(
      (c.value ->> 'decimals')::integer = keep_quote.decimals
      and (n.value ->> 'chain') || '/'
        || case when c.value ->> 'asset' like 'slip44:%' then '' else (n.value ->> 'tokens') || ':' end
        || (c.value ->> 'asset') = keep_quote.asset, false)
  ) then
    return;
  end if;
  return next at;
end
$$;
