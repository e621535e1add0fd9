-- An api could create an order with money that was never received. The worker then bought coins for it, at any price. It could
-- also withdraw a hold that a person, a bank or a rule had requested, and the order was delivered.
create or replace function refuse_status_of_money() returns trigger language plpgsql as $$
begin
  if pg_catalog.has_column_privilege(tg_relid, 'captured_units', 'update') then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.status = 'awaiting_payment' and not new.frozen
      and new.authorized_units + new.captured_units + new.received_units + new.refunded_units + new.surplus_units
        + new.surplus_returned_units + new.disputed_units + new.clawed_back_units = 0 then
      return new;
    end if;
  elsif (new.frozen or not old.frozen) and (new.hold_requested or not old.hold_requested) and (
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

drop trigger orders_status_of_money on orders;
create trigger orders_status_of_money before insert or update of status, hold_requested, frozen on orders for each row
  execute function refuse_status_of_money();

-- The result of an attempt is the acquirer's, which a worker reads.
create function refuse_result_of_payment() returns trigger language plpgsql as $$
begin
  if new.status = 'submitted' and new.payment_id is null and new.refusal is null and not new.fee_booked
    or pg_catalog.has_column_privilege(tg_relid, 'status', 'update') then
    return new;
  end if;
  raise exception 'the role % may not write the result of a payment', current_user using errcode = 'insufficient_privilege';
end
$$;
create trigger payment_attempts_result before insert on payment_attempts for each row
  execute function refuse_result_of_payment();

-- A refund goes to the payment of the order's event: with its own event, an api chose the payer.
create function refuse_event_of_money() returns trigger language plpgsql as $$
begin
  if pg_catalog.has_column_privilege('public.orders', 'captured_units', 'update') then
    return new;
  end if;
  raise exception 'the role % may not record %', current_user, new.kind using errcode = 'insufficient_privilege';
end
$$;
create trigger order_events_of_money before insert on order_events for each row when (
  new.kind ~ '^(payment_(authorized|captured|received|recalled|disputed)$|(conversion|dispute|external_refund|loss|payout|refund|surplus)_)'
) execute function refuse_event_of_money();

-- Keys of entries are unique, and an entry is reversed once. With the key of an entry to come, or a reversal of another entry,
-- an api could keep a worker from booking them for ever.
create or replace function refuse_foreign_bookings() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if pg_catalog.has_table_privilege('bank_entries', 'insert') then
    return new;
  end if;
  if tg_table_name = 'ledger_transactions' then
    if new.kind = 'refund' and new.reverses is null and exists (
      select from orders where id = new.order_id and status = 'refunding' and starts_with(new.key, order_no || ':')
    ) then
      return new;
    end if;
  elsif new.account in ('liability:buyer', 'liability:refund') and (
    select kind = 'refund' and order_id = new.order_id from ledger_transactions where id = new.transaction_id
  ) then
    return new;
  end if;
  raise exception 'the role % may not write this into the books', current_user using errcode = 'insufficient_privilege';
end
$$;

-- The number of an event is that of its order. If an api took the next one, or let the order skip to the greatest one, no
-- further event of the order could be recorded.
create function refuse_event_ahead() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from orders where id = new.order_id and event_sequence >= new.sequence) then
    return null;
  end if;
  raise exception 'order % has not reached event %', new.order_id, new.sequence using errcode = 'check_violation';
end
$$;
create constraint trigger order_events_counted after insert on order_events deferrable initially deferred for each row
  when (not has_column_privilege('public.orders', 'captured_units', 'update')) execute function refuse_event_ahead();
drop trigger orders_event_sequence on orders;
create trigger orders_event_sequence before update of event_sequence on orders for each row when (
  new.event_sequence < old.event_sequence
  or new.event_sequence > old.event_sequence + 1 and not has_column_privilege('public.orders', 'captured_units', 'update')
) execute function refuse_earlier_event();
