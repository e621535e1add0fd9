-- The form of a payout that a person's word has had signed: one for each word, however often its work is begun.

alter table payout_variants add column request_id bigint references operator_requests (id);
create unique index payout_variants_request on payout_variants (request_id) where request_id is not null;
