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
