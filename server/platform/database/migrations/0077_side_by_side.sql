-- Working side by side at the console: one word for each thing that persons work on, persons whom a note names, and who has
-- what open.

-- A row that a release before has written with fewer words is good with more.
alter table console_notes drop constraint console_notes_about_check;
alter table console_notes add constraint console_notes_about_check check (
  about in ('order', 'buyer', 'alert', 'booking', 'review', 'dispute', 'refund', 'difference', 'request', 'transfer'));
-- Money of no order is a booking of the bank, wherever it is taken in hand.
update console_takes set about = 'booking' where about = 'unallocated';

-- Whom a note names with @: told once, in their own way, and read when they say so.
create table console_mentions (
  -- The first of those that were written at once.
  note_id bigint not null references console_notes (id),
  person text not null,
  -- Beside how many things it was written.
  beside integer not null check (beside between 1 and 50),
  told_at timestamptz,
  -- Of the push, where there was one.
  message text,
  read_at timestamptz,
  primary key (note_id, person)
);
create index console_mentions_of_person on console_mentions (person, note_id desc);
create index console_mentions_unread on console_mentions (person) where read_at is null;
create index console_mentions_untold on console_mentions (note_id) where told_at is null;
create index console_mentions_message on console_mentions (message) where message is not null;

-- Who has what open, by the tab of a browser. Not logged: after a crash of the database each says it anew, and who does not
-- renew it has left.
create unlogged table console_presence (
  tab uuid not null,
  person text not null,
  about text not null,
  subject text not null,
  lease_until timestamptz not null,
  primary key (tab, person, about, subject)
);
create index console_presence_subject on console_presence (about, subject);

-- A buyer is found by the beginning of a mail address, from its @ on.
create index buyers_by_email_beginning on buyers (email text_pattern_ops);
