import { type ErrorKey, errors } from '@slipway/contract/errors.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { GATEWAY_PATH } from '../platform/http/gateway.ts';
import { listErrorKeys } from './buildResponses.ts';

const ENVELOPE = `The answer is always the same envelope:

| field | holds |
|---|---|
| \`respCode\` | \`"200"\` when the call did what was asked, else the code of the refusal. Always a string. |
| \`respMessage\` | empty, or a sentence for the buyer in English |
| \`data\` | the answer; of a refusal \`{ "error": key, "facts": { … } }\` |

A business refusal is HTTP 200 with another \`respCode\`. HTTP statuses from 400 on are for requests that are malformed, too large, too many, or that met a fault, and they carry the envelope too. Tell refusals apart by \`data.error\`, which never changes; several share one \`respCode\`. \`data.facts\` holds the values in the sentence, so that a client can say it in its own language.

Answers may gain fields. Ignore those that you do not know.`;

const AMOUNTS = `## Amounts and times

- Amounts are decimal strings such as \`"100.00"\`, never floats. A request may also send a JSON number.
- Exponents, signs and more decimals than the currency has are refused, not rounded.
- What the buyer gets is rounded down, what the buyer pays is rounded up. Asking again with the answer never costs more or gives less.
- \`getCurrencyAmount\` × \`price\` = \`sendCurrencyAmount\` − \`processingFee\` − \`transNetworkFee\`, up to that rounding.
- Times are seconds since 1970 where the field says so, else ISO 8601 in UTC.`;

const CELLS = `An operator may run several, one a region: cells. There an order's number begins with the letter of its cell, as in \`E-7KQ2M4XD9TAB3HWPEN56\`. A call or a stream that names an order of another cell answers 307 with the same path there in \`Location\`, and the envelope of an order that there is not: send the same request there. Sessions, quotes and keys are each cell's own.`;

/** Introduction for clients, as Markdown: everything to know before the first call. */
export const introduction = `
Slipway sells crypto for fiat money. A buyer asks for a price, chooses an offer, names a receiving address, logs in by a code sent by e-mail, pays, and gets the coins on chain.

[/openapi-partner.json](/openapi-partner.json) has only the calls of partners' servers and the webhooks.

## The envelope

Every call is \`POST ${GATEWAY_PATH}/{call}\` with a JSON object of at most 64 KiB; those of partners' servers are \`POST /gateway/partner/{call}\`. The plain lists also answer GET. ${ENVELOPE}

${AMOUNTS}

## Who calls

\`sendCode\` and \`login\` open a session in two halves: the \`authToken\` of the answer, and a cookie that scripts cannot read. Neither opens anything alone. A client without a browser keeps the cookies of both calls too. \`authToken\` is a field of each request that needs it.

A guest's first order sets a cookie by which that order stays theirs until they log in.

A session ends after 12 idle hours, after 30 days, or with \`expAuth\`. Then calls that need it answer \`5002\`.

Partners' servers have calls of their own, with a key and no cookie. The key alone reads; what writes is signed besides (RFC 9421, Ed25519), so that a key that was stolen does nothing. Such calls carry an \`idempotencyKey\`.

## Doing it twice

- A quote's \`token\` makes at most one order. The same submission again answers the same order; another one with that token is refused with \`quote_already_used\`.
- \`payOrder\` carries a \`submissionId\` made once for each press of the button. Repeated, it is the same payment attempt, and money moves once.
- A quote lives 60 seconds, an order waits 15 minutes for a card. After a \`5003\` ask for a new quote.
- Status changes come from the server alone. Follow them with \`orderEvents\` or ask \`orderDetail\`.

## Several Slipways

${CELLS}

## Limits

Each client address has a budget of calls a minute. A call beyond it answers 429 with \`Retry-After\` in seconds, and so does asking for a code too soon, for many orders that there are not, or for a stream of \`orderEvents\` beside too many others: ask \`orderDetail\` from time to time instead. After a 503 wait as long as its \`Retry-After\` says.

${formatErrorTable(Object.keys(errors) as ErrorKey[])}
`.trim();

/** Introduction for partners' servers, as Markdown. */
export const partnerIntroduction = `
Your server asks Slipway for prices, fixes purchases for your buyers, and follows their orders. Slipway posts each change of an order to your webhook.

## The envelope

Every call is \`POST /gateway/partner/{call}\` with a JSON object of at most 64 KiB. A field that the call does not have is refused with its name. ${ENVELOPE}

${AMOUNTS}

## Keys and signatures

Each call carries the key that the operator gave you: \`Authorization: Bearer slk_…\`. The key alone reads. A call that writes also carries a signature by your private key (HTTP message signatures, RFC 9421, with Ed25519), which covers the method, the whole address and the digest of the body. Never put the key into a page or an app: a request with the headers of a browser is refused.

## Retries

Each call that writes takes an \`idempotencyKey\`. Make one for each thing that you want done, and repeat the request with it until an answer arrives: the thing is done once, and each answer is the same.

## Several Slipways

${CELLS} Sign it again for that address.

## Limits

Each key has a budget of calls a minute, one for reading and one for writing. A call beyond it answers 429. After a 429 or a 503 wait for as many seconds as \`Retry-After\` says.

${formatErrorTable([...new Set(Object.values(partnerCalls).flatMap(listErrorKeys))])}
`.trim();

function formatErrorTable(keys: readonly ErrorKey[]): string {
  return `## Errors

| HTTP | respCode | data.error | text | again |
|---|---|---|---|---|
${keys.map(formatErrorRow).join('\n')}

In the last column: whether the same request may succeed later without a change.`;
}

function formatErrorRow(key: ErrorKey): string {
  const { httpStatus, respCode, text, retryable } = errors[key];
  return `| ${httpStatus} | \`${respCode}\` | \`${key}\` | ${text} | ${retryable ? 'yes' : 'no'} |`;
}
