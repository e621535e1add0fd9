import { type SpecStatement, satisfied } from '../statement.ts';

const errors = 'e2e/specification/errors.spec.ts';
const edit = 'e2e/specification/edit.spec.ts';
const texts = 'e2e/specification/texts.test.ts › $text';
const card = 'web/features/payment/preparation.test.ts';

/** Section 8. */
export const errorStatements: readonly SpecStatement[] = [
  satisfied('5001 goes to /access-denied.', `${errors} › leads to $`),
  satisfied(
    '5002 says the server’s message and goes to /email-login.',
    `${errors} › a session that is over is told, and remembered from where`,
  ),
  satisfied(
    '5003 is a price that expired.',
    'e2e/late/clock.spec.ts › a quote that ran out at the order is renewed, and the buyer is told',
  ),
  satisfied('5004 goes to the restricted page.', `${errors} › leads to $`),
  satisfied("A quote of '200' is one.", 'web/features/quote/quoteReducer.test.ts › asked, then live with its seconds'),
  satisfied("'500' is said under the receive field.", `${errors} › is said under the $`),
  satisfied("'501' is said under the pay field.", `${errors} › is said under the $`),
  satisfied("'502' is said under the receive field.", `${errors} › is said under the $`),
  satisfied("'0' is said under the receive field.", `${errors} › is said under the $`),
  satisfied('On any other than 200 the amounts stay.', `${errors} › is said under the $`),
  satisfied(
    'An order’s 509 is raised with its message.',
    `${card} › what the address screen can mend leads there, any other refusal back to Edit by its name`,
  ),
  satisfied('So is a message of any answer.', `${card} › an answer of 200 with a message leads back to Edit with it`),
  satisfied(
    'Select Card returns with it to Edit.',
    `${card} › what the address screen can mend leads there, any other refusal back to Edit by its name`,
  ),
  satisfied(
    "Methods that fail empty the list and show 'Oops! Try again later.'",
    'e2e/journeys/states.spec.ts › payment methods: the words of the spec, and a way to try again',
    texts,
  ),
  satisfied(
    "An empty list shows 'No payment methods available. Please refresh the page.'",
    'e2e/journeys/states.spec.ts › no payment method at all',
    texts,
  ),
  satisfied('It has Refresh.', 'e2e/journeys/states.spec.ts › no payment method at all'),
  satisfied(
    'Without the countries the page begins all the same.',
    `${errors} › without the countries a quote comes all the same`,
  ),
  satisfied(
    'Other lists that fail are only logged.',
    `${errors} › a list beside the purchase that fails costs it nothing`,
  ),
  satisfied(
    'A language that does not come is ignored.',
    `${errors} › a language that does not come leaves the page in English`,
  ),
  satisfied(
    'A transport that times out goes to /server-timeout.',
    'e2e/journeys/offline.spec.ts › is told of after eight seconds, and leads to Server Timeout after sixty',
  ),
  satisfied(
    'A check of an address that fails says that it is incorrect.',
    'e2e/specification/pages.spec.ts › Get started waits for the check of the address',
  ),
  satisfied("'This site took too long to respond.'", texts),
  satisfied("'Server timeout', with Reload.", texts, `${errors} › a server that timed out is asked again by Reload`),
  satisfied("'Sorry, the product temporarily does not support services in your region.'", texts),
  satisfied("'Transaction restricted, please try again later'.", texts),
  satisfied("'Delivery failed, please contact customer support'.", texts),
  satisfied("'Transaction failed … refund within 24 hours'.", texts),
  satisfied("'Payment failed, please contact your card issuer'.", texts),
  satisfied("'Your information is refused'.", texts),
  satisfied("'Verification Failed'.", texts),
  satisfied(
    "'Deleted successfully' of a card.",
    texts,
    'e2e/journeys/accountScreens.spec.ts › an order stands in the list, its card can be forgotten',
  ),
  satisfied("'Failed to delete'.", texts),
  satisfied(
    "'Couldn't launch …, Please try again'.",
    texts,
    'e2e/journeys/buyPages.spec.ts › says so when the browser opens no window, and offers a link instead',
  ),
  satisfied(
    'A payment method’s error is mended by asking again.',
    `${edit} › five skeletons stand where the methods will be`,
  ),
];
