import { differs, type SpecStatement, satisfied } from '../statement.ts';

const wire = 'e2e/specification/wire.test.ts';
const edit = 'e2e/specification/edit.spec.ts';
const pages = 'e2e/specification/pages.spec.ts';

/** Statements of section 9, constants. */
export const constants: readonly SpecStatement[] = [
  satisfied(
    'The HTTP timeout is sixty seconds.',
    'e2e/journeys/offline.spec.ts › shows a notice after eight seconds, and Server Timeout after sixty',
  ),
  satisfied(
    'A toast is shown for 2000 ms.',
    `${edit} › shows the error parameter of the URL in a toast for two seconds`,
  ),
  differs(
    'A toast of more than 40 characters is also shown for 2000 ms.',
    'It is shown for 50 ms per character: a message that closes by itself must stay long enough to be read (accessibility; WCAG 2.2, 2.2.1 Timing Adjustable).',
  ),
  differs(
    'The z-index of popups starts at 2000.',
    'They are modal dialogs in the browser’s top layer, above every z-index: keyboards and screen readers cannot reach the page behind (accessibility).',
  ),
  satisfied(
    'The default pay amount is 100.',
    'web/features/quote/link/quoteQuery.test.ts › is 100 of the country’s currency for bitcoin',
  ),
  satisfied(
    'The default pay currency is USD in some cases.',
    'server/configuration/defaults.test.ts › the seeds default to dollars, bitcoin and cards',
  ),
  satisfied(
    'The default receive crypto is BTC.',
    'server/configuration/defaults.test.ts › the seeds default to dollars, bitcoin and cards',
    'web/features/quote/link/quoteQuery.test.ts › is 100 of the country’s currency for bitcoin',
  ),
  satisfied("The default partnerId is '0'.", `${wire} › an inquiry without a partner has partner 0`),
  satisfied(
    'The payment-method grid collapses above six methods.',
    `${edit} › compares no fees for one payment method, and has a More button for more than six`,
  ),
  satisfied(
    'There are five skeleton cells.',
    `${edit} › shows five skeletons while the payment methods load, and Try again if that fails`,
  ),
  satisfied(
    'The countdown ticks each second.',
    'web/features/quote/quoteReducer.test.ts › counts the seconds down and expires at zero',
    `${edit} › counts a quote down to its expiry, then disables Continue and requests a new one`,
  ),
  satisfied(
    'A quote is valid until its expireTime.',
    'web/features/quote/quoteReducer.test.ts › is loading when requested, then live with its remaining seconds',
    `${edit} › counts a quote down to its expiry, then disables Continue and requests a new one`,
  ),
  satisfied(
    'The default number of decimals is eight.',
    'web/ui/amount/readAmount.test.ts › cuts an amount to eight decimals while its currency is unknown',
  ),
  satisfied(
    'A saved address’s name has at most 25 characters.',
    'e2e/specification/wire.spec.ts › refuses a saved address whose name has more than 25 characters',
  ),
  satisfied(
    'Identity is verified for transactions over 700 EUR.',
    'e2e/journeys/bankTransfers.spec.ts › above 700 EUR an identity document is requested after the money has arrived',
    'server/risk/findRequiredIdentity.test.ts › requires details from a guest, and a document above the limit',
  ),
  satisfied(
    'A refund is promised within 24 hours.',
    'e2e/specification/texts.spec.ts › shows “Transaction failed, refund within 24 hours”',
  ),
  differs(
    'Delivery is expected within 3 minutes, for network confirmations.',
    'Each network has a separate number of minutes, since a Bitcoin block takes ten (a vendor’s limit). The time that recent orders took is shown once there are three.',
  ),
  satisfied(
    'Another code can be sent after 60 seconds.',
    `${pages} › another code can be requested only after a minute`,
  ),
  satisfied(
    '"Copied" is shown for 1500 ms.',
    `${edit} › shows “Copied” for one and a half seconds after an address was copied`,
  ),
  satisfied(
    'The session expiry is expTime × 1000.',
    'web/features/session/session.test.ts › is valid only before expTime, in seconds',
  ),
  satisfied(
    'KYC status codes 2 and 3 are special.',
    'web/features/payment/preparation/preparation.test.ts › leads from details with status %s to %s and creates no order',
  ),
  satisfied(
    "Identification is needed if the flag is '0'.",
    'web/features/payment/preparation/preparation.test.ts › asks for a document that the order requires',
  ),
  satisfied(
    'The locale is zh-CN if the browser’s language begins with zh, else en-US.',
    'e2e/journeys/purchases.spec.ts › a Chinese browser gets the page in Chinese',
    'e2e/journeys/languages.spec.ts › a browser in zh-TW gets the nearest available language',
    'e2e/journeys/languages.spec.ts › a browser in fr gets the nearest available language',
  ),
  satisfied(
    'Partner origins have a fixed payment method and provider.',
    'e2e/journeys/buyPages.spec.ts › buyers from a partner site pay by card, with the operator as provider',
  ),
  satisfied(
    'The app version is 202508121055.',
    'e2e/specification/storage.spec.ts › stores partner, referring order, previous path, draft and app version',
  ),
];
