-- `returned`: money of no order that was sent back; `recovered`: money that paid back what was lost with an order.
alter table bank_entries drop constraint bank_entries_status_check;
alter table bank_entries add constraint bank_entries_status_check
  check (status in ('new', 'order', 'refund', 'unallocated', 'treasury', 'returned', 'recovered'));

-- Why the bank has not carried a refund out that was in a file for it, as a person was told; null for every other one.
alter table refunds add column refused text;
alter table refunds add constraint only_what_failed_was_refused check (refused is null or status = 'failed');
