import { callNames } from '../statements/callNames.ts';
import { change, failing, type PlannedBreak, separately, together } from './plannedBreak.ts';

const CALL = 'web/api/call.ts';
const FIRST_QUOTE = 'contract/firstQuote.ts';
const ERRORS = 'e2e/specification/errors.spec.ts';
const LANGUAGE = 'web/i18n/language.ts';
const EDIT = 'web/screens/Edit.tsx';
const PICKERS = 'web/features/quote/quoteEntry/PurchasePickers.tsx';
const ENTRY = 'web/features/quote/quoteEntry/QuoteEntry.tsx';

/** Definitions whose name differs from the call's. */
const DEFINITIONS: Readonly<Record<string, string>> = { address: 'listSavedAddresses', order: 'createOrder' };

/** A break for each call: the call gets another name in the contract, from which the server and the pages take it. */
const nameBreaks = Object.fromEntries(
  callNames.map((name) => {
    const definition = DEFINITIONS[name];
    const entry = definition === undefined ? name : `${name}: ${definition}`;
    const renamed = `${name}Renamed: ${definition ?? name}`;
    return [`There is ${name}.`, change('contract/calls.ts', `\n  ${entry},\n`, `\n  ${renamed},\n`)];
  }),
);

/** Breaks of section 7, calls. */
export const callBreaks: Readonly<Record<string, PlannedBreak>> = {
  'The base is a single API host.': separately(
    change(
      CALL,
      'const response = await fetch(path, {',
      'const response = await fetch(`${location.protocol}//127.0.0.1:${location.port}${path}`, {',
    ),
  ),
  'Calls are POST with a JSON body.': separately(
    change(CALL, "'content-type': 'application/json'", "'content-type': 'text/plain'"),
  ),
  'Calls time out after sixty seconds.': change(CALL, 'TIMEOUT_MS = 60_000', 'TIMEOUT_MS = 90_000'),
  'The authToken is added to the payload when logged in.': change(CALL, '{ ...request, authToken }', 'request'),
  'Paths are under gateway/buying/.': separately(
    change(CALL, "GATEWAY_PATH = '/gateway/buying'", "GATEWAY_PATH = '/gateway/selling'"),
  ),
  ...nameBreaks,
  'getallcountry sends no fields.': together(
    change(
      'web/features/catalog/catalogQueries.ts',
      "call('getallcountry', {}, { signal })",
      "call('getallcountry', { all: true } as object, { signal })",
    ),
    change(
      'web/features/quote/preloadFirstQuote.ts',
      "preloadCall('getallcountry', {})",
      "preloadCall('getallcountry', { all: true } as object)",
    ),
  ),
  'The token lists send intercept=2 and offerType.': change(
    FIRST_QUOTE,
    'return { intercept: INTERCEPT, offerType };',
    'return { intercept: INTERCEPT };',
  ),
  'The offer inquiry sends intercept=2.': change(FIRST_QUOTE, '    intercept: INTERCEPT,\n', ''),
  'The offer inquiry leaves the amount of the side that was not edited blank.': change(
    'web/features/renewal/renewQuote.ts',
    "draft.side === 'Get' ? draft.getCurrencyAmount : ''",
    'draft.getCurrencyAmount',
  ),
  'priceList sends the token.': change(
    'web/features/quote/methods/useMethodPrices.ts',
    "{ token: token ?? '' }",
    "{ token: token ?? '', intercept: 2 }",
  ),
  'getCurrencyInfo sends the currency.': change(
    'web/features/buyPage/tokenQueries.ts',
    "call('getCurrencyInfo', { currency }",
    "call('getCurrencyInfo', { currency, symbol: currency } as { currency: string }",
  ),
  'The address check sends address and getCurrency.': change(
    'web/features/address/addressCheck.ts',
    "call('validateGetAddress', { address, getCurrency }",
    "call('validateGetAddress', { address } as { address: string; getCurrency: string }",
  ),
  'authInfo sends authToken.': change(CALL, '{ ...request, authToken }', '{ ...request, token: authToken }'),
  'userStatus sends authToken and token.': change(
    'web/features/identity/requestUserStatus.ts',
    '{ token: quoteToken }',
    '{}',
  ),
  'checkIdentification accepts authToken and token.': change(
    'server/purchase/identity/identityCalls.ts',
    'orderNo ?? (token === undefined ? undefined : await findOrderNoByToken(database, quoteTokens, token))',
    'orderNo',
  ),
  'An order of the operator itself is a coin order.': change(
    'web/features/payment/preparation/prepareOrder.ts',
    "callWithEnvelope('coinOrder', buildOrderRequest(draft)",
    "callWithEnvelope('cryptoOrder', buildOrderRequest(draft)",
  ),
  'The point buyCryptoGate is sent.': change(EDIT, "  useEffect(() => track('buyCryptoGate'), []);\n", ''),
  'The point inputPayAmount is sent.': change(
    ENTRY,
    '    track(`input${side}Amount`, { ...inquiry, side, amount });\n',
    "    if (side === 'Get') track('inputGetAmount', { ...inquiry, side, amount });\n",
  ),
  'The point selectPayCurrency is sent.': change(
    PICKERS,
    "            track('selectPayCurrency', { ...inquiry, sendCurrency });\n",
    '',
  ),
  'The point inputGetAmount is sent.': change(
    ENTRY,
    '    track(`input${side}Amount`, { ...inquiry, side, amount });\n',
    "    if (side === 'Pay') track('inputPayAmount', { ...inquiry, side, amount });\n",
  ),
  'The point selectGetCurrency is sent.': change(
    PICKERS,
    "            track('selectGetCurrency', { ...inquiry, getCurrency });\n",
    '',
  ),
  'The point selectOffer is sent.': change(
    'web/screens/SelectOffer.tsx',
    "  track('selectOffer', { offerType: offer.offerType });\n",
    '',
  ),
  'The point inputAddress is sent.': change(
    'web/screens/SubmitAddress.tsx',
    "    track('inputAddress', { getCurrency: draft.getCurrency });\n",
    '',
  ),
  'The point selectCountry is sent.': change(
    'web/features/catalog/CountryChoice.tsx',
    "    track('selectCountry', { country: code });\n",
    '',
  ),
  'A list of languages is requested.': failing(
    `${ERRORS} › the list of languages is requested, and a language that is not in it is not shown`,
    change(LANGUAGE, "fetch('/admin/languages')", "fetch('/admin/locales')"),
  ),
  'The file of the page’s language is requested.': change(
    LANGUAGE,
    'fetch(`/languages/${encodeURIComponent(locale)}.json`)',
    'fetch(`/texts/${encodeURIComponent(locale)}.json`)',
  ),
  'The file of a listed language is merged into the messages.': together(
    change(LANGUAGE, 'i18n.load(locale, mergeMessages(locale, texts, fallback));', 'i18n.load(locale, fallback);'),
    change(LANGUAGE, '    loaded[locale] = texts;\n', '    loaded[locale] = {};\n'),
  ),
  'A service worker is registered at /sw.js.': change(
    'web/features/notices/registerWorker.ts',
    "WORKER_PATH = '/sw.js'",
    "WORKER_PATH = '/worker.js'",
  ),
  'debug=true loads the session recorder, which is off by default.': change(
    'web/main.tsx',
    "get('debug') === 'true'",
    "get('debug') === 'yes'",
  ),
  'cardList sends authToken.': change(
    'web/features/cards/cardQueries.ts',
    "call('cardList', {}, { signal })",
    "call('cardList', { all: true } as object, { signal })",
  ),
};
