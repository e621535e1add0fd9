import { held, inapplicable, type Verdicts } from '../verdict.ts';

const NO_LDAP = 'the product has no LDAP client among its dependencies';

/** V1 and V2: encoding and sanitization, validation and business logic. */
export const encodingAndLogic: Verdicts = {
  'V1.1.1': held(
    'the router decodes a URL once and the parser decodes a body once; text that is still encoded stays so. Paths and redirects are checked as a browser would resolve them',
    'server/app/api/webhooks.test.ts › passes the decoded path after the vendor’s address to its verifier',
    'contract/ownPath.test.ts › accepts only paths that stay at the origin',
  ),
  'V1.1.2': held(
    'React, JSON.stringify, the XML writer and SQL parameters encode each text when it is output; no text is stored encoded',
    'tools/checks/sourceRules.test.ts › no text is inserted as markup',
    'e2e/journeys/languages.spec.ts › shows the operator’s own text as plain text',
  ),
  'V1.2.1': held(
    'React and a fixed document render the pages; emails and the API reference escape the values that they contain; an origin appears in markup only if it matches a pattern',
    'server/openapi/reference.test.ts › a hostile document cannot inject scripts',
    'server/platform/http/headers/securityHeaders.test.ts › is refused for %s',
    'tools/checks/sourceRules.test.ts › no text is inserted as markup',
  ),
  'V1.2.2': held(
    'URL and URLSearchParams build all addresses, and the code lists the allowed schemes',
    'server/partner/allowedRedirect.test.ts › allows the own path %j without a partner',
    'server/partner/returnAddress.test.ts › keeps the address’s origin, path, query and fragment',
    'web/features/provider/providerStep.test.ts › does not parse %j as a page of the product',
    'embed/loader/mountFrame.test.ts › ignores options that do not exist or are empty',
  ),
  'V1.2.3': held(
    'no code builds scripts from text; JSON.stringify writes all JSON, and browsers execute no answer of a call',
    'tools/checks/sourceRules.test.ts › no code is generated from text',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
  ),
  'V1.2.4': held(
    'SQL statements are templates whose values are parameters, and only stores contain them',
    'tools/checks/importRules.test.ts › SQL only in stores',
    'server/app/api/fuzz.test.ts › every corrupted request is answered with an envelope',
  ),
  'V1.2.5': held(
    'the product starts only one program, which signs with a hardware token; it gets a list of arguments and runs without a shell',
    'tools/checks/sourceRules.test.ts › no program is started',
  ),
  'V1.2.6': inapplicable(NO_LDAP),
  'V1.2.7': inapplicable('XML is parsed into objects by tables of the expected elements, without XPath'),
  'V1.2.8': inapplicable('the product creates PDF receipts without LaTeX'),
  'V1.2.9': held(
    'regular expressions are built only from constants in the sources',
    'tools/checks/sourceRules.test.ts › no regular expression is built from input',
  ),
  'V1.3.1': inapplicable('no field accepts HTML, so users cannot enter markup'),
  'V1.3.2': held(
    'the sources do not use eval, Function or vm, and the content policy makes browsers refuse them too',
    'tools/checks/sourceRules.test.ts › no code is generated from text',
    'tools/checks/sourceRules.test.ts › timers take no code as text',
  ),
  'V1.3.3': held(
    'text for a terminal, a spreadsheet, a bank file or an email is escaped or reduced to characters that are safe there',
    'server/platform/text/escapeText.test.ts › escapes control characters in foreign text',
    'server/operator/operator.test.ts › contain no formula when printed as CSV',
  ),
  'V1.3.4': inapplicable('uploads cannot be SVG: staff upload evidence as PDF, JPEG or PNG, and buyers upload no file'),
  'V1.3.5': held(
    'a partner’s colour must be a hexadecimal colour or is ignored; a partner cannot set any other style',
    'web/plugin/pluginColors.test.ts › ignore other parameters',
    'e2e/journeys/partners/plugin.spec.ts › applies the partner’s colours and ignores invalid ones',
  ),
  'V1.3.6': held(
    'only partners, and browsers that the operator’s staff register for push alerts, provide addresses to connect to. The product resolves them, refuses private ones, and connects to the address that it has checked',
    'server/platform/webhook/postWebhook.test.ts › is refused when it is %s, even together with a public one',
    'server/platform/webhook/postWebhook.test.ts › is the one connected to, and the name is not resolved again',
    'server/partner/embed/readEmbedPage.test.ts › is not requested at an internal or insecure address: %s',
    'server/providers/redirects.test.ts › %s follows no redirect',
  ),
  'V1.3.7': held(
    'documents and emails have fixed placeholders; an operator’s texts are ICU messages, which execute no code',
    'contract/languageFile.test.ts › keeps markup as plain text',
    'server/notification/mailTexts.test.ts › leave no placeholder and no key, in any language, by card or by transfer',
  ),
  'V1.3.8': inapplicable('there is no Java'),
  'V1.3.9': inapplicable('there is no memcache'),
  'V1.3.10': held(
    'no received text is used as a format: log lines are JSON, and received text is a field of it',
    'server/platform/log/log.test.ts › is one line of JSON for all values',
  ),
  'V1.3.11': held(
    'the schema accepts only email addresses as recipients; subject and sender contain no line breaks',
    'server/app/api/everyAnswer.test.ts › that would inject lines into a mail header is refused: %j',
    'server/providers/mail/smtp/smtp.test.ts › %s from %j is refused as configuration',
  ),
  'V1.4.1': inapplicable(
    'the product is written in TypeScript only: memory is managed, and the project has no native code',
  ),
  'V1.4.2': held(
    'amounts of money are bigint; the schemas limit the digits and lengths of input',
    'money/pricing.test.ts › rejects surplus digits instead of rounding',
    'server/app/api/gateway.test.ts › accepts numbers as amounts, but no exponents',
    'server/ledger/formatExactUnits.test.ts › writes at least the wanted decimals, and never rounds',
  ),
  'V1.4.3': inapplicable('memory is managed; the number of connections and streams is limited (V2.4.1)'),
  'V1.5.1': held(
    'the only XML parser does not resolve external entities; a document with a document type declaration is refused',
    'server/providers/bank/iso20022/iso20022.test.ts › a document type in a good file',
    'server/providers/bank/iso20022/readReport.test.ts › a report with a document type',
    'server/providers/rates/rates.test.ts › a document type',
  ),
  'V1.5.2': held(
    'only JSON is deserialized, by schemas that list every field; no input selects a type',
    'server/app/api/everyAnswer.test.ts › that targets the prototype is refused and changes none: %s',
    'server/app/api/fuzz.test.ts › sends enough requests, and to every call one that targets the prototype',
  ),
  'V2.1.1': held(
    'the contract describes the format, the length and the refusals of every field, and /openapi.json publishes it',
    'docs/access.md#what-is-checked',
    'server/openapi/generateOpenApiDocument.test.ts › needs the same credentials as the gateway',
  ),
  'V2.1.2': held('the linked section lists which fields must agree with each other', 'docs/access.md#what-is-checked'),
  'V2.1.3': held(
    'the linked section lists the limits for a buyer, for a client and for all callers together',
    'docs/access.md#limits',
  ),
  'V2.2.1': held(
    'a schema checks every call, webhook, file and variable',
    'server/app/api/gateway.test.ts › names a malformed field',
    'server/app/api/fuzz.test.ts › every corrupted request is answered with an envelope',
    'server/app/api/partnerFuzz.test.ts › answers 401 for any corrupted authentication header',
  ),
  'V2.2.2': held(
    'the server checks all input with the schemas of the contract; the fuzz tests send their requests without a page',
    'server/app/api/fuzz.test.ts › every corrupted request is answered with an envelope',
    'e2e/journeys/purchases.spec.ts › no message from the browser changes an order’s status',
  ),
  'V2.2.3': held(
    'the server compares the address with the network, the amount with the limits, the document with the details, and the payer with the buyer',
    'server/purchase/address/cryptoLookup.test.ts › %s on %s is refused',
    'server/purchase/identity/judgeDocument.test.ts › opens a review for another %s on the document, and follows the person’s decision',
    'server/purchase/payment/assessment/payerName.test.ts › rejects the payer %s for the buyer %s',
  ),
  'V2.3.1': held(
    'a table lists the transitions of an order; an event that is not in the table changes no status',
    'server/purchase/order/machine/applyEvent.test.ts › raises an alert for a refund that has no transition, and does not apply it',
    'server/purchase/order/machine/transitions.test.ts › are described for every pair of state and event',
    'server/app/api/gateway.test.ts › by bank transfer needs a login and the buyer’s details',
  ),
  'V2.3.2': held(
    'the server enforces the limit without a document and the limits of risk rules and quotes; the signer enforces its own',
    'server/risk/identityLimit.test.ts › accepts as many of twelve simultaneous orders as the limit allows: %s',
    'server/risk/riskRules.test.ts › above its threshold, not at it, with amounts in euros',
    'server/signer/signer.test.ts › apply to an hour and to a day',
  ),
  'V2.3.3': held(
    'the status, the event, the postings and the jobs of a transition commit in one transaction',
    'server/purchase/order/stepRunner/runStep.test.ts › while a conclusion is written rolls all its writes back',
    'server/purchase/order/partner/recordPartnerEvent.test.ts › records nothing when the change is rolled back',
    'server/model/model.test.ts › delivers at most what was paid and leaves no order stuck, for all acts of buyers, banks and vendors',
  ),
  'V2.3.4': held(
    'a transition locks its order; a payout claims its coins once; a limit is counted under a lock',
    'server/app/api/gateway.test.ts › is created once by a hundred concurrent submissions',
    'server/purchase/conversion/boughtOnce.test.ts › buy once when eight run at once',
    'server/purchase/delivery/preparation/batch.test.ts › are each paid once by many workers at once',
  ),
  'V2.4.1': held(
    'calls have budgets for each client, and streams and lookups of order numbers have limits; above the free limits a login code needs proof of work',
    'server/platform/http/limits/rateLimits.test.ts › clients have separate budgets',
    'server/platform/http/limits/streamSlots.test.ts › limits all clients together',
    'server/purchase/order/presentation/orderEventStream.test.ts › limits requests for unknown order numbers per network',
    'server/account/login/codes.test.ts › allow two thousand more an hour in total with proof of work',
    'server/tracking/tracking.test.ts › drops points beyond its limit',
  ),
};
