import { differs, type SpecStatement, satisfied } from '../statement.ts';
import { callNames } from './callNames.ts';

const wire = 'e2e/specification/wire.test.ts';
const contract = 'e2e/journeys/contract.spec.ts › every example is answered as the document says';
const tracking = 'e2e/journeys/tracking.spec.ts › of a purchase is told step by step, with nothing of the person in it';
const edit = 'e2e/specification/edit.spec.ts';
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

/** Section 7. */
export const calls: readonly SpecStatement[] = [
  satisfied('The base is one host.', `${edit} › calls are posted to one host as JSON`),
  satisfied('Calls are POST with a body of JSON.', `${edit} › calls are posted to one host as JSON`),
  satisfied(
    'They end after sixty seconds.',
    'e2e/journeys/offline.spec.ts › is told of after eight seconds, and leads to Server Timeout after sixty',
  ),
  satisfied('The authToken is added when logged in.', 'web/api/call.test.ts › the token goes along while there is one'),
  satisfied('Paths are under gateway/buying/.', `${edit} › calls are posted to one host as JSON`),
  ...callNames.map((name) =>
    satisfied(`There is ${name}.`, `${wire} › every call of the catalogue is declared`, contract),
  ),
  satisfied('All-country is asked for nothing.', `${wire} › $call takes what it is asked with`),
  satisfied(
    'The lists of tokens are asked with intercept=2 and offerType.',
    `${edit} › both lists are asked for at once, and skeletons stand there`,
  ),
  satisfied(
    'An inquiry is asked with intercept=2.',
    `${edit} › while a quote is asked for the other field is empty, loading and read-only`,
  ),
  satisfied(
    'The side that was not edited is blank in it.',
    'web/features/renewal/renewQuote.test.ts › asks for the typed amount alone, with method, provider and who led here',
  ),
  satisfied('The methods are asked with the token.', `${wire} › $call takes what it is asked with`),
  satisfied('The token’s info is asked with its currency.', `${wire} › $call takes what it is asked with`),
  satisfied('An address is asked with getCurrency.', `${wire} › $call takes what it is asked with`),
  satisfied('The user is asked with authToken.', `${wire} › $call takes what it is asked with`),
  satisfied('User status is asked with authToken and token.', `${wire} › $call takes what it is asked with`),
  satisfied(
    'The check of identity is asked with authToken and token.',
    `${wire} › $call takes what it is asked with`,
    'server/app/gateway.test.ts › is found by its quote token in checkIdentification, which refuses a malformed token',
  ),
  satisfied(
    'The own provider’s order is a coin order.',
    'e2e/journeys/purchases.spec.ts › 100 EUR become ether at the address, with a test card',
  ),
  ...points.map((type) =>
    satisfied(
      `The point ${type} is told.`,
      type === 'selectCountry' || type === 'selectPayCurrency' || type === 'selectGetCurrency'
        ? `${edit} › what is chosen is told`
        : tracking,
    ),
  ),
  satisfied('A list of languages is asked for.', `${languages} › a language that is chosen in the menu stays`),
  satisfied('Then the file of one.', `${languages} › is answered in the nearest language there is`),
  differs(
    'en-US comes from the own host, other languages from a storage bucket.',
    'All come from the own origin: a text about money is not taken from another host (safety; decisions of the specification, 11).',
  ),
  satisfied(
    'A listed language is merged into the texts.',
    `${languages} › a text of the operator’s is shown as the text it is`,
  ),
  satisfied(
    'A service worker is registered at /sw.js.',
    'e2e/journeys/offline.spec.ts › opens after one visit, says so, and asks again by itself',
    `${wire} › the worker is at /sw.js`,
  ),
  satisfied(
    'debug=true records a visit, off by default.',
    'e2e/exclusive/recordedVisit.spec.ts › does not exist while the operator has not switched it on',
  ),
];
