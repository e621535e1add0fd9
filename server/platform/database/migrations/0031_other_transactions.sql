-- What the treasury's key has signed besides payments and cancellations, such as a call of a contract: found on a chain.
alter table signed_forms drop constraint signed_forms_purpose_check,
  add constraint signed_forms_purpose_check check (purpose in ('payment', 'cancellation', 'other'));
