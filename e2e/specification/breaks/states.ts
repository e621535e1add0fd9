import { change, changeText, failing, inOwnWorld, type PlannedBreak, together } from './plannedBreak.ts';
import { openToAll } from './routes.ts';

const CALL_TEST = 'web/api/call.test.ts';

const QUERY = 'web/features/quote/link/quoteQuery.ts';
const REDUCER = 'web/features/quote/quoteReducer.ts';
const SLIP = 'web/features/quote/quoteEntry/QuoteSlip.tsx';
const FIELD = 'web/ui/amount/AmountField.tsx';
const EDIT_SCREEN = 'web/screens/Edit.tsx';
const CONTINUE = 'web/features/quote/ContinueToOffers.tsx';
const LISTS = 'web/features/catalog/useCurrencyLists.ts';
const CALL = 'web/api/call.ts';
const REACTIONS = 'web/api/errorReactions.ts';
const REACT = 'web/app/reactToCallError.ts';
const APP = 'web/app/App.tsx';
const PARTNER = 'web/features/partner/partnerRules.ts';
const PREPARATION = 'web/features/payment/preparation/prepareOrder.ts';
const STEPS = 'web/features/payment/preparation/preparation.ts';
const ORDER_STEPS = 'web/features/order/buildOrderSteps.ts';
const FIXED_ADDRESS = 'web/features/address/useFixedAddress.ts';
const TRANSITIONS = 'server/purchase/order/machine/transitions.ts';

const quoteBreaks: Readonly<Record<string, PlannedBreak>> = {
  'The side is Pay or Get, and begins as Pay.': change(QUERY, "? 'Get' : 'Pay',", "? 'Pay' : 'Get',"),
  'It begins as Get with a receive currency and a receive amount in the URL.': change(
    QUERY,
    "? 'Get' : 'Pay',",
    "? 'Pay' : 'Pay',",
  ),
  'With only one of them it begins as Pay.': change(
    QUERY,
    "receive.currency !== '' && receive.amount !== ''",
    "receive.currency !== '' || receive.amount !== ''",
  ),
  'An amount counts when its field is left.': change(
    FIELD,
    'onChange={(event) => change(event.currentTarget.value)}',
    'onChange={(event) => onCommit(event.currentTarget.value)}',
  ),
  'It counts only if it changed since the focus.': change(
    FIELD,
    'if (amount !== normalizeAmount(previous)) onCommit(amount);',
    'onCommit(amount);',
  ),
  'While a quote is asked for the other field is empty.': change(
    FIELD,
    "const shown = loading ? '' :",
    "const shown = loading ? '…' :",
  ),
  'It is shown as loading.': change(FIELD, 'aria-busy={loading || undefined}', 'aria-busy={undefined}'),
  'It is read-only.': change(FIELD, 'readOnly={loading || locked}', 'readOnly={locked}'),
  'Errors and the countdown are taken back.': change(
    REDUCER,
    "return { status: 'loading', inquiry: event.inquiry, request: state.request + 1 };",
    "return { ...state, status: 'loading', inquiry: event.inquiry, request: state.request + 1 };",
  ),
  'An earlier request that still runs is aborted.': change(
    'web/features/quote/useQuote.ts',
    '    pending.current?.abort();\n    lastRequest',
    '    lastRequest',
  ),
  'The answer fills the fields.': change(
    REDUCER,
    "return { status: 'live', inquiry, request, quote: event.quote,",
    "return { status: 'live', inquiry, request, quote: { ...event.quote, getCurrencyAmount: '' },",
  ),
  'The countdown is expireTime minus now.': change(
    REDUCER,
    'secondsLeft: Math.max(1, event.secondsLeft)',
    'secondsLeft: event.quote.expireTime',
  ),
  'It ticks each second.': change(
    REDUCER,
    "if (event.secondsLeft <= 0) return { status: 'expired'",
    "if (event.secondsLeft < 0) return { status: 'expired'",
  ),
  'At zero a new quote is asked for.': change(
    'web/features/renewal/renewUntilAborted.ts',
    '    await waitUntilVisible(signal);\n',
    '    await waitUntilVisible(signal);\n    return;\n',
  ),
  'An error of a field stops the countdown.': change(
    REDUCER,
    "if (state.status !== 'live') return state;\n      const { inquiry, request, quote }",
    "if (state.status === 'refused') return { ...state };\n      if (state.status !== 'live') return state;\n      const { inquiry, request, quote }",
  ),
  'Continue is off without a quote or at zero.': change(CONTINUE, "disabled={state.status !== 'live' ||", 'disabled={'),
  'Continue keeps the method and goes to Select Offer.': change(CONTINUE, '      payMethod: selected,\n', ''),
  'Continue is loading on its way.': change(
    'web/screens/SelectOffer.tsx',
    '        {waiting && <OfferListSkeleton />}\n',
    '',
  ),
  'A chosen method shows its own amounts.': change(
    'web/features/quote/computeQuoteFigures.ts',
    'method?.available ? method : quote',
    'quote',
  ),
  'Another currency asks for a new quote.': change(EDIT_SCREEN, 'change({ sendCurrency: currency });', 'void change;'),
  'A country in the header chooses its currency.': change(
    'web/features/catalog/CountryChoice.tsx',
    "onCurrency(countries.list.find((entry) => entry.code === code)?.currency ?? '');",
    '',
  ),
  'It does not where the URL names one.': change(EDIT_SCREEN, 'if (purchase.locked.payCurrency ||', 'if ('),
  'Both lists of currencies load at once.': together(
    change(
      'web/features/quote/preloadFirstQuote.ts',
      "Promise.all([preloadCall('payList', request), preloadCall('getList', request)])",
      "preloadCall('payList', request).then(async (pays) => [pays, await preloadCall('getList', request)] as const)",
    ),
    change(LISTS, 'useReceiveList(requestedOfferType)', "useReceiveList(payList.data ? requestedOfferType : 'later')"),
    change(
      'web/features/catalog/catalogQueries.ts',
      '    `getList ${offerType}`,\n',
      "    offerType === 'later' ? null : `getList ${offerType}`,\n",
    ),
  ),
  'Skeletons stand there first.': change(
    SLIP,
    'const PILL_SKELETON = <Skeleton width={112} height={44} round />;',
    'const PILL_SKELETON = <b>EUR</b>;',
  ),
  'A crypto of the path or query locks the crypto and its amount.': change(
    QUERY,
    'receiveAmount: receive.fixed.currency,',
    'receiveAmount: false,',
  ),
  'A pay amount of the query is locked.': change(QUERY, 'payAmount: pay.fixed.amount,', 'payAmount: false,'),
  'A pay currency of the query is locked.': change(QUERY, 'payCurrency: pay.fixed.currency,', 'payCurrency: false,'),
  'A receive currency of the query is locked.': change(
    QUERY,
    'receiveCurrency: receive.fixed.currency,',
    'receiveCurrency: false,',
  ),
  'What is locked cannot be changed.': change(FIELD, 'readOnly={loading || locked}', 'readOnly={loading}'),
};

const requestBreaks: Readonly<Record<string, PlannedBreak>> = {
  'A token goes along only if it has not expired.': failing(
    'web/features/session/session.test.ts › is valid only before expTime, in seconds',
    change('web/features/session/session.ts', 'user !== null && nowMs < user.expTime * 1000', 'user !== null'),
  ),
  'Equal requests in flight are one.': change(
    CALL,
    'preloadedRequests.get(key) ?? inFlight.get(key) ?? startRequest(key, path, body);\n  preloadedRequests',
    'preloadedRequests.get(key) ?? startRequest(key, path, body);\n  preloadedRequests',
  ),
  'The IP limit leads to /access-denied.': change(
    REACTIONS,
    "'5001': { page: '/access-denied' }",
    "'5001': { page: '/no-respond' }",
  ),
  'An invalid token says so in a toast.': change(
    REACT,
    "    showToast(error.respMessage || errorText(error), 'info');\n",
    '',
  ),
  'It remembers the present page for after the login.': change(
    REACT,
    '    rememberLoginReturn(location.pathname + location.search);\n',
    '',
  ),
  'It leads to /email-login.': change(REACTIONS, "page: '/email-login'", "page: '/edit'"),
  'Risk control leads to the restricted page.': change(
    REACTIONS,
    "page: '/transaction-restricted'",
    "page: '/access-denied'",
  ),
  'A time-out leads to /server-timeout.': change(REACTIONS, "page: '/server-timeout'", "page: '/no-respond'"),
  'Cancelled requests are ignored.': failing(
    `${CALL_TEST} › share a request that continues when only one of them is aborted`,
    change(CALL, 'if (shared.waiting === 0) {', 'if (shared.waiting >= 0) {'),
  ),
  'Other errors reach the caller.': change(CALL, '    status,\n    detail:', '    status: 0,\n    detail:'),
  'A banned region gets Access Denied.': change(
    EDIT_SCREEN,
    'if (countries?.isBan === 1)',
    'if (countries?.isBan === 2 as never)',
  ),
  'It is shown no flag and no name.': change(
    'web/screens/Trouble.tsx',
    'actions={acts.length > 0 && <MenuButton />}',
    'actions={<MenuButton />}',
  ),
};

const guardBreaks: Readonly<Record<string, PlannedBreak>> = {
  'A page that needs a login remembers itself and leads to Login.': change(
    APP,
    'if (mustLogIn) rememberLoginReturn(requested);',
    "if (mustLogIn) rememberLoginReturn('/');",
  ),
  'The card pages do so without a login or an authToken.': change(
    'web/routes.ts',
    "    titleNow: findMethodTitle,\n    bar: stepBar,\n    login: 'required',\n  },\n  {\n    path: '/enter-card',",
    "    titleNow: findMethodTitle,\n    bar: stepBar,\n  },\n  {\n    path: '/enter-card',",
  ),
  'Login leads whoever is logged in to the remembered page, or to /.': change(
    'web/screens/EmailLogin.tsx',
    'if (loggedIn) location.replace(readLoginReturn());',
    '',
  ),
  'Log In remembers the present page.': change(
    'web/features/menu/MenuDrawer.tsx',
    '                rememberLoginReturn(location.pathname + location.search);\n',
    '',
  ),
  'From the payment partner it proceeds.': change(
    PARTNER,
    "if (partner.kind === 'payment_partner') return { kind: 'stay' };",
    '',
  ),
  'From a partner site it pays by card and goes to Select Offer.': change(
    PARTNER,
    "if (partner?.kind === 'partner_site') return partner.payMethod || PARTNER_SITE_METHOD;",
    '',
  ),
  'A payMethod of the query goes to Select Offer.': change(
    PARTNER,
    "return isPayMethod(requestedMethod) ? requestedMethod : '';",
    "return isPayMethod(requestedMethod) ? '' : '';",
  ),
  'A single method is chosen and goes to Select Offer.': change(
    PARTNER,
    'only?.available && !second ?',
    'only?.available && second ?',
  ),
  'From a partner site the own provider is taken, and Submit Address is next.': change(
    PARTNER,
    "return offer ? { kind: 'go', offer } : { kind: 'force', offerType };",
    "return { kind: 'stay' };",
  ),
  'A single provider is chosen, and Submit Address is next.': change(
    PARTNER,
    'return only && !second && offers.missing.length === 0 ?',
    'return only && second ?',
  ),
  'With another provider and a fixed address the order is made, and Wait Payment is next.': change(
    'web/features/provider/placeProviderOrder.ts',
    'return `/wait-payment?orderNo=',
    'return `/order-status?orderNo=',
  ),
  'There a failure is only logged.': change(
    FIXED_ADDRESS,
    "placeProviderOrder(draft).catch(() => '/confirm-address')",
    "placeProviderOrder(draft).catch(() => '/edit?error=failed')",
  ),
  'A fixed address goes to Confirm Address.': change(
    FIXED_ADDRESS,
    "if (!isOtherProvider(draft.offerType)) return '/confirm-address';",
    "if (!isOtherProvider(draft.offerType)) return '/select-card';",
  ),
};

const cardBreaks: Readonly<Record<string, PlannedBreak>> = {
  '1. The user is loaded from the authToken of the query.': change(
    'web/features/session/mintedToken.ts',
    "storeLogin(await call('authInfo', { origin }, { navigational: true }));",
    "await call('authInfo', { origin }, { navigational: true });\n    clearUserInfo();",
  ),
  '2. Status 2 leads to KYC Status.': change(PREPARATION, "if (isKyc === '2') return '/kyc-status?status=2';", ''),
  '2. Status 3 leads to Enter Information, under review.': change(
    PREPARATION,
    "'/enter-information?isUnderReview=true&step=2'",
    "'/enter-information'",
  ),
  '3. Without an order one is made.': change(
    STEPS,
    'const orderNo = steps.orderNo || (await createAgreedOrder(steps, signal, report));',
    'const orderNo = steps.orderNo || (await Promise.resolve(getDraft().orderNo));\n    void createAgreedOrder;',
  ),
  '3. With one none is.': change(
    STEPS,
    'const orderNo = steps.orderNo || (await createAgreedOrder(steps, signal, report));',
    'const orderNo = await createAgreedOrder(steps, signal, report);',
  ),
  '3. A failure leads back to Edit with the message as its error.': change(
    PREPARATION,
    "return { kind: 'go', to: `/edit?error=",
    "return { kind: 'go', to: `/select-offer?error=",
  ),
  "3. Without a message the error is 'create order failed'.": change(
    PREPARATION,
    "ORDER_FAILED = 'create order failed'",
    "ORDER_FAILED = 'order failed'",
  ),
  '4. Below kyc_level 1 the page with its order is remembered, and Enter Information is next.': change(
    PREPARATION,
    'rememberDetailsReturn(`/select-card${query}`);',
    "rememberDetailsReturn('/select-card');",
  ),
  "5. A flag of '0' leads to Verify ID.": change(PREPARATION, 'to: `/verify-id${query}`', 'to: `/enter-card${query}`'),
  '6. Without saved cards Enter Card is next.': change(
    PREPARATION,
    'to: `/enter-card${query}`',
    'to: `/cards${query}`',
  ),
  '7. Else it stays, with the order in the URL.': change(STEPS, '      steps.onOrder(made.orderNo);\n', ''),
};

const flowBreaks: Readonly<Record<string, PlannedBreak>> = {
  'An order is paid, converting, converted, delivering, delivered.': change(
    ORDER_STEPS,
    "now: ['converted', 'delivering'], done: ['delivered'], begins",
    "now: ['delivering'], done: ['delivered'], begins",
  ),
  'A failure is refunded within 24 hours.': change(ORDER_STEPS, "    { id: 'refund', state: 'now' },\n", ''),
  'An underpaid order shows the parts.': changeText('payment.transfer_came'),
  'An expired order asks for a new one.': change(
    'web/features/payment/PaymentActions.tsx',
    '<ButtonLink kind="filled" href="/edit">',
    '<ButtonLink kind="filled" href="/my-orders">',
  ),
  'A card is authorised first, then identity is asked for.': inOwnWorld(
    change(
      TRANSITIONS,
      "      to: 'awaiting_identity',\n      effects: ['open_identity_check', ...always],",
      '      to,\n      effects: [...effects, ...always],',
    ),
  ),
  'Without it the authorisation is voided and the order cancelled.': failing(
    'e2e/late/clock.spec.ts › an identity that is not verified in time releases the hold',
    change(
      TRANSITIONS,
      "row('awaiting_identity', 'identity_timed_out', ['no_money_received'], 'voiding', ['void_payment']),",
      "row('awaiting_identity', 'identity_timed_out', ['no_money_received'], 'same', []),",
    ),
  ),
  'The menu opens a popup, and confirming clears the user.': change(
    'web/features/menu/MenuDrawer.tsx',
    '    void logOut();\n',
    '',
  ),
};

/** Breaks of section 4, states and transitions. */
export const stateBreaks: Readonly<Record<string, PlannedBreak>> = {
  ...quoteBreaks,
  ...requestBreaks,
  ...guardBreaks,
  ...cardBreaks,
  ...flowBreaks,
};

/** Breaks of section 6, roles and permissions. */
export const roleBreaks: Readonly<Record<string, PlannedBreak>> = {
  'A stranger uses the buy, quote, order, offer and address screens.': change(
    'web/routes.ts',
    "title: 'title.confirm_address', bar: stepBar }",
    "title: 'title.confirm_address', bar: stepBar, login: 'required' }",
  ),
  'A stranger’s menu shows Log In.': changeText('menu.log_in'),
  'A buyer’s menu shows Log Out.': changeText('menu.log_out'),
  'Eight pages require a login.': openToAll("screen: Sessions, title: 'title.sessions', bar: stepBar"),
  'The card pages take a login or an authToken.': change(
    'web/app/exchangeLinkTokens.ts',
    'if (authToken !== null) await exchangeMintedToken(authToken);',
    'void exchangeMintedToken;',
  ),
  'A banned region is denied.': change(
    EDIT_SCREEN,
    '<Redirect to="/access-denied" replace />',
    '<Redirect to="/no-respond" replace />',
  ),
};
