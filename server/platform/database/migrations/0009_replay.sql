-- Recorded visits, masked in the browser, for finding a fault. They belong to no account and no order, and hold no address of a client.

create table replay_recordings (
  -- A random id that the browser made for this recording alone.
  id uuid primary key,
  country text not null,
  opened_at timestamptz not null,
  characters integer not null default 0
);
create index replay_recordings_by_time on replay_recordings (opened_at);

create table replay_parts (
  recording_id uuid not null references replay_recordings (id) on delete cascade,
  sequence integer not null,
  -- Lines of JSON, cut anywhere: all parts after another are the recording.
  events text not null,
  primary key (recording_id, sequence)
);
