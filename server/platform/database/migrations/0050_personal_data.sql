-- Names, birth dates, postal addresses and what documents and banks say of persons are sealed by data keys, each wrapped
-- by a key of the operator's that is not in the database. Workers seal what stands in the former columns, and empty them;
-- the database takes nothing plain into them any more.
create table data_keys (
  id uuid primary key,
  subject text not null unique,
  wrapped_by text not null,
  wrapped bytea not null,
  created_at timestamptz not null,
  wrapped_at timestamptz not null
);
create index data_keys_wrapped_by on data_keys (wrapped_by);

create function refuse_plain_personal_data() returns trigger language plpgsql as $$
begin
  raise exception 'personal data of % is sealed: nothing plain is written', tg_table_name using errcode = 'check_violation';
end $$;

alter table kyc_profiles add column sealed bytea,
  alter column first_name drop not null, alter column last_name drop not null, alter column birth_date drop not null,
  alter column citizenship drop not null, alter column city drop not null, alter column purpose drop not null,
  alter column phone drop not null;
create index kyc_profiles_plain on kyc_profiles (buyer_id) where first_name is not null;
create trigger kyc_profiles_no_plain_insert before insert on kyc_profiles for each row
  when (coalesce(new.first_name, new.last_name, new.birth_date::text, new.citizenship, new.city, new.purpose, new.phone)
    is not null)
  execute function refuse_plain_personal_data();
create trigger kyc_profiles_no_plain_update
  before update of first_name, last_name, birth_date, citizenship, city, purpose, phone on kyc_profiles for each row
  when (coalesce(new.first_name, new.last_name, new.birth_date::text, new.citizenship, new.city, new.purpose, new.phone)
    is not null)
  execute function refuse_plain_personal_data();

alter table billing_addresses add column sealed bytea,
  alter column name drop not null, alter column country drop not null, alter column city drop not null,
  alter column zip drop not null, alter column address drop not null;
create index billing_addresses_plain on billing_addresses (buyer_id) where name is not null;
create trigger billing_addresses_no_plain_insert before insert on billing_addresses for each row
  when (coalesce(new.name, new.country, new.city, new.zip, new.address) is not null)
  execute function refuse_plain_personal_data();
create trigger billing_addresses_no_plain_update
  before update of name, country, city, zip, address on billing_addresses for each row
  when (coalesce(new.name, new.country, new.city, new.zip, new.address) is not null)
  execute function refuse_plain_personal_data();

alter table identity_checks add column sealed bytea;
create index identity_checks_plain on identity_checks (buyer_id) where message <> '';
create trigger identity_checks_no_plain_insert before insert on identity_checks for each row
  when (new.message <> '') execute function refuse_plain_personal_data();
create trigger identity_checks_no_plain_update before update of message on identity_checks for each row
  when (new.message <> '') execute function refuse_plain_personal_data();

alter table bank_entries add column sealed bytea,
  alter column remittance set default '', alter column further_text set default '',
  alter column counterparty_name set default '', alter column counterparty_account set default '';
create index bank_entries_plain on bank_entries (id)
  where counterparty_name <> '' or counterparty_account <> '' or remittance <> '' or further_text <> '';
create trigger bank_entries_no_plain_insert before insert on bank_entries for each row
  when (concat(new.counterparty_name, new.counterparty_account, new.remittance, new.further_text) <> '')
  execute function refuse_plain_personal_data();
create trigger bank_entries_no_plain_update
  before update of counterparty_name, counterparty_account, remittance, further_text on bank_entries for each row
  when (concat(new.counterparty_name, new.counterparty_account, new.remittance, new.further_text) <> '')
  execute function refuse_plain_personal_data();

alter table refunds add column sealed bytea, add column has_creditor boolean not null default false;
update refunds set has_creditor = true where creditor_account <> '';
create index refunds_plain on refunds (id) where creditor_name <> '' or creditor_account <> '';
create trigger refunds_no_plain_insert before insert on refunds for each row
  when (concat(new.creditor_name, new.creditor_account) <> '') execute function refuse_plain_personal_data();
create trigger refunds_no_plain_update before update of creditor_name, creditor_account on refunds for each row
  when (concat(new.creditor_name, new.creditor_account) <> '') execute function refuse_plain_personal_data();

alter table transfer_batches add column sealed bytea, alter column file set default '';
create index transfer_batches_plain on transfer_batches (id) where file <> '';
create trigger transfer_batches_no_plain_insert before insert on transfer_batches for each row
  when (new.file <> '') execute function refuse_plain_personal_data();
create trigger transfer_batches_no_plain_update before update of file on transfer_batches for each row
  when (new.file <> '') execute function refuse_plain_personal_data();

alter table asked_statement_files add column sealed bytea, alter column content set default '';
create trigger asked_statement_files_no_plain_insert before insert on asked_statement_files for each row
  when (new.content <> '') execute function refuse_plain_personal_data();
create trigger asked_statement_files_no_plain_update before update of content on asked_statement_files for each row
  when (new.content <> '') execute function refuse_plain_personal_data();

-- Bodies of webhooks go some time after they were read: their hash stays, to prove what came.
alter table webhook_inbox alter column raw_body drop not null, add column body_hash bytea;
update webhook_inbox set body_hash = sha256(raw_body);
alter table webhook_inbox alter column body_hash set not null;
create index webhook_inbox_bodies on webhook_inbox (handled_at) where raw_body is not null;
create index order_steps_words on order_steps (at) where words <> '';
create index alert_messages_told on alert_messages (created_at) where webhook_due_at is null and body <> '';

-- Alerts name bookings by their number: what a payer wrote is not told any more.
update operator_alerts set facts = facts - 'remittance' where facts ? 'remittance';
