import { differs, type SpecStatement, satisfied } from '../statement.ts';

const edit = 'e2e/specification/edit.spec.ts';
const menu = 'e2e/specification/menu.spec.ts';
const pages = 'e2e/specification/pages.spec.ts';
const quote = 'web/features/quote/quoteReducer.test.ts';
const query = 'web/features/quote/link/quoteQuery.test.ts';
const card = 'web/features/payment/preparation/preparation.test.ts';
const buyPages = 'e2e/journeys/buyPages.spec.ts';
const errors = 'e2e/specification/errors.spec.ts';

/** Statements of section 4, states and transitions. */
export const states: readonly SpecStatement[] = [
  // Quote logic.
  satisfied('The side is Pay or Get, and begins as Pay.', `${query} › is empty by default`),
  satisfied(
    'It begins as Get with a receive currency and a receive amount in the URL.',
    `${query} › starts from the receive side and locks it for a receive currency and amount`,
  ),
  satisfied(
    'With only one of them it begins as Pay.',
    `${query} › starts from the pay side for a receive amount without a currency`,
  ),
  satisfied(
    'An amount counts when its field is left.',
    `${edit} › uses an amount when its field loses focus, and only if it changed`,
  ),
  satisfied(
    'It counts only if it changed since the focus.',
    'e2e/journeys/states.spec.ts › typed back to its former value, keeps its quote',
  ),
  satisfied(
    'While a quote is asked for the other field is empty.',
    `${edit} › while a quote is requested the other field is empty, loading and read-only`,
  ),
  satisfied(
    'It is shown as loading.',
    `${edit} › while a quote is requested the other field is empty, loading and read-only`,
  ),
  satisfied('It is read-only.', `${edit} › while a quote is requested the other field is empty, loading and read-only`),
  satisfied(
    'Errors and the countdown are taken back.',
    `${quote} › loses its figures and its countdown with a new request`,
  ),
  satisfied('An earlier request that still runs is aborted.', `${edit} › aborts an earlier request`),
  satisfied('The answer fills the fields.', `${quote} › is loading when requested, then live with its seconds`),
  satisfied(
    'The countdown is expireTime minus now.',
    `${quote} › is loading when requested, then live with its seconds`,
  ),
  satisfied('It ticks each second.', `${quote} › counts the seconds down and expires at zero`),
  satisfied(
    'At zero a new quote is asked for.',
    'e2e/late/clock.spec.ts › a quote that expires at Continue is renewed',
    'web/features/renewal/renewUntilAborted.test.ts › requests a quote, counts down, and renews it at zero while showing the old one',
  ),
  satisfied('An error of a field stops the countdown.', `${quote} › stops its countdown at an invalid entry`),
  satisfied(
    'Continue is off without a quote or at zero.',
    `${edit} › while a quote is requested the other field is empty, loading and read-only`,
  ),
  satisfied(
    'Continue keeps the method and goes to Select Offer.',
    `${edit} › Continue keeps the method and shows loading until the offers arrive`,
  ),
  satisfied(
    'Continue is loading on its way.',
    `${edit} › Continue keeps the method and shows loading until the offers arrive`,
  ),
  satisfied(
    'A chosen method shows its own amounts.',
    'web/features/quote/computeQuoteFigures.test.ts › a chosen method shows its own amounts unless it is unavailable',
  ),
  satisfied(
    'Another currency asks for a new quote.',
    `${edit} › another country changes the pay currency, unless the link fixes it`,
  ),
  satisfied(
    'A country in the header chooses its currency.',
    `${edit} › another country changes the pay currency, unless the link fixes it`,
  ),
  satisfied(
    'It does not where the URL names one.',
    `${edit} › another country changes the pay currency, unless the link fixes it`,
  ),
  // Page initial load.
  satisfied('Both lists of currencies load at once.', `${edit} › requests both lists at once and shows skeletons`),
  satisfied('Skeletons stand there first.', `${edit} › requests both lists at once and shows skeletons`),
  // Locked fields.
  satisfied(
    'A crypto of the path or query locks the crypto and its amount.',
    `${query} › starts from the receive side and locks it for a receive currency and amount`,
  ),
  satisfied('A pay amount of the query is locked.', `${query} › locks the given fields of the pay side`),
  differs(
    'A pay amount of the query is locked also if the query has a receive amount.',
    'The receive amount counts then, and "You pay" shows its price, which the query has not given: a buyer must not be bound to an amount that nobody named (safety; web/features/quote/link/reduceToOffered.test.ts).',
  ),
  satisfied('A pay currency of the query is locked.', `${query} › locks the given fields of the pay side`),
  satisfied(
    'A receive currency of the query is locked.',
    `${query} › starts from the receive side and locks it for a receive currency and amount`,
  ),
  satisfied('What is locked cannot be changed.', `${edit} › what the link fixes cannot be changed`),
  // Request handling.
  satisfied(
    'A token goes along only if it has not expired.',
    'web/api/call.test.ts › a call sends the login token if there is one',
    'web/features/session/session.test.ts › is valid only before expTime, in seconds',
  ),
  satisfied(
    'Equal requests in flight are one.',
    'web/api/call.test.ts › that are identical are sent once and get the same answer',
  ),
  satisfied('The IP limit leads to /access-denied.', `${errors} › 5001 leads to /access-denied`),
  satisfied(
    'An invalid token says so in a toast.',
    `${errors} › an expired session shows a message, and the login returns to the page`,
  ),
  satisfied(
    'It remembers the present page for after the login.',
    `${errors} › an expired session shows a message, and the login returns to the page`,
  ),
  satisfied(
    'It leads to /email-login.',
    `${errors} › an expired session shows a message, and the login returns to the page`,
  ),
  satisfied('Risk control leads to the restricted page.', `${errors} › 5004 leads to /transaction-restricted`),
  satisfied(
    'A time-out leads to /server-timeout.',
    'e2e/journeys/offline.spec.ts › shows a notice after eight seconds, and Server Timeout after sixty',
  ),
  satisfied(
    'Cancelled requests are ignored.',
    'web/api/call.test.ts › share a request that continues when only one of them is aborted',
    `${edit} › aborts an earlier request`,
  ),
  satisfied(
    'Other errors reach the caller.',
    'web/api/call.test.ts › with another respCode than 200 throws an error with all its fields',
  ),
  // Region.
  satisfied(
    'A banned region gets Access Denied.',
    `${errors} › a banned region shows the message without flag or country name`,
  ),
  satisfied(
    'It is shown no flag and no name.',
    `${errors} › a banned region shows the message without flag or country name`,
  ),
  // Login guard.
  satisfied(
    'A page that needs a login remembers itself and leads to Login.',
    'e2e/journeys/accountScreens.spec.ts › every screen of a buyer asks for a login and opens after it',
  ),
  satisfied(
    'The card pages do so without a login or an authToken.',
    `${pages} › the card pages ask for a login, which returns to them`,
    'e2e/journeys/partners/partnerLinks.spec.ts › a minted token logs in from the partner’s page, and from no other',
  ),
  satisfied(
    'Login leads whoever is logged in to the remembered page, or to /.',
    `${pages} › a logged-in buyer is led past the login page`,
  ),
  satisfied('Log In remembers the present page.', `${pages} › Log In returns to the page where it was pressed`),
  // Order screen.
  satisfied('From the payment partner it proceeds.', `${buyPages} › buyers of the payment partner choose the method`),
  satisfied(
    'From a partner site it pays by card and goes to Select Offer.',
    `${buyPages} › buyers from a partner site pay by card, with the operator as provider`,
  ),
  satisfied(
    'A payMethod of the query goes to Select Offer.',
    `${buyPages} › a payment method in the query leads straight to the offers`,
  ),
  satisfied(
    'A single method is chosen and goes to Select Offer.',
    `${pages} › a single method leads straight to the offers`,
  ),
  // Select Offer.
  satisfied(
    'From a partner site the own provider is taken, and Submit Address is next.',
    `${buyPages} › buyers from a partner site pay by card, with the operator as provider`,
  ),
  satisfied(
    'A single provider is chosen, and Submit Address is next.',
    `${pages} › a single provider is chosen automatically`,
  ),
  // Submit Address.
  satisfied(
    'With another provider and a fixed address the order is made, and Wait Payment is next.',
    `${pages} › a fixed address at another provider creates the order at once`,
  ),
  satisfied(
    'There a failure is only logged.',
    `${pages} › a fixed address at another provider creates the order at once`,
  ),
  satisfied(
    'A fixed address goes to Confirm Address.',
    'e2e/journeys/partners/partnerLinks.spec.ts › a session opens the purchase that the partner fixed, once',
  ),
  // Select Card.
  satisfied(
    '1. The user is loaded from the authToken of the query.',
    'e2e/journeys/partners/partnerLinks.spec.ts › a minted token logs in from the partner’s page, and from no other',
  ),
  satisfied(
    '2. Status 2 leads to KYC Status.',
    `${card} › leads from details with status 2 to /kyc-status?status=2 before any order`,
  ),
  satisfied(
    '2. Status 3 leads to Enter Information, under review.',
    `${card} › leads from details with status 3 to /enter-information?isUnderReview=true&step=2 before any order`,
  ),
  satisfied('3. Without an order one is made.', `${card} › creates the order and shows the saved cards`),
  satisfied('3. With one none is.', `${card} › does not create the URL’s order again`),
  satisfied(
    '3. A failure leads back to Edit with the message as its error.',
    `${card} › returns to Submit Address for an error that is fixed there, otherwise to Edit with the error’s name`,
  ),
  satisfied(
    "3. Without a message the error is 'create order failed'.",
    `${card} › returns to Edit with the refusal’s message, or a general one if it has none`,
  ),
  satisfied(
    '4. Below kyc_level 1 the page with its order is remembered, and Enter Information is next.',
    `${card} › asks for missing details and remembers the way back`,
  ),
  satisfied("5. A flag of '0' leads to Verify ID.", `${card} › asks for a document that the order requires`),
  differs(
    '5. The return URL with its orderNo is remembered before Verify ID.',
    'The order is in the URL of Verify ID and in the verifier’s return URL. The document is asked for after the hold, so the way on is the order’s page: back at Select Card a buyer would be offered to pay a second time (safety).',
  ),
  satisfied(
    '6. Without saved cards Enter Card is next.',
    'e2e/journeys/purchases.spec.ts › a buyer pays 100 EUR with a test card and receives ether at the address',
  ),
  satisfied(
    '7. Else it stays, with the order in the URL.',
    `${card} › creates the order and shows the saved cards`,
    'e2e/journeys/purchases.spec.ts › a saved card pays the next purchase',
  ),
  // Flows that the texts describe.
  satisfied(
    'An order is paid, converting, converted, delivering, delivered.',
    'web/features/order/buildOrderSteps.test.ts › every state of a normal order has one current step, except the last',
  ),
  satisfied(
    'A failure is refunded within 24 hours.',
    'web/features/order/buildOrderSteps.test.ts › an order that is refunded shows the failed transaction and the refund',
    'e2e/specification/texts.spec.ts › shows “Transaction failed, refund within 24 hours”',
  ),
  satisfied(
    'An underpaid order shows the parts.',
    'e2e/journeys/bankTransfers.spec.ts › a transfer in two parts is priced when the full amount has arrived, and delivered',
  ),
  satisfied(
    'An expired order asks for a new one.',
    'e2e/late/clock.spec.ts › an unpaid order expires, and its page offers a new order',
  ),
  satisfied(
    'A card is authorised first, then identity is asked for.',
    'e2e/journeys/purchases.spec.ts › a verified identity captures the payment',
  ),
  satisfied(
    'Without it the authorisation is voided and the order cancelled.',
    'e2e/late/clock.spec.ts › an identity that is not verified in time releases the hold',
    'e2e/journeys/purchases.spec.ts › a refused identity releases the hold and charges nothing',
  ),
  // Log out.
  satisfied(
    'The menu opens a popup, and confirming clears the user.',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
];

/** Statements of section 6, roles and permissions. */
export const roles: readonly SpecStatement[] = [
  satisfied(
    'A stranger uses the buy, quote, order, offer and address screens.',
    `${pages} › a buyer without a login gets as far as the confirmed address`,
  ),
  satisfied('A stranger’s menu shows Log In.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied(
    'A buyer’s menu shows Log Out.',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied('Eight pages require a login.', 'web/routeTable.test.ts › exactly the listed pages require a login'),
  satisfied(
    'The card pages take a login or an authToken.',
    'e2e/journeys/partners/partnerLinks.spec.ts › a minted token logs in from the partner’s page, and from no other',
  ),
  satisfied('A banned region is denied.', `${errors} › a banned region shows the message without flag or country name`),
];

export const stateDeviations: readonly SpecStatement[] = [
  differs(
    'The whole authorization of the browser is the stored token.',
    'The token alone opens nothing: each call needs the HttpOnly cookie of the login besides (safety; decisions of the specification, 11).',
  ),
];
