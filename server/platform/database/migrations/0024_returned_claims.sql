-- What came back of a refund by bank may be sent again: so much of it as arrived.

create or replace function claim_refund() returns trigger language plpgsql as $$
declare
  live_before numeric := 0;
  live_after numeric := 0;
begin
  if new.order_id is null then return null; end if;
  if new.status <> 'failed' or new.returned_units > 0 then live_after := new.units - new.returned_units; end if;
  if tg_op = 'UPDATE' and (old.status <> 'failed' or old.returned_units > 0) then
    live_before := old.units - old.returned_units;
  end if;
  if live_after > live_before and (select frozen from orders where id = new.order_id) then
    raise exception 'order % is frozen: nothing goes back', new.order_id using errcode = 'check_violation';
  end if;
  perform claim_of_order(new.order_id, 'given_back', new.id, true, live_after - live_before);
  return null;
end $$;
drop trigger refunds_claim on refunds;
create trigger refunds_claim after insert or update of status, units, returned_units on refunds
  for each row execute function claim_refund();
