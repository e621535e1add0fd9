-- The share of a delivered order is owed for the part of its price that stayed. Former versions left it owed in full: takes
-- back what the partners of such orders have not earned, as claimPostings.ts does from now on.
with lost as (
  select id, order_no, pay_asset, pay_decimals, partner_share_units as share,
    captured_units + received_units - surplus_units as taken,
    greatest(refunded_units - surplus_returned_units + clawed_back_units, 0) - greatest(surplus_units - surplus_returned_units, 0)
      as lost
  from orders o
  where case when status = 'on_hold' then held_from else status end = 'delivered' and partner_share_units > 0
    and exists (select 1 from ledger_postings where order_id = o.id and account = 'liability:partner')
), unearned as (
  select *, (share - case when taken > lost then div(share * (taken - lost), taken) else 0 end)
    * 10::numeric ^ (8 - pay_decimals) as units
  from lost where lost > 0
), made as (
  insert into ledger_transactions (key, kind, order_id, at)
  select order_no || ':former:partner_share', 'partner_share', id, slipway_now() from unearned where units > 0
  returning id, order_id
)
insert into ledger_postings (transaction_id, order_id, account, asset, units)
select made.id, made.order_id, side.account, unearned.pay_asset, side.sign * unearned.units
from made join unearned on unearned.id = made.order_id,
  (values ('liability:partner', 1), ('expense:partner', -1)) as side (account, sign);
