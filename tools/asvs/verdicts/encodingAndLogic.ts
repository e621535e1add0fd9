import { held, inapplicable, type Verdicts } from '../verdict.ts';

const NO_SUCH_INTERPRETER = 'nothing of this kind is called: the product has no such client among its dependencies';

/** V1 and V2: encoding and sanitization, validation and business logic. */
export const encodingAndLogic: Verdicts = {
  'V1.1.1': held(
    'the router decodes an address once and the parser a body once; what is left encoded is text, and paths and redirects are judged as a browser would read them',
    'server/app/api/webhooks.test.ts › passes the decoded path after the vendor’s address to its verifier',
    'contract/ownPath.test.ts › accepts only paths that stay at the origin',
  ),
  'V1.1.2': held(
    'React, JSON.stringify, the XML writer and SQL parameters encode where the text leaves; nothing is stored encoded',
    'tools/checks/sourceRules.test.ts › no text is inserted as markup',
    'e2e/journeys/languages.spec.ts › shows the operator’s own text as plain text',
  ),
  'V1.2.1': held(
    'pages are React and a fixed document; letters and the reference escape what they quote; framing origins are put into markup by a pattern',
    'server/openapi/reference.test.ts › a hostile document cannot inject scripts',
    'server/platform/http/headers/securityHeaders.test.ts › is refused for %s',
    'tools/checks/sourceRules.test.ts › no text is inserted as markup',
  ),
  'V1.2.2': held(
    'addresses are made by URL and URLSearchParams, and schemes are named',
    'server/partner/allowedRedirect.test.ts › allows the own path %j without a partner',
    'server/partner/returnAddress.test.ts › keeps the address’s origin, path, query and fragment',
    'web/features/provider/providerStep.test.ts › %j is not a page of the product',
    'embed/loader/mountFrame.test.ts › ignores options that do not exist or are empty',
  ),
  'V1.2.3': held(
    'no script is put together; JSON is written by JSON.stringify, and no answer is one that a browser runs',
    'tools/checks/sourceRules.test.ts › no code is generated from text',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
  ),
  'V1.2.4': held(
    'SQL is a template whose values are parameters, in stores alone',
    'tools/checks/importRules.test.ts › SQL only in stores',
    'server/app/api/fuzz.test.ts › every corrupted request is answered with an envelope',
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
    'tools/checks/sourceRules.test.ts › no regular expression is built from input',
  ),
  'V1.3.1': inapplicable('nobody can write markup: no field takes HTML'),
  'V1.3.2': held(
    'no eval, no Function, no vm; browsers are told to refuse them too',
    'tools/checks/sourceRules.test.ts › no code is generated from text',
    'tools/checks/sourceRules.test.ts › timers take no code as text',
  ),
  'V1.3.3': held(
    'what leaves for a terminal, a spreadsheet, a bank file or a letter is cut to what is safe there',
    'server/operator/tables/visibleText.test.ts › escapes control characters in foreign text',
    'server/operator/operator.test.ts › as CSV execute nothing in a spreadsheet',
  ),
  'V1.3.4': inapplicable('nobody can hand in a picture'),
  'V1.3.5': held(
    'a partner’s colours are six digits, or nothing; there is no other way to say style',
    'web/plugin/pluginColors.test.ts › ignore other parameters',
    'e2e/journeys/partners/plugin.spec.ts › applies the partner’s colours and ignores invalid ones',
  ),
  'V1.3.6': held(
    'addresses of partners are looked up, refused where private, and connected to as they were looked at; nobody else names one',
    'server/platform/webhook/postWebhook.test.ts › is refused when it is %s, even together with a public one',
    'server/platform/webhook/postWebhook.test.ts › is the one connected to, and the name is not resolved again',
    'server/partner/embed/readEmbedPage.test.ts › is not requested at an internal or insecure address: %s',
    'server/providers/redirects.test.ts › %s follows no redirect',
  ),
  'V1.3.7': held(
    'documents and letters are filled by fixed placeholders; an operator’s texts are ICU messages, which run nothing',
    'contract/languageFile.test.ts › keeps markup as plain text',
    'server/notification/mailTexts.test.ts › leave no placeholder and no key, in any language, by card or by transfer',
  ),
  'V1.3.8': inapplicable('there is no Java'),
  'V1.3.9': inapplicable('there is no memcache'),
  'V1.3.10': held(
    'no text that was sent is a format: log lines are fields of JSON',
    'server/platform/log/log.test.ts › is one line of JSON, whatever the values contain',
  ),
  'V1.3.11': held(
    'addresses of letters are email addresses by schema; subject and sender hold no line’s end',
    'server/app/api/everyAnswer.test.ts › that would inject lines into a mail header is refused: %j',
    'server/providers/mail/smtp/smtp.test.ts › %s from %j is refused as configuration',
  ),
  'V1.4.1': inapplicable('the product is TypeScript alone: memory is managed, and there is no code of ours below it'),
  'V1.4.2': held(
    'money is bigint; digits and lengths are bounded where they enter',
    'money/pricing.test.ts › rejects surplus digits instead of rounding',
    'server/app/api/gateway.test.ts › accepts numbers as amounts, but no exponents',
    'server/ledger/formatExactUnits.test.ts › loses no unit',
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
    'server/app/api/everyAnswer.test.ts › that targets the prototype is refused and changes none: %s',
    'server/app/api/fuzz.test.ts › sends enough requests, including one that targets the prototype to every call',
  ),
  'V2.1.1': held(
    'the contract is the document of every field: its form, length and reason of refusal, printed at /openapi.json',
    'docs/access.md#what-is-checked',
    'server/openapi/generateOpenApiDocument.test.ts › needs the same credentials as the gateway',
  ),
  'V2.1.2': held('which fields have to agree is written down', 'docs/access.md#what-is-checked'),
  'V2.1.3': held('limits for a person, a client and everybody are written down', 'docs/access.md#limits'),
  'V2.2.1': held(
    'every call, webhook, file and variable is read by a schema',
    'server/app/api/gateway.test.ts › names a malformed field',
    'server/app/api/fuzz.test.ts › every corrupted request is answered with an envelope',
    'server/app/api/partnerFuzz.test.ts › answers 401 for any corrupted authentication header',
  ),
  'V2.2.2': held(
    'the same schemas run in the server; the fuzz knows no page',
    'server/app/api/fuzz.test.ts › every corrupted request is answered with an envelope',
    'e2e/journeys/purchases.spec.ts › no message from the browser changes an order’s status',
  ),
  'V2.2.3': held(
    'address and network, amount and limits, document and details, payer and buyer are compared',
    'server/purchase/address/cryptoLookup.test.ts › %s on %s is refused',
    'server/purchase/identity/judgeDocument.test.ts › opens a review for another %s on the document, and follows the person’s decision',
    'server/purchase/payment/assessment/payerName.test.ts › rejects the payer %s for the buyer %s',
  ),
  'V2.3.1': held(
    'an order moves by a table: an event without a row moves nothing',
    'server/purchase/order/machine/applyEvent.test.ts › records a fact without a transition, and raises an alert if it is about money',
    'server/purchase/order/machine/transitions.test.ts › are described for every pair of state and event',
    'server/app/api/gateway.test.ts › by bank transfer needs a login and the buyer’s details',
  ),
  'V2.3.2': held(
    'limits without a document, of risk rules, of quotes and of the signer',
    'server/risk/identityLimit.test.ts › accepts as many of twelve simultaneous orders as the limit allows: %s',
    'server/risk/riskRules.test.ts › above its threshold, not at it, with amounts in euros',
    'server/signer/signer.test.ts › apply to an hour and to a day',
  ),
  'V2.3.3': held(
    'status, event, postings and jobs commit together, or not at all',
    'server/purchase/order/stepRunner/runStep.test.ts › while a conclusion is written rolls all its writes back',
    'server/purchase/order/partner/recordPartnerEvent.test.ts › records nothing when the change is rolled back',
    'server/app/model/model.test.ts › delivers at most what was paid and leaves no order stuck, whatever buyers, banks and vendors do',
  ),
  'V2.3.4': held(
    'orders are locked; coins are claimed once; a limit is counted under a lock',
    'server/app/api/gateway.test.ts › is created once by a hundred concurrent submissions',
    'server/purchase/conversion/boughtOnce.test.ts › buys once when eight workers run at once',
    'server/purchase/delivery/preparation/batch.test.ts › are each paid once by many workers at once',
  ),
  'V2.4.1': held(
    'budgets for each call and client, for streams and for numbers that are tried; work for codes under pressure',
    'server/platform/http/limits/rateLimits.test.ts › clients have separate budgets',
    'server/platform/http/limits/streamSlots.test.ts › limits all clients together',
    'server/purchase/order/presentation/orderEventStream.test.ts › limits requests for unknown order numbers per network',
    'server/account/login/codes.test.ts › allow two thousand more an hour in total with proof of work',
    'server/tracking/tracking.test.ts › is bounded: points beyond the limit are dropped',
  ),
};
