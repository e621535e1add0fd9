-- Verification of buyers.

create table identity_checks (
  buyer_id text primary key references buyers (id),
  provider text not null,
  applicant_id text,
  status text not null check (status in ('needs_info', 'processing', 'accepted', 'rejected')),
  retryable boolean not null default false,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the verifier accepted: documents are requested again after the configured number of days.
  accepted_at timestamptz,
  -- What the verifier says about the documents; null if it says nothing.
  sealed bytea
);
comment on table identity_checks is 'Progress of each buyer at the identity verifier.';
-- Accounts whose documents the verifier attributes to one person.
create index identity_checks_by_applicant on identity_checks (applicant_id) where applicant_id is not null;

create table identity_reviews (
  id bigint generated always as identity primary key,
  buyer_id text not null references buyers (id),
  reason text not null check (reason in ('name_listed', 'answer_changed', 'document_differs')),
  -- Digest of what is reviewed: it is decided once.
  subject text not null,
  facts jsonb not null,
  status text not null check (status in ('open', 'approved', 'refused')),
  opened_at timestamptz not null,
  decided_at timestamptz,
  unique (buyer_id, reason, subject)
);
comment on table identity_reviews is 'What an operator has to decide before a buyer is served.';
create index identity_reviews_open on identity_reviews (id) where status = 'open';

create table refused_answers (
  buyer_id text not null references buyers (id),
  field text not null check (field in ('name', 'birthDate', 'citizenship')),
  refused_at timestamptz not null,
  primary key (buyer_id, field)
);
comment on table refused_answers is
  'Answers that were refused once, or need a review: a different answer to the same question is reviewed.';

create table identity_reservations (
  order_id bigint primary key,
  reserved_at timestamptz not null
);
comment on table identity_reservations is
  'Orders that needed no document, before their money is taken: the next decision counts them. No foreign key to '
  'orders: a decision may run while another transaction locks the order.';
