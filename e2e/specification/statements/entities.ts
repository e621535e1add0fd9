import { differs, type SpecStatement, satisfied } from '../statement.ts';

const wire = 'e2e/specification/wire.test.ts';
const browser = 'e2e/specification/storage.spec.ts';

const fields = `${wire} › $entity has every field`;

/** Section 3. */
export const entities: readonly SpecStatement[] = [
  satisfied('An inquiry says what is paid: sendCurrency, sendCurrencyAmount.', fields),
  satisfied('An inquiry says what is received: getCurrency, getCurrencyAmount.', fields),
  satisfied('An inquiry has a token.', fields),
  satisfied(
    "An inquiry has a partnerId, '0' by default.",
    fields,
    `${wire} › an inquiry without a partner has partner 0`,
  ),
  satisfied('An inquiry has payMethod and offerType.', fields),
  satisfied(
    'An inquiry has a reference and the refererUrl, the document’s referrer.',
    fields,
    'web/features/draft/references.test.ts › is sent with the order',
  ),
  satisfied('A quote answers both amounts and currencies.', fields),
  satisfied(
    'A quote has its expireTime in epoch seconds.',
    fields,
    `${wire} › a quote expires at a time in epoch seconds`,
  ),
  satisfied('A quote has its token, payMethod and offerType.', fields),
  satisfied('A quote has processingFee, transNetworkFee and feeCurrency.', fields),
  satisfied('A quote has methodList, offerList and methodListImage.', fields),
  satisfied('A method has payMethod and its icon image2.', fields),
  satisfied('A method has its amounts and currencies.', fields),
  satisfied('A method has its fees.', fields),
  satisfied('A method nests sendCoin.sendAmount and getCoin.getAmount.', fields),
  satisfied(
    'Its shown fee is the sum of both in two decimals, with the currency.',
    'web/features/quote/computeQuoteFigures.test.ts › fee of %s and %s is shown as %s',
  ),
  satisfied('A pay currency has network, currency, imgUrl, minAmount, maxAmount, imageList.', fields),
  satisfied('The list of them carries normalCurrency.', `${wire} › the pay currencies contain normalCurrency`),
  satisfied('A crypto has network, symbol, currency, imgUrl, minAmount, maxAmount, is_popular.', fields),
  satisfied('A token has imgUrl, vol24, maxAmount, minAmount, isHot, currency, symbol.', fields),
  satisfied('The countries carry currCode, isBan, currCountry.', fields),
  satisfied('Each country has currency, code, country.', fields),
  satisfied(
    'The user is kept in local storage: authToken, expTime, kyc_level.',
    `${browser} › stores a login as the three fields`,
  ),
  satisfied(
    'There is a login only while now is before expTime.',
    'web/features/session/session.test.ts › is valid only before expTime, in seconds',
  ),
  satisfied(
    'The draft keeps offerType, offerImg, offerName, offerSendAmount, offerGetAmount.',
    `${wire} › the draft of a purchase has every field`,
  ),
  satisfied(
    'The draft keeps service, nextStepContent, serviceLogoUrl, orderNo.',
    `${wire} › the draft of a purchase has every field`,
  ),
  satisfied(
    'The draft keeps address, addressFixed, isSaveAddress, walletType, exchange.',
    `${wire} › the draft of a purchase has every field`,
  ),
  satisfied(
    'The draft keeps from, goodsOrderAmount, goodsOrderCurrency and the side.',
    `${wire} › the draft of a purchase has every field`,
  ),
  satisfied(
    'An order of goods, where one is named, is what the purchase pays for.',
    'web/features/quote/link/quoteQuery.test.ts › fixes the amount of a goods order in the currency that is owed',
    'server/purchase/session/partnerSession.test.ts › for goods buys what they cost, and names their order',
  ),
  satisfied(
    'An order is made of an inquiry with address, referer_order, saveAddress, redirectUrl, walletType, exchangeName.',
    fields,
  ),
  satisfied(
    'The authToken goes along where there is one.',
    'web/api/call.test.ts › a call sends the login token if there is one',
  ),
  satisfied('A made order answers orderNo, service, nextStepContent, serviceLogoUrl.', fields),
  satisfied(
    'Paid, Converting, Converted, Delivering, Delivered, Expired and Failed are its statuses.',
    'web/features/order/orderStatuses.test.ts › has a name and a sentence in every language',
    `${wire} › every status of the texts has the specified name`,
  ),
  satisfied('So are underpaid and refunded.', `${wire} › every status of the texts has the specified name`),
  satisfied(
    'The details are first name, last name, birth date, citizenship, city, purpose, number.',
    'web/features/details/detailsRules.test.ts › every field is required',
    fields,
  ),
  satisfied('A billing address is country, city, ZIP code and address.', fields),
  satisfied('A saved address is crypto, network, address and a name.', fields),
  satisfied('A point has type, order_id, user_id, place and extras.', fields),
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
    'web/api/call.test.ts › that is no envelope counts as no response',
    'e2e/journeys/partners/contract.spec.ts › answers every example as the document describes',
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
    'web/features/details/detailsDraft.test.ts › restores the typed values',
  ),
  satisfied(
    'Local storage has billingAddressForm, the billing address while it is typed.',
    'web/features/payment/card/billingForm.test.ts › is stored for half an hour and no longer',
  ),
  satisfied(
    'Session storage has where to go after the login.',
    'web/features/session/session.test.ts › no buyer is led to %j',
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
