import { differs, type SpecStatement, satisfied } from '../statement.ts';

const wire = 'e2e/specification/wire.test.ts';
const edit = 'e2e/specification/edit.spec.ts';
const pages = 'e2e/specification/pages.spec.ts';

/** Section 9. */
export const constants: readonly SpecStatement[] = [
  satisfied(
    'A call has sixty seconds.',
    'e2e/journeys/offline.spec.ts › is told of after eight seconds, and leads to Server Timeout after sixty',
  ),
  satisfied('A toast stays for 2000 ms.', `${edit} › an error in the query is a toast of two seconds`),
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
    'web/features/quote/quoteQuery.test.ts › 100 of the country’s currency for bitcoin',
  ),
  satisfied(
    'The pay currency is USD in some cases.',
    'server/configuration/defaults.test.ts › the seeds default to dollars, bitcoin and cards',
  ),
  satisfied(
    'The crypto is BTC.',
    'server/configuration/defaults.test.ts › the seeds default to dollars, bitcoin and cards',
    'web/features/quote/quoteQuery.test.ts › 100 of the country’s currency for bitcoin',
  ),
  satisfied("The partnerId is '0'.", `${wire} › nobody’s inquiry is of partner 0`),
  satisfied(
    'The grid of methods ends above six.',
    `${edit} › a single method has nothing to compare, more than six have a More`,
  ),
  satisfied('There are five skeletons.', `${edit} › five skeletons stand where the methods will be`),
  satisfied(
    'The countdown ticks each second.',
    'web/features/quote/quoteReducer.test.ts › the seconds run down, at zero it has expired',
  ),
  satisfied(
    'A quote lives until its expireTime.',
    'web/features/quote/quoteReducer.test.ts › asked, then live with its seconds',
  ),
  satisfied(
    'Amounts have eight decimals by default.',
    'web/ui/readAmount.test.ts › decimals that the currency does not have are cut',
  ),
  satisfied(
    'A saved address’s name has 25 characters.',
    `${wire} › the name of an address ends at twenty-five characters`,
  ),
  satisfied(
    'Identity is verified above 700 EUR.',
    'e2e/journeys/bankTransfers.spec.ts › above 700 EUR the document is asked for when the money has come',
  ),
  satisfied('A refund is promised within 24 hours.', 'e2e/specification/texts.test.ts › $text'),
  differs(
    'Delivery is expected within 3 minutes, for the network’s confirmations.',
    'Each network says its own minutes, since a block of Bitcoin alone takes ten (a vendor’s limit); what the own orders took is shown once there are three.',
  ),
  satisfied(
    'Another code can be sent after 60 s.',
    `${pages} › a code that was sent counts a minute before another one`,
  ),
  satisfied('"Copied" stays for 1500 ms.', `${wire} › a copy is told for one and a half seconds`),
  satisfied(
    'A session ends at expTime × 1000.',
    'web/features/session/session.test.ts › counts only before expTime, in seconds',
  ),
  satisfied(
    'KYC status 2 and 3 are special.',
    'web/features/payment/preparation.test.ts › details that stand at %s lead to %s before any order',
  ),
  satisfied(
    "Identification is needed at '0'.",
    'web/features/payment/preparation.test.ts › a document that the order waits for is asked for',
  ),
  satisfied(
    'zh-CN where the browser begins with zh, else en-US.',
    'e2e/journeys/purchases.spec.ts › Chinese browsers are spoken to in Chinese',
    'e2e/journeys/languages.spec.ts › is answered in the nearest language there is',
  ),
  satisfied(
    'Partner origins have a fixed method and provider.',
    'e2e/journeys/buyPages.spec.ts › a partner site’s buyers pay by card at the own provider',
  ),
  satisfied('The version is 202508121055.', 'web/routes.test.ts › the version stamp'),
];
