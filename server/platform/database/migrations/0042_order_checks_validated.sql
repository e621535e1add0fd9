alter table orders validate constraint orders_status_check;
alter table orders validate constraint orders_amounts_check;
