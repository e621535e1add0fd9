import { differs, type SpecStatement, satisfied } from '../statement.ts';

const wire = 'e2e/specification/wire.test.ts';
const edit = 'e2e/specification/edit.spec.ts';
const pages = 'e2e/specification/pages.spec.ts';

/** Statements of section 9, constants. */
export const constants: readonly SpecStatement[] = [
  satisfied(
    'A call has sixty seconds.',
    'e2e/journeys/offline.spec.ts › shows a notice after eight seconds, and Server Timeout after sixty',
  ),
  satisfied('A toast stays for 2000 ms.', `${edit} › shows an error of the query in a toast for two seconds`),
  differs(
    'A toast of more than 40 characters stays for 2000 ms too.',
    'It stays for 50 ms a character: what goes by itself must stay for as long as it takes to read (accessibility; WCAG 2.2, 2.2.1 Timing Adjustable).',
  ),
  differs(
    'Popups are stacked from z-index 2000.',
    'They are modal dialogs of the browser’s top layer, above every z-index: the page behind is out of reach for keys and screen readers (accessibility).',
  ),
  satisfied(
    'The pay amount is 100 when none is given.',
    'web/features/quote/link/quoteQuery.test.ts › is 100 of the country’s currency for bitcoin',
  ),
  satisfied(
    'The pay currency is USD in some cases.',
    'server/configuration/defaults.test.ts › the seeds default to dollars, bitcoin and cards',
  ),
  satisfied(
    'The crypto is BTC.',
    'server/configuration/defaults.test.ts › the seeds default to dollars, bitcoin and cards',
    'web/features/quote/link/quoteQuery.test.ts › is 100 of the country’s currency for bitcoin',
  ),
  satisfied("The partnerId is '0'.", `${wire} › an inquiry without a partner has partner 0`),
  satisfied(
    'The grid of methods ends above six.',
    `${edit} › compares no fees for one method, and has More for more than six`,
  ),
  satisfied('There are five skeletons.', `${edit} › shows five skeletons while the methods load`),
  satisfied(
    'The countdown ticks each second.',
    'web/features/quote/quoteReducer.test.ts › counts the seconds down and expires at zero',
  ),
  satisfied(
    'A quote lives until its expireTime.',
    'web/features/quote/quoteReducer.test.ts › is loading when requested, then live with its seconds',
  ),
  satisfied(
    'Amounts have eight decimals by default.',
    'web/ui/amount/readAmount.test.ts › cuts decimals that the currency does not have',
  ),
  satisfied(
    'A saved address’s name has 25 characters.',
    'e2e/specification/wire.spec.ts › refuses a saved address’s name of more than 25 characters',
  ),
  satisfied(
    'Identity is verified above 700 EUR.',
    'e2e/journeys/bankTransfers.spec.ts › above 700 EUR the document is requested after the money has arrived',
  ),
  satisfied(
    'A refund is promised within 24 hours.',
    'e2e/specification/texts.spec.ts › shows “Transaction failed, refund within 24 hours”',
  ),
  differs(
    'Delivery is expected within 3 minutes, for the network’s confirmations.',
    'Each network says its own minutes, since a block of Bitcoin alone takes ten (a vendor’s limit); what the own orders took is shown once there are three.',
  ),
  satisfied('Another code can be sent after 60 s.', `${pages} › another code can be requested only after a minute`),
  satisfied('"Copied" stays for 1500 ms.', `${edit} › confirms a copy for one and a half seconds`),
  satisfied(
    'A session ends at expTime × 1000.',
    'web/features/session/session.test.ts › is valid only before expTime, in seconds',
  ),
  satisfied(
    'KYC status 2 and 3 are special.',
    'web/features/payment/preparation/preparation.test.ts › leads from details with status %s to %s before any order',
  ),
  satisfied(
    "Identification is needed at '0'.",
    'web/features/payment/preparation/preparation.test.ts › asks for a document that the order requires',
  ),
  satisfied(
    'zh-CN where the browser begins with zh, else en-US.',
    'e2e/journeys/purchases.spec.ts › a Chinese browser gets the page in Chinese',
    'e2e/journeys/languages.spec.ts › a browser in zh-TW gets the nearest available language',
  ),
  satisfied(
    'Partner origins have a fixed method and provider.',
    'e2e/journeys/buyPages.spec.ts › buyers from a partner site pay by card, with the operator as provider',
  ),
  satisfied('The version is 202508121055.', 'e2e/specification/storage.spec.ts › stores what a link and the pages set'),
];
