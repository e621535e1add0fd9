-- The operators' console: who is in, what they have written beside the orders, and who has what in hand. None of it moves
-- money or rights: that is asked for by statements.

-- Opened by a statement that the person has signed; whoever writes here opens nothing that their key does not.
create table console_sessions (
  token_hash bytea primary key,
  person text not null,
  key_id text not null,
  -- As the browser names itself, in words.
  browser text not null,
  system text not null,
  started_at timestamptz not null,
  -- When somebody last did something there.
  active_at timestamptz not null,
  ended_at timestamptz
);
create index console_sessions_person on console_sessions (person, started_at desc);

-- Kept for ever, as the person wrote them.
create table console_notes (
  id bigint generated always as identity primary key,
  about text not null check (about in ('order', 'buyer', 'alert', 'booking')),
  subject text not null,
  person text not null,
  body text not null check (length(body) between 1 and 4000),
  -- Persons whom it names with @.
  mentions text[] not null,
  written_at timestamptz not null
);
create index console_notes_subject on console_notes (about, subject, id);
create trigger console_notes_append_only before update or delete on console_notes
  for each statement execute function refuse_ledger_change();

-- Who works on what: one person, until it is put back or handed on.
create table console_takes (
  about text not null,
  subject text not null,
  person text not null,
  taken_at timestamptz not null,
  primary key (about, subject)
);

-- Lists as a person has arranged them, for that person or for everybody.
create table console_views (
  id bigint generated always as identity primary key,
  person text not null,
  place text not null,
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 2000),
  shared boolean not null,
  made_at timestamptz not null,
  unique (person, place, name)
);
