import { differs, type SpecStatement, satisfied } from '../statement.ts';

const edit = 'e2e/specification/edit.spec.ts';
const menu = 'e2e/specification/menu.spec.ts';
const pages = 'e2e/specification/pages.spec.ts';
const quote = 'web/features/quote/quoteReducer.test.ts';
const query = 'web/features/quote/link/quoteQuery.test.ts';
const card = 'web/features/payment/preparation/preparation.test.ts';
const buyPages = 'e2e/journeys/buyPages.spec.ts';
const errors = 'e2e/specification/errors.spec.ts';
const partnerRules = 'web/features/partner/partnerRules.test.ts';
const links = 'e2e/journeys/partners/partnerLinks.spec.ts';

/** Statements of section 4, states and transitions. */
export const states: readonly SpecStatement[] = [
  // Quote logic.
  satisfied('The side is Pay or Get and starts as Pay.', `${query} › is empty by default`),
  satisfied(
    'The side starts as Get with a receive currency and a receive amount in the URL.',
    `${query} › starts from the receive side and locks it for a receive currency and amount`,
  ),
  satisfied(
    'The side starts as Pay with only one of the two.',
    `${query} › starts from the pay side for a receive amount without a currency`,
  ),
  satisfied(
    'An amount takes effect when its field loses focus.',
    `${edit} › requests a quote when an amount’s field loses focus, and only if the amount changed`,
  ),
  satisfied(
    'An amount takes effect only if it changed since the focus.',
    'e2e/journeys/states.spec.ts › keeps its quote if it is changed back to its former value',
  ),
  satisfied(
    'While a quote is requested, the opposite field is empty.',
    `${edit} › while a quote is requested the other field is empty, loading and read-only`,
  ),
  satisfied(
    'While a quote is requested, the opposite field is shown as loading.',
    `${edit} › while a quote is requested the other field is empty, loading and read-only`,
  ),
  satisfied(
    'While a quote is requested, the opposite field is read-only.',
    `${edit} › while a quote is requested the other field is empty, loading and read-only`,
  ),
  satisfied(
    'A quote request resets errors and the countdown.',
    `${quote} › loses its figures, its countdown and its error with a new request`,
  ),
  satisfied('A quote request aborts an earlier one.', `${edit} › aborts the request of an earlier amount`),
  satisfied(
    'The response fills the fields.',
    `${quote} › is loading when requested, then live with its remaining seconds`,
    `${edit} › shows the header and all parts of a quote`,
  ),
  satisfied(
    'The countdown is expireTime minus now.',
    `${edit} › counts a quote down to its expiry, then disables Continue and requests a new one`,
  ),
  satisfied(
    'The countdown ticks each second.',
    `${quote} › counts the seconds down and expires at zero`,
    `${edit} › counts a quote down to its expiry, then disables Continue and requests a new one`,
  ),
  satisfied(
    'At zero a new quote is requested.',
    `${edit} › counts a quote down to its expiry, then disables Continue and requests a new one`,
    'e2e/late/clock.spec.ts › renews a quote that has expired when the buyer presses Continue',
    'web/features/renewal/renewUntilAborted.test.ts › requests a quote, counts down, and renews it at zero while showing the old one',
  ),
  satisfied(
    'A field error stops the countdown.',
    `${quote} › stops its countdown at an invalid entry`,
    `${edit} › shows the error of an amount under its field and empties the other field`,
  ),
  satisfied(
    'Continue is disabled without a quote and at zero.',
    `${edit} › while a quote is requested the other field is empty, loading and read-only`,
    `${edit} › counts a quote down to its expiry, then disables Continue and requests a new one`,
  ),
  satisfied(
    'Continue stores the selected method and goes to Select Offer.',
    `${edit} › Continue keeps the method and shows loading until the offers arrive`,
  ),
  satisfied(
    'After Continue, loading is shown until the offers arrive.',
    `${edit} › Continue keeps the method and shows loading until the offers arrive`,
  ),
  satisfied(
    'A selected method shows its own amounts.',
    'web/features/quote/computeQuoteFigures.test.ts › a chosen method shows its own amounts unless it is unavailable',
  ),
  satisfied(
    'Changing a currency requests a new quote.',
    `${edit} › another country changes the pay currency, unless the link fixes it`,
  ),
  satisfied(
    'Choosing a country in the header selects its currency.',
    `${edit} › another country changes the pay currency, unless the link fixes it`,
  ),
  satisfied(
    'Choosing a country does not change a pay currency of the URL.',
    `${edit} › another country changes the pay currency, unless the link fixes it`,
  ),
  // Page initial load.
  satisfied(
    'Both currency lists load in parallel.',
    `${edit} › requests both currency lists at once and shows skeletons`,
  ),
  satisfied(
    'Skeletons are shown while the currency lists load.',
    `${edit} › requests both currency lists at once and shows skeletons`,
  ),
  // Locked fields.
  satisfied(
    'A getCurrency of the path or query locks the receive currency and amount.',
    `${query} › starts from the receive side and locks it for a receive currency and amount`,
    `${query} › /buy/{getCurrency} fixes the crypto and the operator as provider`,
  ),
  satisfied('A pay amount of the query is locked.', `${query} › locks the given fields of the pay side`),
  differs(
    'A pay amount of the query is locked even if the query has a receive amount.',
    'The receive amount is used then, and "You pay" shows its price: a buyer must not be bound to an amount that the link did not give (safety; web/features/quote/link/reduceToOffered.test.ts).',
  ),
  satisfied('A pay currency of the query is locked.', `${query} › locks the given fields of the pay side`),
  satisfied(
    'A receive currency of the query is locked.',
    `${query} › starts from the receive side and locks it for a receive currency and amount`,
  ),
  satisfied(
    'A locked field cannot be changed.',
    `${edit} › amounts and currencies that the link fixes cannot be changed`,
  ),
  // Request handling.
  satisfied(
    'A request has the auth token only if it has not expired.',
    'web/api/call.test.ts › a call sends the login token if there is one',
    'web/features/session/session.test.ts › is valid only before expTime, in seconds',
  ),
  satisfied(
    'Identical requests in flight are sent once.',
    'web/api/call.test.ts › are sent once and get the same response if they are identical',
  ),
  satisfied('The IP limit leads to /access-denied.', `${errors} › the response code 5001 leads to /access-denied`),
  satisfied(
    'An invalid auth token shows the server’s message in a toast.',
    `${errors} › an expired session shows a message, and the login returns to the page`,
  ),
  satisfied(
    'An invalid auth token stores the current URL for the return after the login.',
    `${errors} › an expired session shows a message, and the login returns to the page`,
  ),
  satisfied(
    'An invalid auth token leads to /email-login.',
    `${errors} › an expired session shows a message, and the login returns to the page`,
  ),
  satisfied(
    'Risk control leads to the transaction-restricted page.',
    `${errors} › the response code 5004 leads to /transaction-restricted`,
  ),
  satisfied(
    'A timeout leads to /server-timeout.',
    'e2e/journeys/offline.spec.ts › shows a notice after eight seconds, and Server Timeout after sixty',
  ),
  satisfied(
    'Canceled requests are ignored.',
    'web/api/call.test.ts › keep their shared request when only one of them is aborted',
    `${edit} › aborts the request of an earlier amount`,
  ),
  satisfied(
    'Other errors are passed to the caller.',
    'web/api/call.test.ts › throws an error with all its fields if the respCode is not 200',
  ),
  // Region.
  satisfied(
    'A banned region gets Access Denied.',
    `${errors} › a banned region shows the message without flag or country name`,
  ),
  satisfied(
    'A banned region hides flag and name.',
    `${errors} › a banned region shows the message without flag or country name`,
  ),
  // Login guard.
  satisfied(
    'A page that requires a login stores its path and leads to Login.',
    'e2e/journeys/accountScreens.spec.ts › every screen of a buyer asks for a login and opens after it',
  ),
  satisfied(
    'The card pages do the same without a login or an authToken.',
    `${pages} › the card pages ask for a login, which returns to them`,
    `${links} › a minted token is exchanged before any other call, and no other request contains it`,
    `${links} › a minted token logs the buyer in from the partner’s page only`,
  ),
  satisfied(
    'Login leads a logged-in buyer to the stored path or to /.',
    `${pages} › a logged-in buyer skips the login page`,
    `${pages} › the back arrow leads to Edit after a login`,
  ),
  satisfied(
    'Log In stores the current page for the return.',
    `${pages} › Log In returns to the page where it was pressed`,
  ),
  // Order screen.
  satisfied(
    'Order: a buyer from the payment partner proceeds.',
    `${partnerRules} › lets buyers of the payment partner choose`,
    `${buyPages} › buyers of the payment partner choose the method`,
  ),
  satisfied(
    'Order: a buyer from a partner site pays by card and goes to Select Offer.',
    `${partnerRules} › chooses the method for buyers of a partner site, regardless of the query`,
    `${buyPages} › buyers from a partner site pay by card, with the operator as provider`,
  ),
  satisfied(
    'Order: a payMethod in the query leads to Select Offer.',
    `${partnerRules} › uses the method of the query, and lets the buyer choose if it is unknown`,
    `${buyPages} › a payment method in the query leads straight to the offers`,
  ),
  satisfied(
    'Order: a single method is chosen and leads to Select Offer.',
    `${partnerRules} › uses the only method if it is available`,
    `${pages} › a single method leads straight to the offers`,
  ),
  // Select Offer.
  satisfied(
    'Select Offer: a partner site forces the operator’s own offerType and leads to Submit Address.',
    `${partnerRules} › takes the operator’s offer for buyers of a partner site`,
    `${buyPages} › buyers from a partner site pay by card, with the operator as provider`,
  ),
  satisfied(
    'Select Offer: a single provider is chosen and leads to Submit Address.',
    `${partnerRules} › takes the only offer unless a provider has not responded yet`,
    `${pages} › a single provider is chosen automatically`,
  ),
  // Submit Address.
  satisfied(
    'Submit Address: with another provider and a fixed address, the order is created and Wait Payment follows.',
    `${pages} › a fixed address at another provider creates the order at once`,
  ),
  satisfied(
    'Submit Address: a failure of this order is only logged.',
    `${pages} › a fixed address at another provider creates the order at once`,
  ),
  satisfied(
    'Submit Address: a fixed address leads to Confirm Address.',
    `${links} › a session opens the purchase that the partner fixed, and works only once`,
  ),
  // Select Card.
  satisfied(
    'Select Card 1: the user info is loaded with the authToken of the query.',
    `${links} › a minted token logs the buyer in from the partner’s page only`,
    `${links} › a minted token is exchanged before any other call, and no other request contains it`,
  ),
  satisfied(
    'Select Card 2: KYC status 2 leads to KYC Status.',
    `${card} › leads from details with status 2 to /kyc-status?status=2 and creates no order`,
  ),
  satisfied(
    'Select Card 2: KYC status 3 leads to Enter Information, under review.',
    `${card} › leads from details with status 3 to /enter-information?isUnderReview=true&step=2 and creates no order`,
  ),
  satisfied(
    'Select Card 3: an order is created if there is none.',
    `${card} › creates the order and shows the saved cards`,
  ),
  satisfied('Select Card 3: no order is created if there is one.', `${card} › creates no order if the URL names one`),
  satisfied(
    'Select Card 3: a failure leads to Edit with the message as its error.',
    `${card} › returns to Edit with the refusal’s message, or a general one if it has none`,
  ),
  satisfied(
    "Select Card 3: without a message the error is 'create order failed'.",
    `${card} › returns to Edit with the refusal’s message, or a general one if it has none`,
  ),
  satisfied(
    'Select Card 4: below kyc_level 1, the return URL with orderNo is stored and Enter Information follows.',
    `${card} › asks for missing details, and remembers to return to the order`,
  ),
  satisfied("Select Card 5: the flag '0' leads to Verify ID.", `${card} › asks for a document that the order requires`),
  differs(
    'Select Card 5: the return URL with orderNo is stored before Verify ID.',
    'The order is in the URL of Verify ID and in the verifier’s return URL. The document is requested after the card was authorised, so the verification leads to the order’s page: Select Card would offer to pay a second time (safety).',
  ),
  satisfied(
    'Select Card 6: without saved cards, Enter Card follows.',
    `${card} › creates no order if the URL names one`,
    'e2e/journeys/purchases.spec.ts › a buyer pays 100 EUR with a test card and receives ether at the address',
  ),
  satisfied(
    'Select Card 7: otherwise the buyer stays, with orderNo in the URL.',
    `${card} › creates the order and shows the saved cards`,
    'e2e/journeys/purchases.spec.ts › a saved card pays the next purchase',
  ),
  // Flows that the texts describe.
  satisfied(
    'The order flow is paid, converting, converted, delivering, delivered.',
    'web/features/order/buildOrderSteps.test.ts › every state of a normal order has one current step, except the last',
  ),
  satisfied(
    'A failed order is refunded within 24 hours.',
    'web/features/order/buildOrderSteps.test.ts › an order that is refunded shows the failed transaction and the refund',
    'e2e/specification/texts.spec.ts › shows “Transaction failed, refund within 24 hours”',
  ),
  satisfied(
    'An underpaid order shows the partial amounts.',
    'e2e/journeys/bankTransfers.spec.ts › an order paid by two transfers is priced when the full amount has arrived, and delivered',
  ),
  satisfied(
    'An expired order offers a new one.',
    'e2e/late/clock.spec.ts › an unpaid order expires, and its page offers a new order',
  ),
  satisfied(
    'A card is pre-authorised before the identity verification.',
    'e2e/journeys/purchases.spec.ts › captures the payment when the identity is verified',
  ),
  satisfied(
    'Without the verification, the authorisation is voided and the order cancelled.',
    'e2e/late/clock.spec.ts › voids the authorization if the identity is not verified in time',
    'e2e/journeys/purchases.spec.ts › voids the authorization and charges nothing when the identity is refused',
  ),
  // Log out.
  satisfied(
    'Log Out opens a confirmation popup, and confirming clears the user info.',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
];

/** Statements of section 6, roles and permissions. */
export const roles: readonly SpecStatement[] = [
  satisfied(
    'A buyer without a login may use the buy, quote, order, offer and address screens.',
    `${pages} › a buyer must log in only after confirming the address`,
  ),
  satisfied(
    'The menu of a buyer without a login shows Log In.',
    `${menu} › shows the drawer for a buyer who is not logged in`,
  ),
  satisfied(
    'The menu of a logged-in buyer shows Log Out.',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied('Eight pages require a login.', 'web/routeTable.test.ts › exactly the listed pages require a login'),
  satisfied(
    'The card pages accept a login or an authToken.',
    `${links} › a minted token is exchanged before any other call, and no other request contains it`,
    `${pages} › the card pages ask for a login, which returns to them`,
  ),
  satisfied(
    'A banned region is denied access.',
    `${errors} › a banned region shows the message without flag or country name`,
  ),
];

export const stateDeviations: readonly SpecStatement[] = [
  differs(
    'The stored token is sufficient to authorize the browser.',
    'The token is not sufficient: each call also requires the HttpOnly cookie of the login (safety; decisions of the specification, 11).',
  ),
];
