-- Disputes of card payments, and the evidence that is sent.

create table disputes (
  -- The acquirer's id.
  id text primary key,
  order_id bigint not null references orders (id),
  payment_id text not null,
  status text not null check (status in ('warned', 'open', 'won', 'lost')),
  reason text not null,
  -- The disputed amount in the pay currency.
  units numeric(78, 0) not null check (units >= 0),
  -- What the order has recorded: withdrawn and undecided, lost for good, and the acquirer's fee.
  warned boolean not null default false,
  held_units numeric(78, 0) not null default 0 check (held_units >= 0),
  lost_units numeric(78, 0) not null default 0 check (lost_units >= 0),
  fee_units numeric(78, 0) not null default 0,
  -- Numbers the events of this dispute.
  event_count integer not null default 0,
  opened_at timestamptz not null,
  -- The deadline for evidence; null if none is accepted.
  due_at timestamptz,
  -- Submitting evidence costs a fee, which a person has to accept at the acquirer.
  needs_consent boolean not null default false,
  -- Evidence was submitted, by us or in the acquirer's dashboard.
  answered boolean not null,
  -- State of our own evidence.
  evidence text not null default 'none' check (evidence in ('none', 'sending', 'sent', 'refused')),
  -- The operator's request whose evidence is being sent; null for the automatic evidence.
  evidence_request bigint references operator_requests (id),
  evidence_at timestamptz,
  -- When the stored state was requested from the acquirer: an older answer that arrives later changes nothing.
  requested_at timestamptz not null,
  -- When the acquirer is asked again; null if nothing more can happen.
  attend_at timestamptz,
  updated_at timestamptz not null
);
comment on table disputes is 'Disputes and early warnings that the acquirer reported.';
create index disputes_by_order on disputes (order_id);
create index disputes_by_payment on disputes (payment_id);
create index disputes_to_attend on disputes (attend_at) where attend_at is not null;
create index disputes_unanswered on disputes (due_at) where status in ('warned', 'open') and not answered;
-- Disputes that evidence can still be submitted for, by deadline.
create index disputes_to_answer on disputes (due_at) where status in ('warned', 'open') and not answered;

create table manual_evidence (
  request_id bigint primary key references operator_requests (id),
  dispute_id text not null references disputes (id),
  -- The operator's text, and the evidence as first sent: every attempt sends the same.
  sealed bytea not null,
  -- When the next attempt may start.
  try_at timestamptz not null,
  -- When it was first sent: evidence that the acquirer had before is not ours.
  submitted_at timestamptz
);
comment on table manual_evidence is 'Evidence that an operator adds to a dispute.';
create index manual_evidence_of_dispute on manual_evidence (dispute_id);

create table evidence_files (
  request_id bigint not null references manual_evidence (request_id) on delete cascade,
  kind text not null check (kind in ('communication', 'delivery', 'receipt', 'policy', 'other')),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  sealed bytea not null,
  -- The acquirer's id of the file once it was uploaded.
  acquirer_file_id text,
  primary key (request_id, kind)
);
comment on table evidence_files is 'Files that belong to evidence.';
