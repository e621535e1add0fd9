import { differs, type SpecStatement, satisfied } from '../statement.ts';

const wire = 'e2e/specification/wire.test.ts';
const browser = 'e2e/specification/storage.spec.ts';

const answers = 'e2e/specification/wire.spec.ts';
/** Returns the reference of the test of a gallery scene, which expects the status as the heading. */
const shown = (scene: string) => `e2e/screens/everyScreen.spec.ts › ${scene} is accessible and fits`;
const requested = `${answers} › the pages ask for a quote and an order with every field`;
const quoted = `${answers} › answers a quote and its methods with every field`;
const listed = `${answers} › answers the currencies, the token and the countries with every field`;
const stored = `${answers} › answers a login, an order and a saved address with every field`;

/** Statements of section 3, entities and their fields. */
export const entities: readonly SpecStatement[] = [
  satisfied('An inquiry says what is paid: sendCurrency, sendCurrencyAmount.', requested),
  satisfied('An inquiry says what is received: getCurrency, getCurrencyAmount.', requested),
  satisfied('An inquiry has a token.', requested),
  satisfied(
    "An inquiry has a partnerId, '0' by default.",
    requested,
    `${wire} › an inquiry without a partner has partner 0`,
  ),
  satisfied('An inquiry has payMethod and offerType.', requested),
  satisfied(
    'An inquiry has a reference and the refererUrl, the document’s referrer.',
    requested,
    'web/features/draft/references.test.ts › is sent with the order',
  ),
  satisfied('A quote answers both amounts and currencies.', quoted),
  satisfied('A quote has its expireTime in epoch seconds.', quoted),
  satisfied('A quote has its token, payMethod and offerType.', quoted),
  satisfied('A quote has processingFee, transNetworkFee and feeCurrency.', quoted),
  satisfied('A quote has methodList, offerList and methodListImage.', quoted),
  satisfied('A method has payMethod and its icon image2.', quoted),
  satisfied('A method has its amounts and currencies.', quoted),
  satisfied('A method has its fees.', quoted),
  satisfied('A method nests sendCoin.sendAmount and getCoin.getAmount.', quoted),
  satisfied(
    'Its shown fee is the sum of both in two decimals, with the currency.',
    'web/features/quote/computeQuoteFigures.test.ts › fee of %s and %s is shown as %s',
  ),
  satisfied('A pay currency has network, currency, imgUrl, minAmount, maxAmount, imageList.', listed),
  satisfied('The list of them carries normalCurrency.', listed),
  satisfied('A crypto has network, symbol, currency, imgUrl, minAmount, maxAmount, is_popular.', listed),
  satisfied('A token has imgUrl, vol24, maxAmount, minAmount, isHot, currency, symbol.', listed),
  satisfied('The countries carry currCode, isBan, currCountry.', listed),
  satisfied('Each country has currency, code, country.', listed),
  satisfied(
    'The user is stored in local storage: authToken, expTime, kyc_level.',
    `${browser} › stores a login as the three fields`,
  ),
  satisfied(
    'There is a login only while now is before expTime.',
    'web/features/session/session.test.ts › is valid only before expTime, in seconds',
  ),
  satisfied(
    'The draft keeps offerType, offerImg, offerName, offerSendAmount, offerGetAmount.',
    `${browser} › stores what a link and the pages set`,
  ),
  satisfied(
    'The draft keeps service, nextStepContent, serviceLogoUrl, orderNo.',
    `${browser} › stores what a link and the pages set`,
  ),
  satisfied(
    'The draft keeps address, addressFixed, isSaveAddress, walletType, exchange.',
    `${browser} › stores what a link and the pages set`,
  ),
  satisfied(
    'The draft keeps from, goodsOrderAmount, goodsOrderCurrency and the side.',
    `${browser} › stores what a link and the pages set`,
  ),
  satisfied(
    'An order of goods, where one is named, is what the purchase pays for.',
    'web/features/quote/link/quoteQuery.test.ts › fixes the amount of a goods order in the currency that is owed',
    'server/purchase/session/partnerSession.test.ts › for goods buys the amount of the goods order, and contains its number',
  ),
  satisfied(
    'An order is made of an inquiry with address, referer_order, saveAddress, redirectUrl, walletType, exchangeName.',
    requested,
  ),
  satisfied(
    'The authToken goes along where there is one.',
    requested,
    'web/api/call.test.ts › a call sends the login token if there is one',
  ),
  satisfied('A made order answers orderNo, service, nextStepContent, serviceLogoUrl.', stored),
  satisfied(
    'Paid, Converting, Converted, Delivering, Delivered, Expired and Failed are its statuses.',
    'web/features/order/orderStatuses.test.ts › %s has a name and a sentence in every language',
    ...['paid', 'converting', 'converted', 'delivering', 'delivered'].map((status) => shown(`order-${status}`)),
    ...['expired', 'failed'].map((status) => shown(`payment-${status}`)),
  ),
  satisfied('So are underpaid and refunded.', shown('payment-underpaid'), shown('order-refunded')),
  satisfied(
    'The details are first name, last name, birth date, citizenship, city, purpose, number.',
    'web/features/details/detailsRules.test.ts › every field is required',
    stored,
  ),
  satisfied(
    'A billing address is country, city, ZIP code and address.',
    'web/features/payment/card/billingForm.test.ts › every field is required, and spaces do not count',
  ),
  satisfied('A saved address is crypto, network, address and a name.', stored),
  satisfied('A point has type, user_id, place and extras.', `${answers} › the pages make the other calls as specified`),
  differs(
    'A point has the order_id.',
    'The call takes it and the pages send none: an order leads to a person, and the funnel has no personal data (law; docs/decisions.md, tracking).',
  ),
  differs(
    'user_id is a fingerprint of the device.',
    'It is a random id: a fingerprint tells people apart who have asked not to be (law; docs/decisions.md, tracking).',
  ),
  satisfied(
    'Its place is the present page.',
    'web/features/tracking/sendPoint.test.ts › contains the path with known parameters, and known facts',
  ),
  satisfied(
    'An answer is respCode, respMessage and data.',
    'web/api/call.test.ts › with another respCode than 200 throws an error with all its fields',
    'e2e/journeys/partners/contract.spec.ts › the API answers every example as the OpenAPI document describes',
  ),
  satisfied('Local storage has the user info.', `${browser} › stores a login as the three fields`),
  satisfied(
    'Local storage has the partnerId, once a link gave it.',
    `${browser} › stores what a link and the pages set`,
  ),
  differs(
    'Local storage has payMethods and offerList.',
    'They are prices of one quote, which lives sixty seconds: from a store they would be amounts at which nobody can buy (docs/browser-storage.md).',
  ),
  satisfied(
    'Local storage has keyForm, the details while they are typed.',
    'web/features/details/detailsDraft.test.ts › are stored while they are typed',
  ),
  satisfied(
    'Local storage has billingAddressForm, the billing address while it is typed.',
    'web/features/payment/card/billingForm.test.ts › is stored for half an hour and no longer',
  ),
  satisfied(
    'Session storage has where to go after the login.',
    'web/features/session/session.test.ts › deletes the return page only after returning to it',
  ),
  satisfied(
    'Session storage has where to go after the details.',
    'web/features/payment/preparation/preparation.test.ts › asks for missing details and remembers the way back',
  ),
  satisfied('Session storage has referer_order.', `${browser} › stores what a link and the pages set`),
  satisfied(
    'Session storage has the path before, the global state and the app’s version.',
    `${browser} › stores what a link and the pages set`,
  ),
  satisfied(
    'The app’s version is 202508121055.',
    'web/routes.test.ts › formats the version',
    `${browser} › stores what a link and the pages set`,
  ),
];
