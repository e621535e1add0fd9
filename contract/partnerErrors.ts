import type { ErrorDefinition } from './errors.ts';

/** Returns an error for a request that is not authenticated: HTTP 401 or 403, and a retry is refused again. */
function unauthenticatedError(httpStatus: 401 | 403, text: string): ErrorDefinition {
  return { respCode: String(httpStatus), httpStatus, place: 'server', text, retryable: false, log: 'none' };
}

function business(text: string): ErrorDefinition {
  return { respCode: '509', httpStatus: 200, place: 'server', text, retryable: false, log: 'none' };
}

/** Errors that only partners' servers get. docs/integrate/errors.md describes how to handle each. */
export const partnerErrors = {
  from_browser: unauthenticatedError(
    403,
    'This call is for servers only. A key in a browser is not secret: replace it.',
  ),
  partner_key_missing: unauthenticatedError(401, 'Send the key as Authorization: Bearer slk_….'),
  partner_key_unknown: unauthenticatedError(401, 'This key does not exist.'),
  partner_off: unauthenticatedError(403, 'The operator has disabled this partner. The key itself is valid.'),
  partner_key_retired: unauthenticatedError(401, 'This key has been replaced by another one.'),
  signature_missing: unauthenticatedError(401, 'This call changes data: sign it with Signature-Input and Signature.'),
  signature_malformed: unauthenticatedError(401, 'The header {header} cannot be read.'),
  signature_several: unauthenticatedError(401, 'The request carries more than one signature.'),
  signature_uncovered: unauthenticatedError(401, 'The signature must cover {covered}, and may also cover {coverable}.'),
  signature_parameter: unauthenticatedError(401, "The signature's parameter {parameter} {problem}."),
  signature_key: unauthenticatedError(401, "The signature's keyid is not the key in the request."),
  signature_early: unauthenticatedError(401, 'The signature is dated in the future. Correct your clock.'),
  signature_expired: unauthenticatedError(401, 'The signature has expired.'),
  signature_wrong: unauthenticatedError(401, 'The signature does not match this request and key.'),
  signature_replayed: unauthenticatedError(401, 'This signature was already used.'),
  digest_wrong: unauthenticatedError(401, 'Content-Digest is not the SHA-256 of the body.'),
  quote_unknown: business('This is not the token of one of your quotes. Request a quote and send its token.'),
  terms_refused: business('{field}: {problem}'),
  order_unknown: business('You have no such order.'),
  cursor_unknown: business('This cursor has expired, so you may have missed something. Start again without a cursor.'),
  refund_at_provider: business('Another provider has received the money. The buyer has to request the refund there.'),
  refund_under_way: business('The money is being refunded or was refunded.'),
  refund_too_late: business('The coins were sent, so the money cannot be refunded.'),
  refund_nothing_paid: business('The order has no money of the buyer that could be refunded.'),
  refund_already_requested: business('A refund was already requested, and the operator has not decided yet.'),
  session_ended: business(
    'The session of this idempotency key was opened or has expired. Create another one with a new idempotency key.',
  ),
  auth_token_over: business(
    'The login of this idempotency key was used or has expired. Create another one with a new idempotency key.',
  ),
  idempotency_conflict: business('This idempotency key has been used for another request.'),
} satisfies Record<string, ErrorDefinition>;
