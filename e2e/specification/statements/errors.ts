import { differs, type SpecStatement, satisfied } from '../statement.ts';

const errors = 'e2e/specification/errors.spec.ts';
const edit = 'e2e/specification/edit.spec.ts';
const texts = 'e2e/specification/texts.spec.ts';
const timeout = `${texts} › shows “Server timeout” and “This site took too long to respond.”`;
const card = 'web/features/payment/preparation/preparation.test.ts';

const shownUnder = (code: string, field: string) =>
  `${errors} › a quote’s error ${code} is shown under the ${field} field`;
const orderMessages = ['200', '509'].map(
  (code) => `${errors} › the message of an order response with code ${code} is shown on Edit`,
);

/** Statements of section 8, errors. */
export const errorStatements: readonly SpecStatement[] = [
  satisfied('5001 leads to /access-denied.', `${errors} › the response code 5001 leads to /access-denied`),
  satisfied(
    '5002 shows the server’s message and leads to /email-login.',
    `${errors} › an expired session shows a message, and the login returns to the page`,
  ),
  satisfied(
    '5003 means that the price has expired.',
    'e2e/late/clock.spec.ts › renews a quote that has expired when the order is placed, and the buyer accepts the new amount',
  ),
  satisfied(
    '5004 leads to the transaction-restricted page.',
    `${errors} › the response code 5004 leads to /transaction-restricted`,
  ),
  satisfied(
    "'200' is a successful quote.",
    'web/features/quote/quoteReducer.test.ts › is loading when requested, then live with its remaining seconds',
  ),
  satisfied("'500' is shown under the receive field.", shownUnder('500', 'receive')),
  satisfied("'501' is shown under the pay field.", shownUnder('501', 'pay')),
  satisfied("'502' is shown under the receive field.", shownUnder('502', 'receive')),
  satisfied("'0' is shown under the receive field.", shownUnder('0', 'receive')),
  satisfied(
    'On any code other than 200 the amounts are not updated.',
    shownUnder('500', 'receive'),
    shownUnder('501', 'pay'),
    shownUnder('502', 'receive'),
    shownUnder('0', 'receive'),
  ),
  satisfied(
    'An order’s 509 raises an error with its message.',
    `${card} › returns to Edit with the refusal’s message, or a general one if it has none`,
  ),
  satisfied(
    'A respMessage of any order response raises an error with it.',
    ...orderMessages,
    `${card} › returns to Edit with the message of a 200 response`,
    'web/features/provider/placeProviderOrder.test.ts › the message of a $respCode answer is thrown',
  ),
  satisfied(
    'Select Card returns to Edit with the message.',
    ...orderMessages,
    `${card} › returns to Edit with the refusal’s message, or a general one if it has none`,
  ),
  satisfied(
    "A failure of the payment methods empties the list and shows 'Oops! Try again later.'",
    'e2e/journeys/states.spec.ts › payment methods: shows the specified text, and can be retried',
    `${edit} › shows five skeletons while the payment methods load, and Try again if that fails`,
  ),
  satisfied(
    "An empty list of methods shows 'No payment methods available. Please refresh the page.'",
    'e2e/journeys/states.spec.ts › payment methods, answered with an empty list: can be retried',
  ),
  satisfied(
    'The empty list of methods has Refresh.',
    'e2e/journeys/states.spec.ts › payment methods, answered with an empty list: can be retried',
  ),
  satisfied(
    'The page initialises even if the list of countries fails.',
    `${errors} › requests a quote even if the list of countries fails`,
  ),
  satisfied(
    'Failures of other lists are only logged.',
    `${errors} › a failure of an optional list does not affect the purchase`,
  ),
  differs(
    'Failures of the currency lists are only logged.',
    'Without them nothing can be bought: the page shows an error and a retry, since a screen reader would not notice endless skeletons (accessibility; WCAG 2.2, 4.1.3 Status Messages).',
  ),
  satisfied('A failure to fetch a language is ignored.', `${errors} › stays in English when a language fails to load`),
  satisfied(
    'A transport timeout leads to /server-timeout.',
    'e2e/journeys/offline.spec.ts › shows a notice after eight seconds, and Server Timeout after sixty',
  ),
  satisfied(
    'A failure of the address check shows the incorrect-address message.',
    'e2e/specification/pages.spec.ts › Get started waits until the address is checked, and a failed check shows an error',
  ),
  satisfied("'This site took too long to respond.'", timeout),
  satisfied(
    "'Server timeout', with Reload.",
    timeout,
    `${errors} › Reload on Server Timeout opens Edit if there is no previous page`,
  ),
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
    "'Deleted successfully' for a card.",
    'e2e/journeys/accountScreens.spec.ts › an order appears in the list, and the card that paid it can be deleted',
  ),
  satisfied(
    "'Failed to delete' for a card.",
    `${texts} › shows “Failed to delete” for a card that could not be deleted`,
  ),
  satisfied(
    "'Couldn't launch …, Please try again'.",
    'e2e/journeys/buyPages.spec.ts › offers a link with an error if the browser blocks the window',
  ),
  satisfied(
    'A failure of the payment methods can be retried.',
    `${edit} › shows five skeletons while the payment methods load, and Try again if that fails`,
  ),
  differs(
    'A failure of the list of exchanges is only logged.',
    'The page shows an error and a retry: an order to an exchange must name the exchange (law; the travel rule, Regulation (EU) 2023/1113).',
  ),
];
