-- Payouts of several orders may leave in one transaction: a batch.

-- The payout that carries what the transaction's payouts share: its signed forms (payout_variants), what it claims
-- (nonce, payout_inputs) and why its fee is not raised (waits_for). Its own id where it is alone, or is that payout.
alter table payouts add column batch_id text references payouts (id);
update payouts set batch_id = id;
alter table payouts alter column batch_id set not null;
create index payouts_by_batch on payouts (batch_id);

-- Servers of the former version still run while this one starts: theirs are alone.
create function batch_of_former_payout() returns trigger language plpgsql as $$
begin
  new.batch_id := coalesce(new.batch_id, new.id);
  return new;
end $$;
create trigger payout_batches_of_former_servers before insert on payouts
  for each row execute function batch_of_former_payout();
