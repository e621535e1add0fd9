-- Payouts within bounds: of funds, of fees, of what a payout may claim.

-- The rule gave a word after the fee was taken. Fees have a ceiling now (`maximumFee` of a network).
delete from configuration where kind = 'rule' and key = 'networkFeeAlertFactor';

-- Why the fee of a payout that is stuck is not raised; null while nothing keeps it.
alter table payouts add column waits_for text;

-- What a payout claimed that is in a block for good was read before each signature.
update payout_inputs i set live = false from payouts p where p.id = i.payout_id and p.status = 'final' and i.live;

-- A form may also take the payout back: it claims the same and leaves everything with us.
alter table payout_variants add column purpose text not null default 'payment'
  check (purpose in ('payment', 'cancellation'));

-- What the treasury can still deliver of each asset (CAIP-19), as a worker found it: quotes are refused by it.
create table treasury_funds (
  asset text primary key,
  -- Less what is signed and what orders that are paid for still need: may be negative.
  free_units numeric(78, 0) not null,
  -- Of the coin in which its network takes fees.
  native_free_units numeric(78, 0) not null,
  observed_at timestamptz not null
);
