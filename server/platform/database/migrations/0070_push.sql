-- Persons are told by Web Push too.

-- A browser that a person has asked to be woken by. Its address and keys are for the worker alone.
create table push_subscriptions (
  -- SHA-256 of the endpoint: a browser has one.
  endpoint_hash bytea primary key check (length(endpoint_hash) = 32),
  person text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  browser text not null,
  system text not null,
  made_at timestamptz not null,
  -- Since it was taken the last time.
  failed_tries integer not null default 0,
  fault text,
  -- When the push service said that it is no more.
  gone_at timestamptz
);
create index push_subscriptions_person on push_subscriptions (person);

-- A message on its way to a browser. No reference: what was sent stays when the browser is gone.
create table push_deliveries (
  message text not null references alert_messages (id) on delete cascade,
  endpoint_hash bytea not null,
  -- The push service keeps the newest of a topic alone.
  topic text not null,
  due_at timestamptz,
  tries integer not null default 0,
  sent_at timestamptz,
  answer text,
  primary key (message, endpoint_hash)
);
create index push_deliveries_due on push_deliveries (due_at) where due_at is not null;

alter table alert_tellings drop constraint alert_tellings_channel_check;
alter table alert_tellings add constraint alert_tellings_channel_check
  check (channel in ('mail', 'webhook', 'push', 'none'));
