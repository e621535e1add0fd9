-- What a person at the operator decides about a buyer, and the answers that were refused.

-- What the name was judged by: score, entry, threshold and the version of the list.
alter table kyc_profiles add column screening jsonb;

create table identity_reviews (
  id bigint generated always as identity primary key,
  buyer_id text not null references buyers (id),
  reason text not null check (reason in ('name_listed', 'answer_changed', 'document_differs')),
  -- A digest of what is looked at: decided once, it is not asked again.
  subject text not null,
  facts jsonb not null,
  status text not null check (status in ('open', 'approved', 'refused')),
  opened_at timestamptz not null,
  decided_at timestamptz,
  unique (buyer_id, reason, subject)
);
create index identity_reviews_open on identity_reviews (id) where status = 'open';

-- Fields that were answered once in a way that is not served, or not without a person: another answer is looked at.
create table refused_answers (
  buyer_id text not null references buyers (id),
  field text not null check (field in ('name', 'birthDate', 'citizenship')),
  refused_at timestamptz not null,
  primary key (buyer_id, field)
);

-- Who waited before there were reviews is called for like everybody, and what was refused stays refused.
insert into identity_reviews (buyer_id, reason, subject, facts, status, opened_at)
  select buyer_id, 'name_listed', '', '{}', 'open', updated_at from kyc_profiles where outcome = 'under_review';
insert into operator_alerts (key, order_id, kind, facts, created_at)
  select 'identity_review:' || id, null, 'identity_review',
    jsonb_build_object('review', id, 'reason', reason, 'buyer', buyer_id), slipway_now()
  from identity_reviews;
insert into refused_answers (buyer_id, field, refused_at)
  select buyer_id, case outcome when 'refused' then 'citizenship' else 'name' end, updated_at
  from kyc_profiles where outcome <> 'approved';
