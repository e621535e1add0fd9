-- Pages that partners' people have the doctor look at.

create table partner_page_checks (
  id bigint generated always as identity primary key,
  partner_id text not null,
  page text not null,
  requested_at timestamptz not null default slipway_now(),
  -- By the machine's clock: when a worker took it.
  started_at timestamptz,
  finished_at timestamptz,
  -- Each check with its state; null while it is open.
  results jsonb,
  check ((finished_at is null) = (results is null))
);
comment on table partner_page_checks is
  'Pages of partners that the doctor was asked to look at, and what it found. A worker requests the page.';
create unique index partner_page_checks_open on partner_page_checks (partner_id) where finished_at is null;
create index partner_page_checks_by_partner on partner_page_checks (partner_id, id);
