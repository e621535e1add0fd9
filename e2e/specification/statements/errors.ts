import { differs, type SpecStatement, satisfied } from '../statement.ts';

const errors = 'e2e/specification/errors.spec.ts';
const edit = 'e2e/specification/edit.spec.ts';
const texts = 'e2e/specification/texts.spec.ts';
const timeout = `${texts} › shows “Server timeout” and “This site took too long to respond.”`;
const card = 'web/features/payment/preparation/preparation.test.ts';

const shownUnder = (code: string, field: string) => `${errors} › a quote's ${code} is shown under the ${field} field`;
const orderMessages = ['200', '509'].map(
  (code) => `${errors} › the message of an order answered with ${code} is shown on Edit`,
);

/** Statements of section 8, errors. */
export const errorStatements: readonly SpecStatement[] = [
  satisfied('5001 goes to /access-denied.', `${errors} › 5001 leads to /access-denied`),
  satisfied(
    '5002 says the server’s message and goes to /email-login.',
    `${errors} › an expired session shows a message, and the login returns to the page`,
  ),
  satisfied(
    '5003 is a price that expired.',
    'e2e/late/clock.spec.ts › a quote that expires at the order is renewed, and the buyer accepts the new amount',
  ),
  satisfied('5004 goes to the restricted page.', `${errors} › 5004 leads to /transaction-restricted`),
  satisfied(
    "A quote of '200' is one.",
    'web/features/quote/quoteReducer.test.ts › is loading when requested, then live with its seconds',
  ),
  satisfied("'500' is said under the receive field.", shownUnder('500', 'receive')),
  satisfied("'501' is said under the pay field.", shownUnder('501', 'pay')),
  satisfied("'502' is said under the receive field.", shownUnder('502', 'receive')),
  satisfied("'0' is said under the receive field.", shownUnder('0', 'receive')),
  satisfied(
    'On any other than 200 the amounts stay.',
    shownUnder('500', 'receive'),
    shownUnder('501', 'pay'),
    shownUnder('502', 'receive'),
    shownUnder('0', 'receive'),
  ),
  satisfied(
    'An order’s 509 is raised with its message.',
    `${card} › returns to Submit Address for an error that is fixed there, otherwise to Edit with the error’s name`,
  ),
  satisfied(
    'So is a message of any answer.',
    ...orderMessages,
    `${card} › returns to Edit with the message of a 200 response`,
    'web/features/provider/placeProviderOrder.test.ts › the message of a $respCode answer is thrown',
  ),
  satisfied(
    'Select Card returns with it to Edit.',
    ...orderMessages,
    `${card} › returns to Submit Address for an error that is fixed there, otherwise to Edit with the error’s name`,
  ),
  satisfied(
    "Methods that fail empty the list and show 'Oops! Try again later.'",
    'e2e/journeys/states.spec.ts › payment methods: shows the specified text, and can be retried',
  ),
  satisfied(
    "An empty list shows 'No payment methods available. Please refresh the page.'",
    'e2e/journeys/states.spec.ts › payment methods that returns none: can be retried',
  ),
  satisfied('It has Refresh.', 'e2e/journeys/states.spec.ts › payment methods that returns none: can be retried'),
  satisfied(
    'Without the countries the page begins all the same.',
    `${errors} › quotes although the list of countries fails`,
  ),
  satisfied(
    'Other lists that fail are only logged.',
    `${errors} › a failure of an optional list does not affect the purchase`,
  ),
  differs(
    'Lists of currencies that fail are only logged.',
    'Without them nothing can be bought: the page says so and offers another try, since skeletons that never end tell a screen reader nothing (accessibility; WCAG 2.2, 4.1.3 Status Messages).',
  ),
  satisfied('A language that does not come is ignored.', `${errors} › stays in English when a language fails to load`),
  satisfied(
    'A transport that times out goes to /server-timeout.',
    'e2e/journeys/offline.spec.ts › shows a notice after eight seconds, and Server Timeout after sixty',
  ),
  satisfied(
    'A check of an address that fails says that it is incorrect.',
    'e2e/specification/pages.spec.ts › Get started waits until the address is checked',
  ),
  satisfied("'This site took too long to respond.'", timeout),
  satisfied("'Server timeout', with Reload.", timeout, `${errors} › Reload on Server Timeout requests the page again`),
  satisfied(
    "'Sorry, the product temporarily does not support services in your region.'",
    `${errors} › a banned region shows the message without flag or country name`,
  ),
  satisfied(
    "'Transaction restricted, please try again later'.",
    `${texts} › shows “Transaction restricted, please try again later”`,
  ),
  satisfied(
    "'Delivery failed, please contact customer support'.",
    `${texts} › shows “Delivery failed, please contact customer support”`,
  ),
  satisfied(
    "'Transaction failed … refund within 24 hours'.",
    `${texts} › shows “Transaction failed, refund within 24 hours”`,
  ),
  satisfied(
    "'Payment failed, please contact your card issuer'.",
    `${texts} › shows “Payment failed, please contact your card issuer”`,
  ),
  satisfied("'Your information is refused'.", `${texts} › shows “Your information is refused”`),
  satisfied("'Verification Failed'.", `${texts} › shows “Verification Failed”`),
  satisfied(
    "'Deleted successfully' of a card.",
    'e2e/journeys/accountScreens.spec.ts › an order appears in the list, and its card can be deleted',
  ),
  satisfied("'Failed to delete'.", `${texts} › shows “Failed to delete” for a card that could not be deleted`),
  satisfied(
    "'Couldn't launch …, Please try again'.",
    'e2e/journeys/buyPages.spec.ts › offers a link with an error if the browser blocks the window',
  ),
  satisfied(
    'A payment method’s error is mended by asking again.',
    `${edit} › shows five skeletons while the methods load`,
  ),
  differs(
    'The list of exchanges that fails is only logged.',
    'Its place says so and offers another try: an order to an exchange must name it (law; the travel rule, Regulation (EU) 2023/1113).',
  ),
];
