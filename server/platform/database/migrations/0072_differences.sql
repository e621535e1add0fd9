-- What can be done about a difference in the books: a booking by hand is reversed, a difference is booked as lost or gained,
-- or waits until a time.

-- What persons have booked by hand, and by which request: what may be reversed.
create table hand_bookings (
  transaction_id bigint primary key references ledger_transactions (id),
  request_id bigint not null unique references operator_requests (id)
);
create trigger hand_bookings_append_only before update or delete on hand_bookings
  for each statement execute function refuse_ledger_change();

insert into hand_bookings (transaction_id, request_id)
  select distinct on (t.id) t.id, r.id from operator_requests r join ledger_transactions t on t.order_id is null and (
    (r.action = 'swap' and t.key = 'swap:' || r.subject)
    or (r.action = 'book' and (t.key = 'bank:' || r.subject || ':allocated'
      or exists (select 1 from acquirer_lines l where l.id = r.subject and t.key = 'acquirer:' || l.acquirer || ':' || l.id)
      or exists (select 1 from venue_movements m where m.id = r.subject and t.key = any (array[
        'venue:' || m.venue || ':' || m.id || ':owner',
        case when m.kind = 'other' then 'venue:' || m.venue || ':' || m.id end]))))
    or (r.action = 'top-up' and t.kind = 'wallet_deposit'
      and strpos(t.key, ':' || regexp_replace(lower(r.input ->> 'transaction'), '^0x', '') || ':') > 0))
  where r.status = 'done' order by t.id, r.id
  on conflict do nothing;

-- A booking is reversed once.
create unique index ledger_transactions_reversed_once on ledger_transactions (reverses) where reverses is not null;

-- The rows of a difference that a booking as lost or gained has made alike: the side of the ledger in them.
create table difference_bookings (
  transaction_id bigint not null references ledger_transactions (id),
  place text not null,
  row_id text not null,
  asset text not null,
  -- What the ledger has of the row by it, in its scale.
  units numeric(78, 0) not null check (units <> 0),
  primary key (transaction_id, row_id)
);
create index difference_bookings_of_place on difference_bookings (place);
create trigger difference_bookings_append_only before update or delete on difference_bookings
  for each statement execute function refuse_ledger_change();

alter table reconciliation_differences
  -- Booked as lost or gained; until the place was compared again nothing else is booked of it.
  add column booked_in bigint references ledger_transactions (id),
  -- What the ledger had at the comparison that no row stands for. Null: a former version compared.
  add column beside_units numeric(78, 0),
  add column waits_until timestamptz,
  add column waits_by text,
  add column waits_why text,
  add constraint waits_by_somebody check ((waits_until is null) = (waits_by is null) and (waits_by is null) = (waits_why is null));

-- What lies in an account by no order's doing.
create index ledger_postings_of_no_order on ledger_postings (account, asset) include (units) where order_id is null;

-- An alert that is kept up to date: what of it was known to whoever was told, and until when nobody is.
alter table alert_watches
  add column known_facts jsonb,
  add column quiet_until timestamptz;

-- Of each difference one alert, by a key of its own: the newest that is open, or the newest at all.
update operator_alerts a set settled_at = slipway_now(), settled_by = 'reconciliation'
  where a.kind = 'books_differ' and a.settled_at is null and (
    exists (
      select 1 from operator_alerts newer where newer.kind = 'books_differ' and newer.settled_at is null
        and newer.facts ->> 'difference' = a.facts ->> 'difference' and newer.id > a.id)
    or not exists (
      select 1 from reconciliation_differences d
      where d.id::text = a.facts ->> 'difference' and d.state = 'open'));
update operator_alerts a set key = 'books_differ:' || (a.facts ->> 'difference')
  where a.id in (
    select distinct on (facts ->> 'difference') id from operator_alerts
    where kind = 'books_differ' and facts ->> 'difference' is not null
    order by facts ->> 'difference', settled_at is null desc, id desc);
update alert_watches w set known_facts = a.facts from operator_alerts a
  where a.id = w.alert_id and a.settled_at is null and (w.holder is not null or a.told_times > 0);
