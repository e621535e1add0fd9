import { callTags } from '@slipway/contract/defineCall.ts';
import type { OpenApiDocument, Operation } from './openApiTypes.ts';

/** The path that programs request first (llmstxt.org). */
export const LLMS_TXT_PATH = '/llms.txt';

const RULES = [
  'Every call is a POST of a JSON object. The answer is `{ respCode, respMessage, data }`; `respCode` "200" means success. Distinguish refusals by `data.error`.',
  'Amounts are decimal strings. Never compute a price: request a quote.',
  'Send `authToken` with each call, and the cookies that were set: both are required.',
  'Repeat a request whose answer was lost. A quote creates one order, a submission one payment.',
  'A program cannot pay by card: a person enters the card in the acquirer’s own fields. A purchase without a page is paid by bank transfer.',
];

const PURCHASE_STEPS = [
  'Log the buyer in: `sendCode`, then `login` with the code from the email; or a partner’s server creates a login with `mintAuthToken`, and `authInfo` exchanges it.',
  '`payList`, `getCryptoList` and `getCurrencyInfo`: currencies to pay with, cryptos to buy, and limits.',
  '`offerInquiry`: a quote that is firm for 60 seconds. `offerList`: every provider’s offer for it.',
  '`validateAddress`: checks that the address can receive the coin.',
  '`addKyc`: the buyer’s details, once; `checkIdentification`: whether a document is required too.',
  '`coinOrder`: creates the order. With `bank_transfer`, `orderDetail` returns the bank account and the payment reference of the transfer.',
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

- [OpenAPI document](/openapi.json): every call with its fields, refusals and an example; suitable for generating clients
- [The same as a page](/docs/api): for reading
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
