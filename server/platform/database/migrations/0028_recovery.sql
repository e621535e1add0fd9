-- `returned`: money of no order that was sent back; `recovered`: money that paid back what was lost with an order.
alter table bank_entries drop constraint bank_entries_status_check;
alter table bank_entries add constraint bank_entries_status_check
  check (status in ('new', 'order', 'refund', 'unallocated', 'treasury', 'returned', 'recovered'));
