-- For the partner pages, whose process may read neither accounts of the ledger nor bank bookings.
create view partner_shares as
  select o.partner_id, o.order_no, t.at, p.asset, -p.units as units
  from ledger_postings p join ledger_transactions t on t.id = p.transaction_id join orders o on o.id = p.order_id
  where p.account = 'liability:partner';
comment on view partner_shares is
  'Shares that partners have earned, and lost again, by order: the ledger''s postings to liability:partner.';

create view partner_settlements as
  select p.entry_id, p.partner_id, p.asset, p.units, p.until, p.paid_at, e.booked_on, e.end_to_end_id
  from partner_payments p join bank_entries e on e.id = p.entry_id;
comment on view partner_settlements is 'Payments of partners'' shares with what both banks know of the transfer.';
