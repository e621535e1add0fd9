import { type ErrorKey, errors } from '@slipway/contract/errors.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { GATEWAY_PATH } from '../platform/http/gateway/gateway.ts';
import { listErrorKeys } from './access.ts';

const ENVELOPE = `Every answer has the same envelope:

| field | contents |
|---|---|
| \`respCode\` | \`"200"\` if the call succeeded, otherwise the code of the refusal. Always a string. |
| \`respMessage\` | empty, or an English sentence for the buyer |
| \`data\` | the result; for a refusal \`{ "error": key, "facts": { … } }\` |

A business refusal is HTTP 200 with another \`respCode\`. HTTP statuses from 400 on are for malformed, too large or too many requests and for internal errors; they have the envelope too. Distinguish refusals by \`data.error\`, which never changes; several refusals share one \`respCode\`. \`data.facts\` contains the values in the sentence, so that a client can translate it.

Fields may be added to answers. Ignore unknown fields.`;

const AMOUNTS = `## Amounts and times

- Amounts are decimal strings such as \`"100.00"\`, never floats. A request may also send a JSON number.
- Exponents, signs and more decimals than the currency has are rejected, not rounded.
- The amount that the buyer gets is rounded down; the amount that the buyer pays is rounded up. A new inquiry with a returned amount never costs more or delivers less.
- \`getCurrencyAmount\` × \`price\` = \`sendCurrencyAmount\` − \`processingFee\` − \`transNetworkFee\`, up to that rounding.
- Times are in ISO 8601 in UTC, except fields that are documented as seconds since 1970.`;

const CELLS = `An operator may run several independent installations, such as one per region: cells. With cells, an order's number begins with the letter of its cell, as in \`E-7KQ2M4XD9TAB3HWPEN56\`. A call or a stream for an order of another cell returns 307 with the same path of that cell in \`Location\`, and the envelope of an unknown order: send the same request there. Cells do not share sessions, quotes and keys.`;

/** Introduction for clients, as Markdown: everything to know before the first call. */
export const introduction = `
Slipway sells crypto for fiat money. A buyer requests a quote, chooses an offer, enters a receiving address, logs in with a code sent by email, pays, and receives the coins on chain.

[/openapi-partner.json](/openapi-partner.json) contains only the calls of partners' servers and the webhooks.

## The envelope

Every call is \`POST ${GATEWAY_PATH}/{call}\` with a JSON object of at most 64 KiB; calls of partners' servers are \`POST /gateway/partner/{call}\`. The plain lists also support GET. ${ENVELOPE}

${AMOUNTS}

## Authentication

\`sendCode\` and \`login\` open a session in two halves: the \`authToken\` of the answer, and a cookie that scripts cannot read. A request needs both. A client that is not a browser must keep the cookies of both calls too. \`authToken\` is a field of each request that needs it.

A guest's first order sets a cookie that gives the guest access to that order until they log in.

A session ends after 12 idle hours, after 30 days, or with \`expAuth\`. Afterwards, calls that need a session return \`5002\`.

Partners' servers have separate calls, with a key and without cookies. The key is sufficient for reading; calls that write are also signed (RFC 9421, Ed25519), so that a stolen key cannot change anything. Such calls have an \`idempotencyKey\`.

## Idempotency

- A quote's \`token\` creates at most one order. A repeated submission returns the same order; a different submission with that token is refused with \`quote_already_used\`.
- \`payOrder\` has a \`submissionId\`, created once per press of the button. A repeated id is the same payment attempt: the buyer pays once.
- A quote is valid for 60 seconds; an order waits 15 minutes for a card. After a \`5003\`, request a new quote.
- Only the server changes the status. Follow it with \`orderEvents\`, or poll \`orderDetail\`.

## Cells

${CELLS}

## Limits

The number of calls per minute is limited for each client address. A call above the limit returns 429 with \`Retry-After\` in seconds. So do a request for a code too soon, requests for many unknown orders, and an \`orderEvents\` stream above the limit of open streams: poll \`orderDetail\` instead. After a 503, wait for the seconds in its \`Retry-After\`.

${formatErrorTable(Object.keys(errors) as ErrorKey[])}
`.trim();

/** Introduction for partners' servers, as Markdown. */
export const partnerIntroduction = `
Your server requests prices from Slipway, creates sessions for your buyers' purchases, and follows their orders. Slipway posts each change of an order to your webhook.

## The envelope

Every call is \`POST /gateway/partner/{call}\` with a JSON object of at most 64 KiB. An unknown field is rejected with an error that contains its name. ${ENVELOPE}

${AMOUNTS}

## Keys and signatures

Each call has the key that the operator gave you: \`Authorization: Bearer slk_…\`. The key is sufficient for reading. A call that writes also has a signature by your private key (HTTP message signatures, RFC 9421, with Ed25519), which covers the method, the whole URL and the digest of the body. Never put the key into a page or an app: requests with a browser's headers are refused.

## Retries

Each call that writes has an \`idempotencyKey\`. Create one per operation, and repeat the request with it until an answer arrives: the operation is executed once, and each answer is the same.

## Cells

${CELLS} Sign the request again for that URL.

## Limits

The number of calls per minute is limited for each key, separately for reading and writing. A call above the limit returns 429. After a 429 or a 503, wait for the seconds in \`Retry-After\`.

${formatErrorTable([...new Set(Object.values(partnerCalls).flatMap(listErrorKeys))])}
`.trim();

function formatErrorTable(keys: readonly ErrorKey[]): string {
  return `## Errors

| HTTP | respCode | data.error | text | retryable |
|---|---|---|---|---|
${keys.map(formatErrorRow).join('\n')}

Retryable: the same request may succeed later without a change.`;
}

function formatErrorRow(key: ErrorKey): string {
  const { httpStatus, respCode, text, retryable } = errors[key];
  return `| ${httpStatus} | \`${respCode}\` | \`${key}\` | ${text} | ${retryable ? 'yes' : 'no'} |`;
}
