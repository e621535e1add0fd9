-- What the operators' console asks of reviews and buyers, by index, however many orders there are.

-- Disputes that an answer is still taken for, by the time that it ends.
create index disputes_to_answer on disputes (due_at) where status in ('warned', 'open') and not answered;
-- What persons have decided since midnight.
create index operator_requests_done on operator_requests (settled_at) where status = 'done';
-- Orders that money without a reference may be for: of its very amount.
create index orders_by_transfer_amount on orders (pay_currency, pay_units, id) where transfer_reference is not null;
-- Accounts whose documents the verifier knows as one person's.
create index identity_checks_by_applicant on identity_checks (applicant_id) where applicant_id is not null;
create index buyers_by_age on buyers (created_at, id);
