-- What a person adds to the answer to a dispute, and who sends the answer: one at a time.

-- `sending`: one is on its way; by whom says the request, null for the answer that goes by itself.
alter table disputes drop constraint disputes_evidence_check;
alter table disputes add constraint disputes_evidence_check check (evidence in ('none', 'sending', 'sent', 'refused'));
alter table disputes add column evidence_request bigint references operator_requests (id);
-- Answering costs a fee of its own, to which a person agrees at the acquirer.
alter table disputes add column needs_consent boolean not null default false;

create table evidence_by_hand (
  request_id bigint primary key references operator_requests (id),
  dispute_id text not null references disputes (id),
  -- The person's own words, and what was made of them and of our records once it was first sent: the same each time.
  sealed bytea not null,
  -- Whoever tries to send it has it until then, and whoever has failed waits until then.
  try_at timestamptz not null,
  -- When it was first handed to the acquirer: before that, an answer that is there is somebody else's.
  submitted_at timestamptz
);
create index evidence_by_hand_of_dispute on evidence_by_hand (dispute_id);

create table evidence_files (
  request_id bigint not null references evidence_by_hand (request_id) on delete cascade,
  kind text not null check (kind in ('communication', 'delivery', 'receipt', 'policy', 'other')),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  sealed bytea not null,
  -- As the acquirer calls it, once it has it.
  acquirer_file_id text,
  primary key (request_id, kind)
);
