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
  satisfied('The base is one host.', `${edit} › posts calls as JSON to one host`),
  satisfied('Calls are POST with a body of JSON.', `${edit} › posts calls as JSON to one host`),
  satisfied(
    'They end after sixty seconds.',
    'e2e/journeys/offline.spec.ts › shows a notice after eight seconds, and Server Timeout after sixty',
  ),
  satisfied(
    'The authToken is added when logged in.',
    'web/api/call.test.ts › a call sends the login token if there is one',
  ),
  satisfied('Paths are under gateway/buying/.', `${edit} › posts calls as JSON to one host`),
  ...callNames.map((name) =>
    satisfied(`There is ${name}.`, `${wire} › every call of the catalogue is declared`, contract),
  ),
  satisfied('All-country is asked for nothing.', requests),
  satisfied(
    'The lists of tokens are asked with intercept=2 and offerType.',
    `${edit} › requests both lists at once and shows skeletons`,
  ),
  satisfied(
    'An inquiry is asked with intercept=2.',
    `${edit} › while a quote is requested the other field is empty, loading and read-only`,
  ),
  satisfied(
    'The side that was not edited is blank in it.',
    'web/features/renewal/renewQuote.test.ts › sends only the typed amount, with method, provider, referer and the previous token',
  ),
  satisfied('The methods are asked with the token.', requests),
  satisfied('The token’s info is asked with its currency.', requests),
  satisfied('An address is asked with getCurrency.', requests),
  satisfied('The user is asked with authToken.', requests),
  satisfied(
    'User status is asked with authToken and token.',
    'web/features/payment/preparation/preparation.test.ts › sends the quote token of the draft with the request for the buyer’s status',
    'web/api/call.test.ts › a call sends the login token if there is one',
  ),
  satisfied(
    'The check of identity takes authToken and token.',
    'server/app/api/gateway.test.ts › may be named by its quote token in checkIdentification, which refuses a malformed token',
  ),
  differs(
    'The pages ask for it with the token.',
    'They name the order: its quote is used up, and only the number leads to the right order on another device and after a second order (safety; decisions of the specification, 7).',
  ),
  satisfied(
    'The own provider’s order is a coin order.',
    'e2e/journeys/purchases.spec.ts › a buyer pays 100 EUR with a test card and receives ether at the address',
  ),
  ...points.map((type) =>
    satisfied(
      `The point ${type} is told.`,
      type === 'selectCountry' || type === 'selectPayCurrency' || type === 'selectGetCurrency'
        ? `${edit} › reports choices as points`
        : tracking,
    ),
  ),
  satisfied(
    'A list of languages is asked for.',
    `${errors} › the list of languages is requested, and a language that is not in it is not shown`,
  ),
  satisfied(
    'Then the file of one.',
    `${errors} › the list of languages is requested, and a language that is not in it is not shown`,
    `${languages} › a browser in de-DE gets the nearest available language`,
  ),
  differs(
    'en-US comes from the own host, other languages from a storage bucket.',
    'All come from the own origin: a text about money is not taken from another host (safety; decisions of the specification, 11).',
  ),
  satisfied(
    'A listed language is merged into the texts.',
    `${languages} › shows the operator’s own text as plain text`,
  ),
  satisfied(
    'A service worker is registered at /sw.js.',
    'e2e/journeys/offline.spec.ts › opens after one visit, shows that it is offline, and reloads when the connection returns',
  ),
  satisfied(
    'debug=true records a visit, off by default.',
    'e2e/exclusive/recordedVisit.spec.ts › is not available until the operator switches it on',
  ),
];
