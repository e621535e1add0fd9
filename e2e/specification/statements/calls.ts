import { differs, type SpecStatement, satisfied } from '../statement.ts';
import { callNames } from './callNames.ts';

const wire = 'e2e/specification/wire.test.ts';
const requests = 'e2e/specification/wire.spec.ts › the pages make the other calls as specified';
const contract =
  'e2e/journeys/partners/contract.spec.ts › the API answers every example as the OpenAPI document describes';
const tracking = 'e2e/journeys/tracking.spec.ts › reports a purchase step by step without personal data';
const edit = 'e2e/specification/edit.spec.ts';
const errors = 'e2e/specification/errors.spec.ts';
const languages = 'e2e/journeys/languages.spec.ts';

const points = [
  'buyCryptoGate',
  'inputPayAmount',
  'selectPayCurrency',
  'inputGetAmount',
  'selectGetCurrency',
  'selectOffer',
  'inputAddress',
  'selectCountry',
];

/** Statements of section 7, calls. */
export const calls: readonly SpecStatement[] = [
  satisfied('The base is a single API host.', `${edit} › posts calls as JSON to one host`),
  satisfied('Calls are POST with a JSON body.', `${edit} › posts calls as JSON to one host`),
  satisfied(
    'Calls time out after sixty seconds.',
    'e2e/journeys/offline.spec.ts › shows a notice after eight seconds, and Server Timeout after sixty',
  ),
  satisfied(
    'The authToken is added to the payload when logged in.',
    'web/api/call.test.ts › a call sends the login token if there is one',
  ),
  satisfied('Paths are under gateway/buying/.', `${edit} › posts calls as JSON to one host`),
  ...callNames.map((name) =>
    satisfied(`There is ${name}.`, `${wire} › declares every call of the specification`, contract),
  ),
  satisfied('getallcountry sends no fields.', requests),
  satisfied(
    'The token lists send intercept=2 and offerType.',
    `${edit} › requests both currency lists at once and shows skeletons`,
  ),
  satisfied(
    'The offer inquiry sends intercept=2.',
    `${edit} › while a quote is requested the other field is empty, loading and read-only`,
  ),
  satisfied(
    'The offer inquiry leaves the amount of the side that was not edited blank.',
    'web/features/renewal/renewQuote.test.ts › sends only the typed amount, with method, provider, referer and the previous token',
    `${edit} › while a quote is requested the other field is empty, loading and read-only`,
  ),
  satisfied('priceList sends the token.', requests),
  satisfied('getCurrencyInfo sends the currency.', requests),
  satisfied('The address check sends address and getCurrency.', requests),
  satisfied('authInfo sends authToken.', requests),
  satisfied(
    'userStatus sends authToken and token.',
    'web/features/payment/preparation/preparation.test.ts › sends the quote token of the draft with the request for the buyer’s status',
    'web/api/call.test.ts › a call sends the login token if there is one',
  ),
  satisfied(
    'checkIdentification accepts authToken and token.',
    'server/app/api/gateway.test.ts › may be named by its quote token in checkIdentification, which refuses a malformed token',
  ),
  differs(
    'The pages send the token to checkIdentification.',
    'They send the order number: the quote is used up, and only the number identifies the order on another device and after a second order (safety; decisions of the specification, 7).',
  ),
  satisfied(
    'An order of the operator itself is a coin order.',
    'e2e/journeys/purchases.spec.ts › a buyer pays 100 EUR with a test card and receives ether at the address',
  ),
  ...points.map((type) =>
    satisfied(
      `The point ${type} is sent.`,
      type === 'selectCountry' || type === 'selectPayCurrency' || type === 'selectGetCurrency'
        ? `${edit} › reports the choices of country and currencies as points`
        : tracking,
    ),
  ),
  satisfied(
    'A list of languages is requested.',
    `${errors} › the list of languages is requested, and a language that is not in it is not shown`,
  ),
  satisfied(
    'The file of the page’s language is requested.',
    `${errors} › the list of languages is requested, and a language that is not in it is not shown`,
    `${languages} › a browser in de-DE gets the nearest available language`,
  ),
  differs(
    'en-US comes from the product’s host, other languages from a storage bucket.',
    'All come from the product’s origin: texts about money are not loaded from another host (safety; decisions of the specification, 11).',
  ),
  satisfied(
    'The file of a listed language is merged into the messages.',
    `${languages} › shows the operator’s own text as plain text`,
  ),
  satisfied(
    'A service worker is registered at /sw.js.',
    'e2e/journeys/offline.spec.ts › opens after one visit, shows that it is offline, and reloads when the connection returns',
  ),
  satisfied(
    'debug=true loads the session recorder, which is off by default.',
    'e2e/exclusive/recordedVisit.spec.ts › is refused until the operator switches it on',
    'e2e/exclusive/recordedVisit.spec.ts › begins only with debug=true, and never on private screens',
  ),
  satisfied('cardList sends authToken.', requests),
];
