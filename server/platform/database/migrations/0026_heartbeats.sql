create table heartbeats (
  -- Role, host and process id: a process that was restarted is another one.
  process text primary key,
  role text not null,
  -- By the machine's clock of the database: the sandbox's clock jumps.
  beat_at timestamptz not null,
  -- [{ kind, subject, fault, ageMs }] of each check that fails; ageMs: for how long, at beat_at.
  faults jsonb not null
);
comment on table heartbeats is 'What each api and worker last found about what must run for money to move.';
