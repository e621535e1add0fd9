-- The journal: what each step of an order asked outside, what came of it, and what it waits for since.

create table order_steps (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  step text not null,
  -- The payment attempt or other thing that the step was about; empty for the order itself.
  subject text not null,
  -- How often the step had been done for the order when this row was written last.
  try integer not null,
  -- How often in a row it ended like this: the same answer again makes no new row.
  times integer not null default 1,
  outcome text not null check (outcome in ('ok', 'refused', 'pending', 'unavailable', 'unknown', 'idle', 'failed')),
  -- The refusal's name in our own words.
  refusal text,
  -- The vendor's own words, without secrets and persons.
  words text not null,
  -- The event that it told, or what it waits for.
  conclusion text not null,
  milliseconds integer not null,
  first_at timestamptz not null,
  at timestamptz not null
);
create index order_steps_by_order on order_steps (order_id, id);
