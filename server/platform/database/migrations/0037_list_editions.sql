-- When an edition was made by its own word, where it says so.
alter table sanctions_lists add column published_at timestamptz;

-- The newest edition of a source that was not believed, and the operator's word on it. The edition before it stays.
create table sanctions_doubts (
  source text primary key,
  hash text not null,
  reason text not null check (reason in ('shrunk', 'older', 'future')),
  facts jsonb not null,
  doubted_at timestamptz not null,
  accepted_by text
);
