import { callTags } from '@slipway/contract/defineCall.ts';
import type { OpenApiDocument, Operation } from './openApiTypes.ts';

/** The path that programs request first (llmstxt.org). */
export const LLMS_TXT_PATH = '/llms.txt';

const RULES = [
  'Every call is a POST of a JSON object. The answer is `{ respCode, respMessage, data }`; `respCode` "200" means done. Tell refusals apart by `data.error`.',
  'Amounts are decimal strings. Never compute a price: ask for it.',
  'Send `authToken` with each call, and the cookies that were set: neither opens anything alone.',
  'Repeat a request whose answer was lost. A quote makes one order, a submission one payment.',
  'Money never moves on a word of yours: cards are entered by a person on the acquirer’s own fields. A purchase without a page is paid by bank transfer.',
];

const PURCHASE_STEPS = [
  'Know the buyer: `sendCode` and `login` with the code of the mail, or a partner’s server mints a login with `mintAuthToken` and `authInfo` trades it.',
  '`payList`, `getCryptoList` and `getCurrencyInfo`: what can be paid with and bought, and the limits.',
  '`offerInquiry`: a quote that is firm for 60 seconds. `offerList`: every provider’s offer for it.',
  '`validateAddress`: whether the address can receive that coin.',
  '`addKyc`: the buyer’s details, once; `checkIdentification`: whether a document is asked for as well.',
  '`coinOrder`: the order. With `bank_transfer`, `orderDetail` says where to send the money, and which reference to write on the transfer.',
  '`orderDetail`, or the stream `orderEvents`: until `status` is `delivered`; `transactionId` is the transfer on chain. `on_hold`, `awaiting_identity` and `awaiting_consent` wait for a person.',
];

/** Returns a summary of the product for programs that buy or help to buy, in the format of llmstxt.org. */
export function renderLlmsTxt({ info, tags, paths }: OpenApiDocument): string {
  return `# ${info.title}

> ${info.summary}: a buyer pays in fiat money and receives coins at an address of their own.

${RULES.map((rule) => `- ${rule}`).join('\n')}

A whole purchase:

${PURCHASE_STEPS.map((step, at) => `${at + 1}. ${step}`).join('\n')}

## Reference

- [OpenAPI document](/openapi.json): every call with its fields, refusals and an example; clients can be generated from it
- [The same as a page](/docs): for people
- [Terms of service](/terms.html): what a buyer agrees to

${tags
  // The console is not for buyers and has a different address.
  .filter(({ name }) => name !== callTags.console.name)
  .map((tag) => listCallsWithTag(tag.name, paths))
  .filter((calls) => calls !== '')
  .join('\n')}`;
}

function listCallsWithTag(tag: string, paths: OpenApiDocument['paths']): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    [item.post ?? item.get]
      .filter((one): one is Operation => one?.tags.includes(tag) === true)
      .map((one) => [path, one] as const),
  );
  if (operations.length === 0) return '';
  return `## ${tag}\n\n${operations.map(([path, { summary }]) => `- [${path}](/openapi.json): ${summary}`).join('\n')}\n`;
}
