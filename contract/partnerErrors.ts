import type { ErrorDefinition } from './errors.ts';

/** The request itself is not to be believed: HTTP 401 or 403, and the same request again is refused again. */
function unproven(httpStatus: 401 | 403, text: string): ErrorDefinition {
  return { respCode: String(httpStatus), httpStatus, place: 'server', text, retryable: false, log: 'none' };
}

function business(text: string): ErrorDefinition {
  return { respCode: '509', httpStatus: 200, place: 'server', text, retryable: false, log: 'none' };
}

/** What only partners' servers are answered. docs/partner-api.md says what to do about each. */
export const partnerErrors = {
  from_browser: unproven(403, 'This call is for servers. A key that a browser holds is in other hands.'),
  partner_key_missing: unproven(401, 'Send the key as Authorization: Bearer slk_….'),
  partner_key_unknown: unproven(401, 'There is no such key.'),
  partner_off: unproven(403, 'The operator has switched this partner off. The key is right.'),
  partner_key_retired: unproven(401, 'This key has been replaced by another one.'),
  signature_missing: unproven(401, 'This call writes: sign it with Signature-Input and Signature.'),
  signature_malformed: unproven(401, 'The header {header} cannot be read.'),
  signature_several: unproven(401, 'The request carries more than one signature.'),
  signature_uncovered: unproven(401, 'The signature must cover {covered}, and may cover {coverable} besides.'),
  signature_parameter: unproven(401, "The signature's parameter {parameter} {problem}."),
  signature_key: unproven(401, "The signature's keyid is not the key that came with the request."),
  signature_early: unproven(401, 'The signature was made in the future. Set the clock.'),
  signature_expired: unproven(401, 'The signature has expired.'),
  signature_wrong: unproven(401, 'The signature is not of this request by this key.'),
  signature_replayed: unproven(401, 'This signature has been used.'),
  digest_wrong: unproven(401, 'Content-Digest is not the SHA-256 of the body.'),
  order_unknown: business('You have no such order.'),
  cursor_unknown: business(
    'What this cursor stands for is not kept, so something may have been missed. Begin without one.',
  ),
  refund_elsewhere: business('Another provider has taken the money: the buyer asks there.'),
  refund_under_way: business('The money is going back, or has gone back.'),
  refund_too_late: business('The coins have been sent: the money cannot go back.'),
  refund_nothing_paid: business('Nothing of the buyer is here that could go back.'),
  refund_already_asked: business('The operator has been asked and has not decided yet.'),
  session_over: business(
    'The session of this idempotency key was opened or has expired. Create another one with a new idempotency key.',
  ),
  auth_token_over: business(
    'The login of this idempotency key was used or has expired. Create another one with a new idempotency key.',
  ),
  idempotency_conflict: business('This idempotency key has been used for another request.'),
} satisfies Record<string, ErrorDefinition>;
