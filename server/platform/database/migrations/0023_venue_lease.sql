-- An order at the venue is sent by the process that holds its lease, at the moment of sending. `claimed_until` is the lease:
-- its value names the holder, since the next holder sets a later one. Servers of the former version do so too.
alter table conversions
  add column side text not null default 'buy' check (side in ('buy', 'sell')),
  -- How often it was let go: after more than once, the venue may have taken the same id more than once.
  add column sends smallint not null default 0,
  -- The venue's own ids of what is booked already.
  add column venue_orders jsonb not null default '[]',
  -- When it is looked at again beside the steps of its order, in machine time.
  add column ask_at timestamptz default clock_timestamp() + interval '1 minute';

-- What the former version may have sent is asked about before it is sent.
update conversions set sends = 1 where claimed_until is not null;
update conversions set ask_at = null where status not in ('requested', 'open');

alter table conversions drop constraint conversions_order_id_part_key;
alter table conversions add constraint conversions_order_id_side_part_key unique (order_id, side, part);
create index conversions_ask_at on conversions (ask_at) where ask_at is not null;
