-- The mail server has refused the address: the letter never arrives, and is not tried again.
alter table mail_outbox add column refused boolean not null default false;
