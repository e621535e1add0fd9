import { kept, type Statement } from '../statement.ts';

const errors = 'e2e/specification/errors.spec.ts';
const edit = 'e2e/specification/edit.spec.ts';
const texts = 'e2e/specification/texts.test.ts › $text';
const card = 'web/features/payment/preparation.test.ts';

/** Section 8. */
export const errorStatements: readonly Statement[] = [
  kept('5001 goes to /access-denied.', `${errors} › leads to $`),
  kept(
    '5002 says the server’s message and goes to /email-login.',
    `${errors} › a session that is over is told, and remembered from where`,
  ),
  kept(
    '5003 is a price that expired.',
    'e2e/late/clock.spec.ts › a quote that ran out at the order is renewed, and the buyer is told',
  ),
  kept('5004 goes to the restricted page.', `${errors} › leads to $`),
  kept("A quote of '200' is one.", 'web/features/quote/quoteReducer.test.ts › asked, then live with its seconds'),
  kept("'500' is said under the receive field.", `${errors} › is said under the $`),
  kept("'501' is said under the pay field.", `${errors} › is said under the $`),
  kept("'502' is said under the receive field.", `${errors} › is said under the $`),
  kept("'0' is said under the receive field.", `${errors} › is said under the $`),
  kept('On any other than 200 the amounts stay.', `${errors} › is said under the $`),
  kept(
    'An order’s 509 is raised with its message.',
    `${card} › what the address screen can mend leads there, any other refusal back to Edit by its name`,
  ),
  kept(
    'Select Card returns with it to Edit.',
    `${card} › what the address screen can mend leads there, any other refusal back to Edit by its name`,
  ),
  kept(
    "Methods that fail empty the list and show 'Oops! Try again later.'",
    'e2e/journeys/states.spec.ts › payment methods: the words of the spec, and a way to try again',
    texts,
  ),
  kept(
    "An empty list shows 'No payment methods available. Please refresh the page.'",
    'e2e/journeys/states.spec.ts › no payment method at all',
    texts,
  ),
  kept('It has Refresh.', 'e2e/journeys/states.spec.ts › no payment method at all'),
  kept(
    'Without the countries the page begins all the same.',
    `${errors} › without the countries a quote comes all the same`,
  ),
  kept('Other lists that fail are only logged.', `${errors} › a list beside the purchase that fails costs it nothing`),
  kept(
    'A language that does not come is ignored.',
    `${errors} › a language that does not come leaves the page in English`,
  ),
  kept(
    'A transport that times out goes to /server-timeout.',
    'e2e/journeys/offline.spec.ts › is told of after eight seconds, and leads to Server Timeout after sixty',
  ),
  kept(
    'A check of an address that fails says that it is incorrect.',
    'e2e/specification/pages.spec.ts › Get started waits for the check of the address',
  ),
  kept("'This site took too long to respond.'", texts),
  kept("'Server timeout', with Reload.", texts, `${errors} › a server that timed out is asked again by Reload`),
  kept("'Sorry, the product temporarily does not support services in your region.'", texts),
  kept("'Transaction restricted, please try again later'.", texts),
  kept("'Delivery failed, please contact customer support'.", texts),
  kept("'Transaction failed … refund within 24 hours'.", texts),
  kept("'Payment failed, please contact your card issuer'.", texts),
  kept("'Your information is refused'.", texts),
  kept("'Verification Failed'.", texts),
  kept(
    "'Deleted successfully' of a card.",
    texts,
    'e2e/journeys/accountScreens.spec.ts › an order stands in the list, its card can be forgotten',
  ),
  kept("'Failed to delete'.", texts),
  kept(
    "'Couldn't launch …, Please try again'.",
    texts,
    'e2e/journeys/buyPages.spec.ts › says so when the browser opens no window, and offers a link instead',
  ),
  kept(
    'A payment method’s error is mended by asking again.',
    `${edit} › five skeletons stand where the methods will be`,
  ),
];
