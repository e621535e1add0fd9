-- Processes have roles of their own (server/platform/database/roles/). What follows from a right that one of them has is done
-- by the owner, so that nobody needs the right to do it otherwise.

-- The claims on an order's money are written by what claims it: no role may write them.
alter function claim_of_order(bigint, text, text, boolean, numeric) security definer set search_path = pg_catalog, public, pg_temp;
alter function claim_order_money() security definer set search_path = pg_catalog, public, pg_temp;
alter function claim_refund() security definer set search_path = pg_catalog, public, pg_temp;
alter function claim_refund_elsewhere() security definer set search_path = pg_catalog, public, pg_temp;
alter function claim_failed_refund_elsewhere() security definer set search_path = pg_catalog, public, pg_temp;
alter function claim_payout() security definer set search_path = pg_catalog, public, pg_temp;
revoke execute on function claim_of_order(bigint, text, text, boolean, numeric) from public;

-- Whoever may not write what was paid may not write that something was, nor lift a freeze: such a role begins orders, and
-- takes them as far as a buyer's own word does.
create function refuse_status_of_money() returns trigger language plpgsql as $$
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
      or new.status in ('paid', 'refunding') and new.captured_units + new.received_units > 0
    )
  ) then
    return new;
  end if;
  raise exception 'the role % may not make an order %', current_user, new.status using errcode = 'insufficient_privilege';
end $$;
create trigger orders_status_of_money before insert or update of status, frozen on orders
  for each row execute function refuse_status_of_money();

-- Of the books such a role may write one thing: that what an order owes in coins is owed back as money, when a buyer has
-- cancelled it or has not agreed. No money moves by it.
create function refuse_books_of_others() returns trigger language plpgsql as $$
begin
  if pg_catalog.has_column_privilege('orders', 'captured_units', 'update') then
    return new;
  end if;
  if tg_table_name = 'ledger_transactions' then
    if new.kind = 'refund' and (select status from orders where id = new.order_id) = 'refunding' then
      return new;
    end if;
  elsif new.account in ('liability:buyer', 'liability:refund') and (
    select kind = 'refund' and order_id = new.order_id from ledger_transactions where id = new.transaction_id
  ) then
    return new;
  end if;
  raise exception 'the role % may not write this into the books', current_user using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_transactions_of_others before insert on ledger_transactions
  for each row execute function refuse_books_of_others();
create trigger ledger_postings_of_others before insert on ledger_postings
  for each row execute function refuse_books_of_others();
