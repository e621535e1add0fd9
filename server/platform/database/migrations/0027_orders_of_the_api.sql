-- The api could make an order paid once a part of its money had come: the worker then bought the coins of the whole.
create or replace function refuse_status_of_money() returns trigger language plpgsql as $$
begin
  if pg_catalog.has_column_privilege(tg_relid, 'captured_units', 'update') then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.status = 'awaiting_payment' and not new.frozen then
      return new;
    end if;
  elsif (new.frozen or not old.frozen) and (
    new.status = old.status
    or old.status in ('awaiting_payment', 'awaiting_identity', 'awaiting_consent') and (
      new.status in ('authorizing', 'awaiting_identity', 'awaiting_consent', 'capturing', 'voiding', 'cancelled', 'on_hold')
      or new.status = 'refunding' and new.captured_units + new.received_units > 0
      -- As isKeptInFull of server/purchase/order/order.ts.
      or new.status = 'paid' and new.captured_units + new.received_units - new.surplus_units
        - (new.refunded_units - new.surplus_returned_units) - new.clawed_back_units - new.disputed_units >= new.pay_units
    )
  ) then
    return new;
  end if;
  raise exception 'the role % may not make an order %', current_user, new.status using errcode = 'insufficient_privilege';
end
$$;

-- With an earlier number the record of each next event is refused, and its effect is repeated.
create function refuse_earlier_event() returns trigger language plpgsql as $$
begin
  raise exception 'order % has event %, not %', old.id, old.event_sequence, new.event_sequence using errcode = 'check_violation';
end
$$;
create trigger orders_event_sequence before update of event_sequence on orders for each row
  when (new.event_sequence < old.event_sequence) execute function refuse_earlier_event();
