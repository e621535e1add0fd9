-- The buyer's own account: limits on codes, known browsers, cards to forget, and what is kept after the account is closed.

-- Whom a code is counted for besides its address: an IPv4 address or an IPv6 network; empty where the address says nothing.
alter table login_codes add column client text not null default '';
create index login_codes_by_client on login_codes (client, created_at desc) where client <> '';
create index login_codes_by_time on login_codes (created_at desc);

-- The language of the buyer's letters: that of the browsers they are known by.
alter table buyers add column locale text not null default 'en-US';
-- A closed account's e-mail address is free for a new one; the row stays as long as the law says.
alter table buyers add column closed_at timestamptz;
alter table buyers add column erase_after timestamptz;
-- Why an authority has asked to keep everything; while it is set, nothing of the buyer is erased.
alter table buyers add column kept_for text;
alter table buyers add constraint buyers_closed_check check ((closed_at is null) = (erase_after is null));
alter table buyers drop constraint buyers_email_key;
create unique index buyers_email_once on buyers (email) where closed_at is null;
create index buyers_to_erase on buyers (erase_after) where erase_after is not null and kept_for is null;

-- The key share waits for an account that is being closed at this moment.
create function refuse_order_of_closed_buyer() returns trigger language plpgsql as $$
declare
  closed timestamptz;
begin
  select closed_at into closed from buyers where id = new.buyer_id for key share;
  if closed is not null then
    raise exception 'the account % is closed', new.buyer_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger orders_of_open_buyers before insert or update of buyer_id on orders
  for each row when (new.buyer_id is not null) execute function refuse_order_of_closed_buyer();

-- Browsers in which a buyer has logged in before, by the hash of their cookie.
create table devices (
  buyer_id text not null references buyers (id),
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (buyer_id, device_hash)
);

-- A deleted card stays until the acquirer has forgotten it too; a null buyer: its account is closed.
alter table saved_cards alter column buyer_id drop not null;
alter table saved_cards add column forgotten_at_acquirer_at timestamptz;
-- Machine time: a worker that dies while it asks leaves the card to others after this.
alter table saved_cards add column forget_leased_until timestamptz;
create index saved_cards_to_forget on saved_cards (deleted_at) where deleted_at is not null and forgotten_at_acquirer_at is null;
create index saved_cards_deleted on saved_cards (payment_method_id) where deleted_at is not null;
create index payment_attempts_by_saved_card on payment_attempts (saved_card_id) where saved_card_id is not null;

create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
create index mail_outbox_by_recipient on mail_outbox (recipient);
