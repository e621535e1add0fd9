-- The purchase funnel and recorded visits.

create table tracking_points (
  id bigint generated always as identity primary key,
  type text not null,
  order_no text not null,
  -- A random id of the browser.
  user_id text not null,
  -- Path and known parameters of the page.
  place text not null,
  extras jsonb not null,
  country text not null,
  at timestamptz not null
);
comment on table tracking_points is 'Steps of the funnel that browsers report: many, short-lived, without names.';
create index tracking_points_by_time on tracking_points (at);

create view purchase_funnel as
  with steps as (
    select date_trunc('day', at) as day, country,
      count(distinct user_id) filter (where type = 'buyCryptoGate') as opened,
      count(distinct user_id) filter (where type = 'selectCountry') as chose_country,
      count(distinct user_id) filter (where type = 'selectPayCurrency') as chose_pay_currency,
      count(distinct user_id) filter (where type = 'selectGetCurrency') as chose_crypto,
      count(distinct user_id) filter (where type in ('inputPayAmount', 'inputGetAmount')) as typed_amount,
      count(distinct user_id) filter (where type = 'selectOffer') as chose_offer,
      count(distinct user_id) filter (where type = 'inputAddress') as gave_address
    from tracking_points group by 1, 2
  ), made as (
    select date_trunc('day', created_at) as day, country,
      count(*) as ordered,
      count(*) filter (where captured_units + received_units > 0) as paid,
      count(*) filter (where status = 'delivered') as delivered
    from orders group by 1, 2
  )
  select coalesce(steps.day, made.day) as day, coalesce(steps.country, made.country) as country,
    coalesce(opened, 0) as opened, coalesce(chose_country, 0) as chose_country,
    coalesce(chose_pay_currency, 0) as chose_pay_currency, coalesce(chose_crypto, 0) as chose_crypto,
    coalesce(typed_amount, 0) as typed_amount, coalesce(chose_offer, 0) as chose_offer,
    coalesce(gave_address, 0) as gave_address, coalesce(ordered, 0) as ordered, coalesce(paid, 0) as paid,
    coalesce(delivered, 0) as delivered
  from steps full join made on made.day = steps.day and made.country = steps.country
  order by day desc, opened desc;
comment on view purchase_funnel is
  'How many browsers reached each step, by day and country, with the orders that were created.';

create table replay_recordings (
  -- A random id that the browser created for this recording.
  id uuid primary key,
  country text not null,
  opened_at timestamptz not null,
  characters integer not null default 0
);
comment on table replay_recordings is
  'Recorded visits, masked in the browser, to find faults. They belong to no account or order and have no client '
  'address.';
create index replay_recordings_by_time on replay_recordings (opened_at);

create table replay_parts (
  recording_id uuid not null references replay_recordings (id) on delete cascade,
  sequence integer not null,
  -- Lines of JSON, cut anywhere: the recording is all parts joined.
  events text not null,
  primary key (recording_id, sequence)
);
comment on table replay_parts is 'Parts of recordings.';
