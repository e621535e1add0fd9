import { change, changeText, failing, inOwnWorld, type PlannedBreak, together } from './plannedBreak.ts';
import { openToAll } from './routes.ts';

const CALL_TEST = 'web/api/call.test.ts';
const COUNTDOWN =
  'e2e/specification/edit.spec.ts › counts a quote down to its expiry, then disables Continue and requests a new one';

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
  'The side is Pay or Get and starts as Pay.': change(QUERY, "? 'Get' : 'Pay',", "? 'Pay' : 'Get',"),
  'The side starts as Get with a receive currency and a receive amount in the URL.': change(
    QUERY,
    "? 'Get' : 'Pay',",
    "? 'Pay' : 'Pay',",
  ),
  'The side starts as Pay with only one of the two.': change(
    QUERY,
    "receive.currency !== '' && receive.amount !== ''",
    "receive.currency !== '' || receive.amount !== ''",
  ),
  'An amount takes effect when its field loses focus.': change(
    FIELD,
    'onChange={(event) => change(event.currentTarget.value)}',
    'onChange={(event) => onCommit(event.currentTarget.value)}',
  ),
  'An amount takes effect only if it changed since the focus.': change(
    FIELD,
    'if (amount !== normalizeAmount(previous)) onCommit(amount);',
    'onCommit(amount);',
  ),
  'While a quote is requested, the opposite field is empty.': change(
    FIELD,
    "const shown = loading ? '' :",
    "const shown = loading ? '…' :",
  ),
  'While a quote is requested, the opposite field is shown as loading.': change(
    FIELD,
    'aria-busy={loading || undefined}',
    'aria-busy={undefined}',
  ),
  'While a quote is requested, the opposite field is read-only.': change(
    FIELD,
    'readOnly={loading || locked}',
    'readOnly={locked}',
  ),
  'A quote request resets errors and the countdown.': change(
    REDUCER,
    "return { status: 'loading', inquiry: event.inquiry, request: state.request + 1 };",
    "return { ...state, status: 'loading', inquiry: event.inquiry, request: state.request + 1 };",
  ),
  'A quote request aborts an earlier one.': change(
    'web/features/quote/useQuote.ts',
    '    pending.current?.abort();\n    lastRequest',
    '    lastRequest',
  ),
  'The response fills the fields.': change(
    REDUCER,
    "return { status: 'live', inquiry, request, quote: event.quote,",
    "return { status: 'live', inquiry, request, quote: { ...event.quote, getCurrencyAmount: '' },",
  ),
  'The countdown is expireTime minus now.': change(
    'web/features/quote/quoteLifetime.ts',
    'computeSecondsUntil(expireTime)',
    'computeSecondsUntil(expireTime + 60)',
  ),
  'The countdown ticks each second.': failing(
    COUNTDOWN,
    change('web/features/quote/useQuote.ts', 'TICK_MS = 1000', 'TICK_MS = 2000'),
  ),
  'At zero a new quote is requested.': failing(
    COUNTDOWN,
    change('web/features/quote/useQuote.ts', '    renew();\n    // A hidden', '    // A hidden'),
  ),
  'A field error stops the countdown.': change(
    REDUCER,
    "if (state.status !== 'live') return state;\n      const { inquiry, request, quote }",
    "if (state.status === 'refused') return { ...state };\n      if (state.status !== 'live') return state;\n      const { inquiry, request, quote }",
  ),
  'Continue is disabled without a quote and at zero.': change(
    CONTINUE,
    "disabled={state.status !== 'live' ||",
    'disabled={',
  ),
  'Continue stores the selected method and goes to Select Offer.': change(CONTINUE, '      payMethod: selected,\n', ''),
  'After Continue, loading is shown until the offers arrive.': change(
    'web/screens/SelectOffer.tsx',
    '        {waiting && <OfferListSkeleton />}\n',
    '',
  ),
  'A selected method shows its own amounts.': change(
    'web/features/quote/computeQuoteFigures.ts',
    'method?.available ? method : quote',
    'quote',
  ),
  'Changing a currency requests a new quote.': change(
    EDIT_SCREEN,
    'change({ sendCurrency: currency });',
    'void change;',
  ),
  'Choosing a country in the header selects its currency.': change(
    'web/features/catalog/CountryChoice.tsx',
    "onCurrency(countries.list.find((entry) => entry.code === code)?.currency ?? '');",
    '',
  ),
  'Choosing a country does not change a pay currency of the URL.': change(
    EDIT_SCREEN,
    'if (purchase.locked.payCurrency ||',
    'if (',
  ),
  'Both currency lists load in parallel.': together(
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
  'Skeletons are shown while the currency lists load.': change(
    SLIP,
    'const PILL_SKELETON = <Skeleton width={112} height={44} round />;',
    'const PILL_SKELETON = <b>EUR</b>;',
  ),
  'A getCurrency of the path or query locks the receive currency and amount.': change(
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
  'A locked field cannot be changed.': change(FIELD, 'readOnly={loading || locked}', 'readOnly={loading}'),
};

const requestBreaks: Readonly<Record<string, PlannedBreak>> = {
  'A request has the auth token only if it has not expired.': failing(
    'web/features/session/session.test.ts › is valid only before expTime, in seconds',
    change('web/features/session/session.ts', 'user !== null && nowMs < user.expTime * 1000', 'user !== null'),
  ),
  'Identical requests in flight are sent once.': change(
    CALL,
    'preloadedRequests.get(key) ?? inFlight.get(key) ?? startRequest(key, path, body);\n  preloadedRequests',
    'preloadedRequests.get(key) ?? startRequest(key, path, body);\n  preloadedRequests',
  ),
  'The IP limit leads to /access-denied.': change(
    REACTIONS,
    "'5001': { page: '/access-denied' }",
    "'5001': { page: '/no-respond' }",
  ),
  'An invalid auth token shows the server’s message in a toast.': change(
    REACT,
    "    showToast(error.respMessage || errorText(error), 'info');\n",
    '',
  ),
  'An invalid auth token stores the current URL for the return after the login.': change(
    REACT,
    '    rememberLoginReturn(location.pathname + location.search);\n',
    '',
  ),
  'An invalid auth token leads to /email-login.': change(REACTIONS, "page: '/email-login'", "page: '/edit'"),
  'Risk control leads to the transaction-restricted page.': change(
    REACTIONS,
    "page: '/transaction-restricted'",
    "page: '/access-denied'",
  ),
  'A timeout leads to /server-timeout.': change(REACTIONS, "page: '/server-timeout'", "page: '/no-respond'"),
  'Canceled requests are ignored.': failing(
    `${CALL_TEST} › keep their shared request when only one of them is aborted`,
    change(CALL, 'if (shared.waiting === 0) {', 'if (shared.waiting >= 0) {'),
  ),
  'Other errors are passed to the caller.': change(CALL, '    status,\n    detail:', '    status: 0,\n    detail:'),
  'A banned region gets Access Denied.': change(
    EDIT_SCREEN,
    'if (countries?.isBan === 1)',
    'if (countries?.isBan === 2 as never)',
  ),
  'A banned region hides flag and name.': change(
    'web/screens/Trouble.tsx',
    'actions={acts.length > 0 && <MenuButton />}',
    'actions={<MenuButton />}',
  ),
};

const guardBreaks: Readonly<Record<string, PlannedBreak>> = {
  'A page that requires a login stores its path and leads to Login.': change(
    APP,
    'if (mustLogIn) rememberLoginReturn(requested);',
    "if (mustLogIn) rememberLoginReturn('/');",
  ),
  'The card pages do the same without a login or an authToken.': change(
    'web/routes.ts',
    "    titleNow: findMethodTitle,\n    bar: stepBar,\n    login: 'required',\n  },\n  {\n    path: '/enter-card',",
    "    titleNow: findMethodTitle,\n    bar: stepBar,\n  },\n  {\n    path: '/enter-card',",
  ),
  'Login leads a logged-in buyer to the stored path or to /.': change(
    'web/screens/EmailLogin.tsx',
    'if (loggedIn) location.replace(readLoginReturn());',
    '',
  ),
  'Log In stores the current page for the return.': change(
    'web/features/menu/MenuDrawer.tsx',
    '                rememberLoginReturn(location.pathname + location.search);\n',
    '',
  ),
  'Order: a buyer from the payment partner proceeds.': change(
    PARTNER,
    "if (partner.kind === 'payment_partner') return { kind: 'stay' };",
    '',
  ),
  'Order: a buyer from a partner site pays by card and goes to Select Offer.': change(
    PARTNER,
    "if (partner?.kind === 'partner_site') return partner.payMethod || PARTNER_SITE_METHOD;",
    '',
  ),
  'Order: a payMethod in the query leads to Select Offer.': change(
    PARTNER,
    "return isPayMethod(requestedMethod) ? requestedMethod : '';",
    "return isPayMethod(requestedMethod) ? '' : '';",
  ),
  'Order: a single method is chosen and leads to Select Offer.': change(
    PARTNER,
    'only?.available && !second ?',
    'only?.available && second ?',
  ),
  'Select Offer: a partner site forces the operator’s own offerType and leads to Submit Address.': change(
    PARTNER,
    "return offer ? { kind: 'go', offer } : { kind: 'force', offerType };",
    "return { kind: 'stay' };",
  ),
  'Select Offer: a single provider is chosen and leads to Submit Address.': change(
    PARTNER,
    'return only && !second && offers.missing.length === 0 ?',
    'return only && second ?',
  ),
  'Submit Address: with another provider and a fixed address, the order is created and Wait Payment follows.': change(
    'web/features/provider/placeProviderOrder.ts',
    'return `/wait-payment?orderNo=',
    'return `/order-status?orderNo=',
  ),
  'Submit Address: a failure of this order is only logged.': change(
    FIXED_ADDRESS,
    "placeProviderOrder(draft).catch(() => '/confirm-address')",
    "placeProviderOrder(draft).catch(() => '/edit?error=failed')",
  ),
  'Submit Address: a fixed address leads to Confirm Address.': change(
    FIXED_ADDRESS,
    "if (!isOtherProvider(draft.offerType)) return '/confirm-address';",
    "if (!isOtherProvider(draft.offerType)) return '/select-card';",
  ),
};

const cardBreaks: Readonly<Record<string, PlannedBreak>> = {
  'Select Card 1: the user info is loaded with the authToken of the query.': change(
    'web/features/session/mintedToken.ts',
    "storeLogin(await call('authInfo', { origin }, { navigational: true }));",
    "await call('authInfo', { origin }, { navigational: true });\n    clearUserInfo();",
  ),
  'Select Card 2: KYC status 2 leads to KYC Status.': change(
    PREPARATION,
    "if (isKyc === '2') return '/kyc-status?status=2';",
    '',
  ),
  'Select Card 2: KYC status 3 leads to Enter Information, under review.': change(
    PREPARATION,
    "'/enter-information?isUnderReview=true&step=2'",
    "'/enter-information'",
  ),
  'Select Card 3: an order is created if there is none.': change(
    STEPS,
    'const orderNo = steps.orderNo || (await createAgreedOrder(steps, signal, report));',
    'const orderNo = steps.orderNo || (await Promise.resolve(getDraft().orderNo));\n    void createAgreedOrder;',
  ),
  'Select Card 3: no order is created if there is one.': change(
    STEPS,
    'const orderNo = steps.orderNo || (await createAgreedOrder(steps, signal, report));',
    'const orderNo = await createAgreedOrder(steps, signal, report);',
  ),
  'Select Card 3: a failure leads to Edit with the message as its error.': change(
    PREPARATION,
    "return { kind: 'go', to: `/edit?error=",
    "return { kind: 'go', to: `/select-offer?error=",
  ),
  "Select Card 3: without a message the error is 'create order failed'.": change(
    PREPARATION,
    "ORDER_FAILED = 'create order failed'",
    "ORDER_FAILED = 'order failed'",
  ),
  'Select Card 4: below kyc_level 1, the return URL with orderNo is stored and Enter Information follows.': change(
    PREPARATION,
    'rememberDetailsReturn(`/select-card${query}`);',
    "rememberDetailsReturn('/select-card');",
  ),
  "Select Card 5: the flag '0' leads to Verify ID.": change(
    PREPARATION,
    'to: `/verify-id${query}`',
    'to: `/enter-card${query}`',
  ),
  'Select Card 6: without saved cards, Enter Card follows.': change(
    PREPARATION,
    'to: `/enter-card${query}`',
    'to: `/cards${query}`',
  ),
  'Select Card 7: otherwise the buyer stays, with orderNo in the URL.': change(
    STEPS,
    '      steps.onOrder(made.orderNo);\n',
    '',
  ),
};

const flowBreaks: Readonly<Record<string, PlannedBreak>> = {
  'The order flow is paid, converting, converted, delivering, delivered.': change(
    ORDER_STEPS,
    "now: ['converted', 'delivering'], done: ['delivered'], begins",
    "now: ['delivering'], done: ['delivered'], begins",
  ),
  'A failed order is refunded within 24 hours.': change(ORDER_STEPS, "    { id: 'refund', state: 'now' },\n", ''),
  'An underpaid order shows the partial amounts.': changeText('payment.transfer_came'),
  'An expired order offers a new one.': change(
    'web/features/payment/PaymentActions.tsx',
    '<ButtonLink kind="filled" href="/edit">',
    '<ButtonLink kind="filled" href="/my-orders">',
  ),
  'A card is pre-authorised before the identity verification.': inOwnWorld(
    change(
      TRANSITIONS,
      "      to: 'awaiting_identity',\n      effects: ['open_identity_check', ...always],",
      '      to,\n      effects: [...effects, ...always],',
    ),
  ),
  'Without the verification, the authorisation is voided and the order cancelled.': failing(
    'e2e/late/clock.spec.ts › voids the authorization if the identity is not verified in time',
    change(
      TRANSITIONS,
      "row('awaiting_identity', 'identity_timed_out', ['no_money_received'], 'voiding', ['void_payment']),",
      "row('awaiting_identity', 'identity_timed_out', ['no_money_received'], 'same', []),",
    ),
  ),
  'Log Out opens a confirmation popup, and confirming clears the user info.': change(
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
  'A buyer without a login may use the buy, quote, order, offer and address screens.': change(
    'web/routes.ts',
    "title: 'title.confirm_address', bar: stepBar }",
    "title: 'title.confirm_address', bar: stepBar, login: 'required' }",
  ),
  'The menu of a buyer without a login shows Log In.': changeText('menu.log_in'),
  'The menu of a logged-in buyer shows Log Out.': changeText('menu.log_out'),
  'Eight pages require a login.': openToAll("screen: Sessions, title: 'title.sessions', bar: stepBar"),
  'The card pages accept a login or an authToken.': change(
    'web/app/exchangeLinkTokens.ts',
    'if (authToken !== null) await exchangeMintedToken(authToken);',
    'void exchangeMintedToken;',
  ),
  'A banned region is denied access.': change(
    EDIT_SCREEN,
    '<Redirect to="/access-denied" replace />',
    '<Redirect to="/no-respond" replace />',
  ),
};
