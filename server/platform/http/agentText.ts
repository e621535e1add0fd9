import { callTags } from '@slipway/contract/defineCall.ts';
import type { OpenApiDocument, Operation } from './openapiShape.ts';

/** Where a program looks first (llmstxt.org). */
export const AGENT_PATH = '/llms.txt';

const RULES = [
  'Every call is a POST of a JSON object. The answer is `{ respCode, respMessage, data }`; `respCode` "200" means done. Tell refusals apart by `data.error`.',
  'Amounts are decimal strings. Never compute a price: ask for it.',
  'Send `authToken` with each call, and the cookies that were set: neither opens anything alone.',
  'Repeat a request whose answer was lost. A quote makes one order, a submission one payment.',
  'Money never moves on a word of yours: cards are entered by a person on the acquirer’s own fields. A purchase without a page is paid by bank transfer.',
];

const PURCHASE = [
  'Know the buyer: `sendCode` and `login` with the code of the mail, or a partner’s server mints a login with `mintAuthToken` and `authInfo` trades it.',
  '`payList`, `getCryptoList` and `getCurrencyInfo`: what can be paid with and bought, and the limits.',
  '`offerInquiry`: a quote that is firm for 60 seconds. `offerList`: every provider’s offer for it.',
  '`validateAddress`: whether the address can receive that coin.',
  '`addKyc`: the buyer’s details, once; `checkIdentification`: whether a document is asked for as well.',
  '`coinOrder`: the order. With `bank_transfer`, `orderDetail` says where to send the money, and which reference to write on the transfer.',
  '`orderDetail`, or the stream `orderEvents`: until `status` is `delivered`; `transactionId` is the transfer on chain. `on_hold`, `awaiting_identity` and `awaiting_consent` wait for a person.',
];

/** The product in a page for a program that buys or helps to buy, in the form of llmstxt.org. */
export function agentText({ info, tags, paths }: OpenApiDocument): string {
  return `# ${info.title}

> ${info.summary}: a buyer pays in fiat money and receives coins at an address of their own.

${RULES.map((rule) => `- ${rule}`).join('\n')}

A whole purchase:

${PURCHASE.map((step, at) => `${at + 1}. ${step}`).join('\n')}

## Reference

- [OpenAPI document](/openapi.json): every call with its fields, refusals and an example; clients can be generated from it
- [The same as a page](/docs): for people
- [Terms of service](/terms.html): what a buyer agrees to

${tags
  // Nobody buys there, nor at this address.
  .filter(({ name }) => name !== callTags.console.name)
  .map((tag) => callsOf(tag.name, paths))
  .filter((calls) => calls !== '')
  .join('\n')}`;
}

function callsOf(tag: string, paths: OpenApiDocument['paths']): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    [item.post ?? item.get]
      .filter((one): one is Operation => one?.tags.includes(tag) === true)
      .map((one) => [path, one] as const),
  );
  if (operations.length === 0) return '';
  return `## ${tag}\n\n${operations.map(([path, { summary }]) => `- [${path}](/openapi.json): ${summary}`).join('\n')}\n`;
}
