import { type ErrorKey, errors, sharedErrors, signatureErrors } from '../../contract/errors.ts';
import { partnerCalls } from '../../contract/partnerCalls.ts';

/** Advice for a partner's server on each error that a call may answer. */
const ADVICE: { readonly [Key in ErrorKey]?: string } = {
  malformed: 'Correct the field that `facts.field` names. A field that the call does not have is refused too.',
  body_too_large: 'Send less than 64 KiB.',
  unsupported_media_type: 'Send `Content-Type: application/json`.',
  method_not_allowed: 'Send `POST`.',
  too_many_requests: 'Wait for the seconds in `Retry-After`, then retry.',
  unavailable: 'Retry with a growing pause, and with the same `idempotencyKey`.',
  fault:
    'Retry with a growing pause, and with the same `idempotencyKey`. If the error persists, give `facts.reference` to the operator.',
  from_browser:
    'Call from your server. If the key was ever in a page, ask the operator for another key with `--at-once`.',
  partner_key_missing: 'Send `Authorization: Bearer slk_…`.',
  partner_key_unknown: 'Check that the key was copied whole and belongs to this installation.',
  partner_off: 'Ask the operator, who has disabled your partner id.',
  partner_key_retired: 'Use the new key, or ask the operator for one.',
  signature_missing: 'Sign the request: this call writes. Send `Signature-Input` and `Signature`.',
  signature_malformed:
    'Correct the header that `facts.header` names. Check spaces, quotes and base64, and use the same label in both headers.',
  signature_several: 'Send one signature. Check whether a proxy adds another one.',
  signature_uncovered:
    'Cover all components in `facts.covered`. You may add those in `facts.coverable`, and no others.',
  signature_parameter: 'Correct the parameter that `facts.parameter` names.',
  signature_key:
    'Set `keyid` to the part of the key between `slk_` and the next `_`. After a change of keys, sign with the new private key.',
  signature_early: 'Correct the clock of your server.',
  signature_expired: 'Correct the clock of your server, and sign immediately before you send.',
  signature_wrong:
    'Check the signature base: the method in capitals, and the public address with the path. Sign with the private key that belongs to this API key.',
  signature_replayed:
    'Sign again with a new nonce. If you did not send the request twice, another sender did: ask for another key.',
  digest_wrong: 'Compute the digest of exactly the bytes that you send. Look for a proxy that rewrites the body.',
  idempotency_conflict: 'Use a new `idempotencyKey`: this one belongs to another request.',
  terms_refused:
    'Change the field that `facts.field` names. Examples: a currency that is not sold, an address of another network, a redirect to an origin that is not registered.',
  session_ended:
    'Look for an order by the `sessionId` that you received. If there is none, create a session with a new `idempotencyKey`.',
  auth_token_over: 'Mint another login with a new `idempotencyKey`.',
  quote_unknown: 'Ask for a quote with your own key, and send its `token`.',
  order_unknown: 'Check the number, the session or the reference. An order of another partner gives the same answer.',
  cursor_unknown: 'Call again without a cursor. You may have missed events, so read `orders` too.',
  refund_at_provider: 'Send the buyer to the provider that took the payment.',
  refund_under_way: 'Wait: the money is on its way back or has arrived. Follow the events.',
  refund_too_late: 'Nothing can be refunded: the crypto was sent.',
  refund_nothing_paid: 'Nothing can be refunded: no money was taken, or all of it was refunded.',
  refund_already_requested: 'Wait for the decision of the operator.',
  pay_amount_missing: 'Send `sendCurrencyAmount` or `getCurrencyAmount`.',
  pay_amount_malformed: 'Send at most `facts.decimals` decimals.',
  pay_amount_below_minimum: 'Send at least `facts.amount`.',
  pay_amount_above_maximum: 'Send at most `facts.amount`.',
  pay_currency_unsupported: 'Choose another currency to pay with.',
  receive_amount_missing: 'Send `sendCurrencyAmount` or `getCurrencyAmount`.',
  receive_amount_malformed: 'Send at most `facts.decimals` decimals.',
  receive_currency_unsupported: 'Choose another currency to receive.',
  price_unavailable: 'Retry in a moment.',
  pay_limits_exceeded: 'Choose an amount that costs between `facts.minimum` and `facts.maximum`.',
  no_provider: 'Retry later, or choose another pair.',
  method_unavailable: 'Choose another payment method or amount.',
  price_expired: 'Ask for a new quote.',
  region_denied: 'Offer nothing: the operator does not sell to buyers of this country.',
};

const partnerErrors: readonly ErrorKey[] = [...sharedErrors['gateway/partner'].key, 'method_not_allowed'];

/** Returns docs/integrate/errors.md, from the contract's errors of the partner calls. */
export function drawErrors(): string {
  const special = Object.values(partnerCalls).flatMap((call) => call.errors);
  const keys = [...new Set(special)].filter((key) => !partnerErrors.includes(key) && !isSignatureError(key));
  return [
    '# Error codes',
    '',
    '<!-- Written by `npm run draw` from contract/errors.ts and tools/integrate/drawErrors.ts. -->',
    '',
    "This page lists the errors of the [calls of a partner's server](partner-api.md). For the errors of the page's script, see",
    '[embedding.md](embedding.md#events).',
    '',
    'Every answer is JSON. `respCode` is `200` if the call succeeded. Otherwise `data.error` is the code of the error, `respMessage` a',
    'sentence in English, and `data.facts` has the values in that sentence:',
    '',
    '```json',
    JSON.stringify(createExampleRefusal(), null, 2),
    '```',
    '',
    '- Decide by `data.error`. Codes do not change, but new ones may be added. The sentences may change.',
    '- A business refusal has the HTTP status 200: the request was understood.',
    '- Retry only codes marked with *retry*, with the same `idempotencyKey` and a new signature.',
    '- If a request gets no answer, retry it in the same way ([limits.md](limits.md#idempotency)).',
    '- In the column *means*, a name in braces is a value of `facts`.',
    '',
    '## Every call',
    '',
    ...drawTable(partnerErrors),
    '',
    '## Calls that are signed',
    '',
    ...drawTable(signatureErrors),
    '',
    '## Business refusals',
    '',
    '| code | means | what to do | answered by |',
    '| --- | --- | --- | --- |',
    ...keys.map(
      (key) =>
        `| \`${key}\`${formatRetryMark(key)} | ${errors[key].text} | ${findAdvice(key)} | ${listCallsWithError(key)} |`,
    ),
    '',
  ].join('\n');
}

function createExampleRefusal(): object {
  const key = 'order_unknown' satisfies ErrorKey;
  return { respCode: errors[key].respCode, respMessage: errors[key].text, data: { error: key, facts: {} } };
}

function isSignatureError(key: ErrorKey): boolean {
  return (signatureErrors as readonly ErrorKey[]).includes(key);
}

function drawTable(keys: readonly ErrorKey[]): readonly string[] {
  return [
    '| code | HTTP | means | what to do |',
    '| --- | --- | --- | --- |',
    ...keys.map(
      (key) =>
        `| \`${key}\`${formatRetryMark(key)} | ${errors[key].httpStatus} | ${errors[key].text} | ${findAdvice(key)} |`,
    ),
  ];
}

function formatRetryMark(key: ErrorKey): string {
  return errors[key].retryable ? ' *retry*' : '';
}

function listCallsWithError(key: ErrorKey): string {
  const calls = Object.values(partnerCalls).filter((call) => call.errors.includes(key));
  return calls.map(({ name }) => `\`${name}\``).join(', ');
}

function findAdvice(key: ErrorKey): string {
  const advice = ADVICE[key];
  if (advice === undefined) throw new Error(`tools/integrate/drawErrors.ts has no advice for ${key}`);
  return advice;
}
