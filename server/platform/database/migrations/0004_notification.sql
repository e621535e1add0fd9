-- Mail, alerts, who is on call, and push messages.

create table mail_outbox (
  id text primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  -- The content of a login e-mail while it waits; null once it was sent.
  sealed bytea,
  created_at timestamptz not null,
  leased_until timestamptz,
  sent_at timestamptz,
  -- The mail server rejected the address: the e-mail is not retried.
  refused boolean not null default false
);
comment on table mail_outbox is 'E-mails to send.';
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
create index mail_outbox_by_recipient on mail_outbox (recipient);
create index mail_outbox_to_send on mail_outbox (created_at) where sent_at is null;

create table operator_alerts (
  id bigint generated always as identity primary key,
  order_id bigint,
  kind text not null,
  facts jsonb not null,
  created_at timestamptz not null,
  key text unique,
  settled_at timestamptz,
  settled_by text,
  times integer not null default 1,
  last_at timestamptz,
  -- How many of the occurrences were sent.
  notification_count integer not null default 0
);
comment on table operator_alerts is 'Alerts for operators. An alert that is raised again is counted, not repeated.';
create index operator_alerts_open on operator_alerts (id) where settled_at is null;
create index operator_alerts_by_order on operator_alerts (order_id) where order_id is not null;
create index operator_alerts_unnotified on operator_alerts (kind) where notification_count = 0;

create table alert_messages (
  id text primary key,
  kind text not null,
  -- The bytes that the webhook receives.
  body text not null,
  created_at timestamptz not null,
  -- Null if there is no webhook, or no further attempt is needed.
  webhook_due_at timestamptz,
  webhook_tries integer not null default 0,
  webhook_sent_at timestamptz,
  -- The last response.
  webhook_answer text
);
comment on table alert_messages is 'Messages about alerts, and their delivery to ALERT_WEBHOOK.';
create index alert_messages_by_kind on alert_messages (kind, created_at);
create index alert_messages_due on alert_messages (webhook_due_at) where webhook_due_at is not null;
create index alert_messages_told on alert_messages (created_at) where webhook_due_at is null and body <> '';

create table alert_watches (
  alert_id bigint primary key references operator_alerts (id) on delete cascade,
  -- In each round people are notified from the first one on again.
  round integer not null default 1 check (round > 0),
  -- The person that the round begins with, if the alert was handed over.
  handed_to text,
  -- When the next person is notified; null: the escalation has ended.
  due_at timestamptz,
  -- Who acknowledged the alert, and how often it had occurred by then.
  holder text,
  seen_at timestamptz,
  seen_times integer,
  -- For an alert that is updated: the facts that were known when it was last sent, and until when it is muted.
  known_facts jsonb,
  quiet_until timestamptz,
  check ((holder is null) = (seen_at is null) and (holder is null) = (seen_times is null)),
  check (holder is null or due_at is null)
);
comment on table alert_watches is
  'The escalation state of an alert that pages someone or that someone has acknowledged.';
create index alert_watches_due on alert_watches (due_at) where due_at is not null;

create table alert_notifications (
  id bigint generated always as identity primary key,
  alert_id bigint not null references alert_watches (alert_id) on delete cascade,
  round integer not null,
  -- Null: everybody in ALERT_MAIL.
  person text,
  -- `none`: the person has no address, and there is no webhook.
  channel text not null check (channel in ('mail', 'webhook', 'push', 'none')),
  message text references alert_messages (id) on delete cascade,
  notified_at timestamptz not null,
  check ((message is null) = (channel = 'none'))
);
comment on table alert_notifications is 'Who was notified of an alert, and how.';
create unique index alert_notifications_once on alert_notifications (alert_id, round, coalesce(person, ''), channel);

create table on_call_periods (
  id bigint generated always as identity primary key,
  from_at timestamptz not null,
  to_at timestamptz not null,
  first text,
  second text,
  entered_by text not null,
  entered_at timestamptz not null,
  check (from_at < to_at),
  check (second is null or first is not null),
  check (first <> second)
);
comment on table on_call_periods is
  'The on-call schedule. For each moment the newest row counts; rows are never changed or deleted. A period without a '
  'first person has nobody on call.';
create index on_call_periods_by_end on on_call_periods (to_at);
create trigger on_call_periods_append_only before update or delete on on_call_periods for each statement
  execute function refuse_ledger_change();

create table person_addresses (
  person text primary key,
  mail text not null,
  entered_at timestamptz not null
);
comment on table person_addresses is
  'How operators are notified. Their signed statement has only a hash of the address, which is useless without the '
  'salt.';

create table requested_addresses (
  hash bytea primary key,
  mail text not null,
  salt text not null,
  requested_at timestamptz not null
);
comment on table requested_addresses is 'Addresses that an operator has requested, until the clerk stores them.';

create table push_subscriptions (
  -- SHA-256 of the endpoint, which identifies a browser.
  endpoint_hash bytea primary key check (length(endpoint_hash) = 32),
  person text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  browser text not null,
  system text not null,
  created_at timestamptz not null,
  -- Since the last successful delivery.
  failed_tries integer not null default 0,
  fault text,
  -- When the push service reported that the subscription has ended.
  gone_at timestamptz
);
comment on table push_subscriptions is
  'Browsers that an operator wants to be notified in by Web Push. Only the worker may read their addresses and keys.';
create index push_subscriptions_person on push_subscriptions (person);

create table push_deliveries (
  message text not null references alert_messages (id) on delete cascade,
  endpoint_hash bytea not null,
  -- The push service keeps only the newest message of a topic.
  topic text not null,
  due_at timestamptz,
  tries integer not null default 0,
  sent_at timestamptz,
  answer text,
  primary key (message, endpoint_hash)
);
comment on table push_deliveries is
  'Push messages to browsers. No foreign key: a delivery stays when its subscription is deleted.';
create index push_deliveries_due on push_deliveries (due_at) where due_at is not null;
