import { held, inapplicable, type Verdicts } from '../verdict.ts';

const NO_SUCH_INTERPRETER = 'nothing of this kind is called: the product has no such client among its dependencies';

/** V1 and V2: encoding and sanitization, validation and business logic. */
export const encodingAndLogic: Verdicts = {
  'V1.1.1': held(
    'the router decodes an address once and the parser a body once; what is left encoded is text, and paths and redirects are judged as a browser would read them',
    'server/app/webhooks.test.ts › what follows the vendor’s address reaches its verifier, decoded',
    'contract/ownPath.test.ts › whatever is, stays at the origin that it is used on',
  ),
  'V1.1.2': held(
    'React, JSON.stringify, the XML writer and SQL parameters encode where the text leaves; nothing is stored encoded',
    'tools/checks/sourceRules.test.ts › text is shown as text',
    'e2e/journeys/languages.spec.ts › a text of the operator’s is shown as the text it is',
  ),
  'V1.2.1': held(
    'pages are React and a fixed document; letters and the reference escape what they quote; framing origins are put into markup by a pattern',
    'server/openapi/reference.test.ts › a hostile document stays text',
    'server/platform/http/securityHeaders.test.ts › nobody may frame %s',
    'tools/checks/sourceRules.test.ts › text is shown as text',
  ),
  'V1.2.2': held(
    'addresses are made by URL and URLSearchParams, and schemes are named',
    'server/partner/allowedRedirect.test.ts › %j is everybody’s',
    'server/partner/returnAddress.test.ts › its own origin, path, query and fragment stay',
    'web/features/provider/providerStep.test.ts › %j is no page of ours',
    'embed/loader/mountFrame.test.ts › puts nothing into the address that is no option',
  ),
  'V1.2.3': held(
    'no script is put together; JSON is written by JSON.stringify, and no answer is one that a browser runs',
    'tools/checks/sourceRules.test.ts › code is not made of text',
    'server/app/everyAnswer.test.ts › %s %s has the headers',
  ),
  'V1.2.4': held(
    'SQL is a template whose values are parameters, in stores alone',
    'tools/checks/importRules.test.ts › SQL only in stores',
    'server/app/fuzz.test.ts › whatever is sent, the answer is an envelope of ours',
  ),
  'V1.2.5': held(
    'the product starts no program but the one that asks a token to sign, by a list of arguments and without a shell',
    'tools/checks/sourceRules.test.ts › no program is started',
  ),
  'V1.2.6': inapplicable(NO_SUCH_INTERPRETER),
  'V1.2.7': inapplicable('XML is read into objects by tables of elements; there is no XPath'),
  'V1.2.8': inapplicable('receipts are drawn as PDF; there is no LaTeX'),
  'V1.2.9': held(
    'patterns are made of words of the sources alone',
    'tools/checks/sourceRules.test.ts › a regular expression is made of no text that was sent',
  ),
  'V1.3.1': inapplicable('nobody can write markup: no field takes HTML'),
  'V1.3.2': held(
    'no eval, no Function, no vm; browsers are told to refuse them too',
    'tools/checks/sourceRules.test.ts › code is not made of text',
    'tools/checks/sourceRules.test.ts › timers get no text',
  ),
  'V1.3.3': held(
    'what leaves for a terminal, a spreadsheet, a bank file or a letter is cut to what is safe there',
    'server/operator/visibleText.test.ts › what others typed is shown, not obeyed',
    'server/operator/operator.test.ts › as CSV run nothing in a spreadsheet',
  ),
  'V1.3.4': inapplicable('nobody can hand in a picture'),
  'V1.3.5': held(
    'a partner’s colours are six digits, or nothing; there is no other way to say style',
    'web/plugin/pluginColors.test.ts › other parameters set nothing',
    'e2e/journeys/plugin.spec.ts › the partner’s colours are applied, whatever is no color is ignored',
  ),
  'V1.3.6': held(
    'addresses of partners are looked up, refused where private, and connected to as they were looked at; nobody else names one',
    'server/platform/webhook/postWebhook.test.ts › is refused when it is %s, also beside a public one',
    'server/platform/webhook/postWebhook.test.ts › is the one that is connected to, whatever its name leads to later',
    'server/partner/embed/readEmbedPage.test.ts › at an address of ours is not asked for: %s',
    'server/providers/redirects.test.ts › %s follows no redirect',
  ),
  'V1.3.7': held(
    'documents and letters are filled by fixed placeholders; an operator’s texts are ICU messages, which run nothing',
    'contract/languageFile.test.ts › keeps markup as the text it is',
    'server/notification/mailTexts.test.ts › leave no placeholder and no key, in any language, by card or by transfer',
  ),
  'V1.3.8': inapplicable('there is no Java'),
  'V1.3.9': inapplicable('there is no memcache'),
  'V1.3.10': held(
    'no text that was sent is a format: log lines are fields of JSON',
    'server/platform/log/log.test.ts › is one line of JSON, whatever a stranger has put into it',
  ),
  'V1.3.11': held(
    'addresses of letters are email addresses by schema; subject and sender hold no line’s end',
    'server/app/everyAnswer.test.ts › that would write further lines into a letter’s head is refused: %j',
    'server/providers/mail/smtp/smtp.test.ts › %s from %j is not a configuration',
  ),
  'V1.4.1': inapplicable('the product is TypeScript alone: memory is managed, and there is no code of ours below it'),
  'V1.4.2': held(
    'money is bigint; digits and lengths are bounded where they enter',
    'money/pricing.test.ts › surplus digits are refused, never rounded',
    'server/app/gateway.test.ts › numbers are taken for amounts, exponents are not',
    'server/ledger/formatExactUnits.test.ts › no unit is lost in writing',
  ),
  'V1.4.3': inapplicable('memory is managed; connections and streams are counted (V2.4.1)'),
  'V1.5.1': held(
    'one parser, which knows no external entities; documents with a document type are refused',
    'server/providers/bank/iso20022/iso20022.test.ts › a document type in a good file',
    'server/providers/bank/iso20022/readReport.test.ts › a report with a document type',
    'server/providers/rates/rates.test.ts › a document type',
  ),
  'V1.5.2': held(
    'JSON alone, read by schemas that name every field; nothing revives a type',
    'server/app/everyAnswer.test.ts › that reaches for the prototype is refused, and changes none: %s',
    'server/app/fuzz.test.ts › that was enough',
  ),
  'V2.1.1': held(
    'the contract is the document of every field: its form, length and reason of refusal, printed at /openapi.json',
    'docs/access.md#what-is-checked',
    'server/openapi/generateOpenApiDocument.test.ts › it asks for what the gateway asks for',
  ),
  'V2.1.2': held('which fields have to agree is written down', 'docs/access.md#what-is-checked'),
  'V2.1.3': held('limits for a person, a client and everybody are written down', 'docs/access.md#limits'),
  'V2.2.1': held(
    'every call, webhook, file and variable is read by a schema',
    'server/app/gateway.test.ts › a malformed field is named',
    'server/app/fuzz.test.ts › whatever is sent, the answer is an envelope of ours',
    'server/app/partnerFuzz.test.ts › whatever stands in the headers, nothing is believed',
  ),
  'V2.2.2': held(
    'the same schemas run in the server; the fuzz knows no page',
    'server/app/fuzz.test.ts › whatever is sent, the answer is an envelope of ours',
    'e2e/journeys/purchases.spec.ts › nothing that a browser says moves a status',
  ),
  'V2.2.3': held(
    'address and network, amount and limits, document and details, payer and buyer are compared',
    'server/purchase/address/cryptoLookup.test.ts › %s on %s is refused',
    'server/purchase/identity/judgeDocument.test.ts › another %s waits for a person, whose word is kept',
    'server/purchase/payment/payerName.test.ts › %s is not %s',
  ),
  'V2.3.1': held(
    'an order moves by a table: an event without a row moves nothing',
    'server/purchase/order/applyEvent.test.ts › records a fact that has no row, and alerts when it is about money',
    'server/purchase/order/transitions.test.ts › no cell of state and event is empty',
    'server/app/gateway.test.ts › by bank transfer asks who the buyer is before',
  ),
  'V2.3.2': held(
    'limits without a document, of risk rules, of quotes and of the signer',
    'server/risk/identityLimit.test.ts › of twelve orders judged at once, those go that the limit holds: %s',
    'server/risk/riskRules.test.ts › above its number, not at it; amounts are in euros',
    'server/signer/signer.test.ts › of an hour, and of a day',
  ),
  'V2.3.3': held(
    'status, event, postings and jobs commit together, or not at all',
    'server/purchase/order/runStep.test.ts › in what a conclusion writes takes back all of it',
    'server/purchase/order/recordPartnerEvent.test.ts › hears nothing of a change that was rolled back',
    'server/app/model/model.test.ts › whatever anybody does, nobody gets more than they paid for, and nobody is left standing',
  ),
  'V2.3.4': held(
    'orders are locked; coins are claimed once; a limit is counted under a lock',
    'server/app/gateway.test.ts › a hundred submissions at once make one order',
    'server/purchase/conversion/boughtOnce.test.ts › eight at once buy once',
    'server/purchase/delivery/batch.test.ts › with many workers at once are all paid, each once',
  ),
  'V2.4.1': held(
    'budgets for each call and client, for streams and for numbers that are tried; work for codes under pressure',
    'server/platform/http/rateLimits.test.ts › clients do not share',
    'server/platform/http/streamSlots.test.ts › all clients together have so many',
    'server/purchase/order/orderEventStream.test.ts › order numbers cannot be tried out',
    'server/account/codes.test.ts › for work, to everybody together: two thousand an hour besides',
    'server/tracking/tracking.test.ts › is bounded: a flood is dropped, not kept in memory',
  ),
};
