-- The acquirer's payouts, each with the lines that it pays out.

create table acquirer_payouts (
  acquirer text not null,
  id text not null,
  -- As the acquirer reports it.
  status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  arrives_on date not null,
  -- Whether the acquirer can list its lines; `never` for a payout that was requested by amount.
  itemization text not null check (itemization in ('complete', 'pending', 'never')),
  -- When all its lines were recorded.
  itemized_at timestamptz,
  -- Lines from before the first order, which acquirer_lines does not have, and their sum after fees.
  earlier_lines integer not null default 0,
  earlier_units numeric(78, 0) not null default 0,
  read_at timestamptz not null,
  primary key (acquirer, id),
  check (itemized_at is null or itemization = 'complete')
);
comment on table acquirer_payouts is
  'Payouts of the acquirer to our bank, as it reports them. The amount is on the payout''s line in acquirer_lines.';

-- The payout that paid the line out; null until the acquirer has listed it.
alter table acquirer_lines add column payout text;
create index acquirer_lines_by_payout on acquirer_lines (acquirer, payout, booked_at, id) where payout is not null;
create index acquirer_lines_payouts on acquirer_lines (booked_at, id) where kind = 'payout';
