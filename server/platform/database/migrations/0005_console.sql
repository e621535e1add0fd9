-- Sessions, notes and views of the operators' console. No row here grants a right or moves money: signed statements do.

create table console_sessions (
  token_hash bytea primary key,
  person text not null,
  key_id text not null,
  -- Name of the browser, as people read it.
  browser text not null,
  system text not null,
  started_at timestamptz not null,
  -- The last activity.
  active_at timestamptz not null,
  ended_at timestamptz
);
comment on table console_sessions is
  'Sessions of the console. A session is opened by a signed statement; a forged row opens nothing that needs a '
  'signature.';
create index console_sessions_person on console_sessions (person, started_at desc);

create table console_notes (
  id bigint generated always as identity primary key,
  about text not null
    check (about in ('order', 'buyer', 'alert', 'booking', 'review', 'dispute', 'refund', 'difference', 'request',
      'transfer')),
  subject text not null,
  person text not null,
  body text not null check (length(body) >= 1 and length(body) <= 4000),
  -- Operators that the note mentions with @.
  mentions text[] not null,
  written_at timestamptz not null
);
comment on table console_notes is 'Notes that operators attach to orders and other subjects. Never changed or deleted.';
create index console_notes_subject on console_notes (about, subject, id);
create trigger console_notes_append_only before update or delete on console_notes for each statement
  execute function refuse_ledger_change();

create table console_mentions (
  -- The first of the notes that were written in one step.
  note_id bigint not null references console_notes (id),
  person text not null,
  -- How many subjects the note was attached to.
  item_count integer not null check (item_count >= 1 and item_count <= 50),
  notified_at timestamptz,
  -- The message of a push notification, if one was sent.
  message text,
  read_at timestamptz,
  primary key (note_id, person)
);
comment on table console_mentions is
  'Operators that a note mentions: each is notified once, and marks the mention as read.';
create index console_mentions_of_person on console_mentions (person, note_id desc);
create index console_mentions_unread on console_mentions (person) where read_at is null;
create index console_mentions_unnotified on console_mentions (note_id) where notified_at is null;
create index console_mentions_message on console_mentions (message) where message is not null;

create table console_assignments (
  about text not null,
  subject text not null,
  person text not null,
  taken_at timestamptz not null,
  primary key (about, subject)
);
comment on table console_assignments is 'Which operator works on a subject, until it is released or handed over.';

create unlogged table console_presence (
  tab uuid not null,
  person text not null,
  about text not null,
  subject text not null,
  lease_until timestamptz not null,
  primary key (tab, person, about, subject)
);
comment on table console_presence is
  'Which operator has which subject open, per browser tab. Unlogged: after a crash of the database browsers report it '
  'again; an entry without renewal has expired.';
create index console_presence_subject on console_presence (about, subject);

create table console_views (
  id bigint generated always as identity primary key,
  person text not null,
  place text not null,
  name text not null check (length(name) >= 1 and length(name) <= 60),
  query text not null check (length(query) <= 2000),
  shared boolean not null,
  created_at timestamptz not null,
  unique (person, place, name)
);
comment on table console_views is 'List views that an operator has saved, for that person or for everybody.';
