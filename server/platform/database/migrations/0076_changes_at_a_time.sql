-- What was said no to stays so: looked for by the statement that it is about, whenever something is to be done by it.
create index operator_statements_rejected on operator_statements ((text::jsonb -> 'arguments' ->> 'statement'))
  where act = 'reject';

-- How other providers answered, as all processes have counted it by the minute. Kept for a day.
create table provider_answers (
  minute timestamptz not null,
  provider text not null,
  outcome text not null check (outcome in ('ok', 'refused', 'unavailable', 'left_out', 'limited')),
  -- The upper bound of how long it took.
  within_ms integer not null,
  times integer not null check (times > 0),
  primary key (minute, provider, outcome, within_ms)
);
