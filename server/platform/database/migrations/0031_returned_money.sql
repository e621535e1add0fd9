-- Money that had left and is back: refunds made in the acquirer's dashboard that failed, disputes that were reversed.
alter table refunds_elsewhere add column failed_at timestamptz;
create index refunds_elsewhere_by_payment on refunds_elsewhere (payment_id);

create function claim_failed_refund_elsewhere() returns trigger language plpgsql as $$
begin
  perform claim_of_order(new.order_id, 'given_back', new.acquirer_refund_id, false, -new.units);
  return null;
end $$;
create trigger refunds_elsewhere_failed_claim after update of failed_at on refunds_elsewhere
  for each row when (old.failed_at is null and new.failed_at is not null)
  execute function claim_failed_refund_elsewhere();

-- A second attempt of a card order may be captured too: what came beyond the price is not the bank's alone.
alter table orders drop constraint orders_surplus_check;
alter table orders add constraint orders_surplus_check
  check (surplus_returned_units <= surplus_units and surplus_units <= received_units + captured_units);
