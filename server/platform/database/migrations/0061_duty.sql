-- Who is on duty, whom an alert that wakes has been told to, and who has it.

-- For each moment the newest word holds: nothing is changed or taken out. A period without a first person has nobody on duty.
create table duty_periods (
  id bigint generated always as identity primary key,
  from_at timestamptz not null,
  to_at timestamptz not null,
  first text,
  second text,
  said_by text not null,
  said_at timestamptz not null,
  check (from_at < to_at),
  check (second is null or first is not null),
  check (first <> second)
);
create index duty_periods_by_end on duty_periods (to_at);
create trigger duty_periods_append_only before update or delete on duty_periods
  for each statement execute function refuse_ledger_change();

-- Where a person is told. What was signed names the address by its hash alone, which is worth nothing without the salt.
create table person_addresses (
  person text primary key,
  mail text not null,
  said_at timestamptz not null
);

-- On its way to the clerk.
create table asked_addresses (
  hash bytea primary key,
  mail text not null,
  salt text not null,
  asked_at timestamptz not null
);

-- How it stands with an alert that wakes, or that somebody has.
create table alert_watches (
  alert_id bigint primary key references operator_alerts (id) on delete cascade,
  -- Persons are told from the first on again in each round.
  round integer not null default 1 check (round > 0),
  -- Whom the round begins with, where it was handed on.
  handed_to text,
  -- When the next one is told; null: nobody is told by the clock any more.
  due_at timestamptz,
  -- Who has said that they have it, and how often it had come by then.
  holder text,
  seen_at timestamptz,
  seen_times integer,
  check ((holder is null) = (seen_at is null) and (holder is null) = (seen_times is null)),
  check (holder is null or due_at is null)
);
create index alert_watches_due on alert_watches (due_at) where due_at is not null;

create table alert_tellings (
  id bigint generated always as identity primary key,
  alert_id bigint not null references alert_watches (alert_id) on delete cascade,
  round integer not null,
  -- Null: everybody whom ALERT_MAIL names.
  person text,
  -- `none`: the person has no address, and there is no webhook.
  channel text not null check (channel in ('mail', 'webhook', 'none')),
  message text references alert_messages (id) on delete cascade,
  told_at timestamptz not null,
  check ((message is null) = (channel = 'none'))
);
create unique index alert_tellings_once on alert_tellings (alert_id, round, coalesce(person, ''), channel);

-- Of what was told before nobody is woken again.
insert into alert_watches (alert_id) select id from operator_alerts where settled_at is null and told_times > 0;
