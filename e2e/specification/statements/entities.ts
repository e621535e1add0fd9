import { differs, type SpecStatement, satisfied } from '../statement.ts';

const wire = 'e2e/specification/wire.test.ts';
const storage = 'e2e/specification/storage.spec.ts';

const answers = 'e2e/specification/wire.spec.ts';
/** Returns the reference of the test of a gallery scene, which expects the status as the heading. */
const shown = (scene: string) => `e2e/screens/everyScreen.spec.ts › ${scene} is accessible and never scrolls sideways`;
const requested = `${answers} › the pages request a quote and an order with every field`;
const quoted = `${answers} › the responses with a quote and its methods have every field`;
const listed = `${answers} › the responses with the currencies, a token and the countries have every field`;
const stored = `${answers} › the responses with a login, an order and a saved address have every field`;

/** Statements of section 3, entities and their fields. */
export const entities: readonly SpecStatement[] = [
  satisfied('An inquiry has sendCurrency and sendCurrencyAmount.', requested),
  satisfied('An inquiry has getCurrency and getCurrencyAmount.', requested),
  satisfied('An inquiry has a token.', requested),
  satisfied(
    "An inquiry has a partnerId, '0' by default.",
    requested,
    `${wire} › an inquiry without a partner has partner 0`,
  ),
  satisfied('An inquiry has payMethod and offerType.', requested),
  satisfied(
    'An inquiry has a reference and a refererUrl, the document’s referrer.',
    requested,
    'web/features/draft/references.test.ts › are kept for later pages, whose referer is the product',
  ),
  satisfied('A quote has both amounts and currencies.', quoted),
  satisfied('A quote has its expireTime in epoch seconds.', quoted),
  satisfied('A quote has its token, payMethod and offerType.', quoted),
  satisfied('A quote has processingFee, transNetworkFee and feeCurrency.', quoted),
  satisfied('A quote has methodList, offerList and methodListImage.', quoted),
  satisfied('A method has payMethod and its icon image2.', quoted),
  satisfied('A method has its amounts and currencies.', quoted),
  satisfied('A method has its fees.', quoted),
  satisfied('A method nests sendCoin.sendAmount and getCoin.getAmount.', quoted),
  satisfied(
    'A method’s displayed fee is the sum of both fees with two decimals and the currency.',
    'web/features/quote/computeQuoteFigures.test.ts › fee of %s and %s is shown as %s',
    'e2e/specification/edit.spec.ts › shows the header and all parts of a quote',
  ),
  satisfied('A pay currency has network, currency, imgUrl, minAmount, maxAmount, imageList.', listed),
  satisfied('The response with the pay currencies has normalCurrency.', listed),
  satisfied('A crypto has network, symbol, currency, imgUrl, minAmount, maxAmount, is_popular.', listed),
  satisfied('A token has imgUrl, vol24, maxAmount, minAmount, isHot, currency, symbol.', listed),
  satisfied('The country response has currCode, isBan, currCountry.', listed),
  satisfied('Each country has currency, code, country.', listed),
  satisfied(
    'The user is stored in local storage: authToken, expTime, kyc_level.',
    `${storage} › stores a login as token, expiry and identity level`,
  ),
  satisfied(
    'The user is logged in only while now is before expTime.',
    'web/features/session/session.test.ts › is valid only before expTime, in seconds',
  ),
  satisfied(
    'The draft keeps offerType, offerImg, offerName, offerSendAmount, offerGetAmount.',
    `${storage} › stores partner, referring order, previous path, draft and app version`,
  ),
  satisfied(
    'The draft keeps service, nextStepContent, serviceLogoUrl, orderNo.',
    `${storage} › stores partner, referring order, previous path, draft and app version`,
  ),
  satisfied(
    'The draft keeps address, addressFixed, isSaveAddress, walletType, exchange.',
    `${storage} › stores partner, referring order, previous path, draft and app version`,
  ),
  satisfied(
    'The draft keeps from, goodsOrderAmount, goodsOrderCurrency and the side.',
    `${storage} › stores partner, referring order, previous path, draft and app version`,
  ),
  satisfied(
    'If a goods order is given, the purchase pays for it.',
    'web/features/quote/link/quoteQuery.test.ts › fixes the amount of a goods order in the currency that is owed',
    'server/purchase/session/partnerSession.test.ts › for goods buys the amount of the goods order, and contains its number',
  ),
  satisfied(
    'An order is created from an inquiry with address, referer_order, saveAddress, redirectUrl, walletType, exchangeName.',
    requested,
  ),
  satisfied(
    'An order is created with the authToken if there is one.',
    requested,
    'web/api/call.test.ts › a call sends the login token if there is one',
  ),
  satisfied('The order response has orderNo, service, nextStepContent, serviceLogoUrl.', stored),
  satisfied(
    'Paid, Converting, Converted, Delivering, Delivered, Expired and Failed are order statuses.',
    'web/features/order/orderStatuses.test.ts › %s has a name and a sentence in every language',
    ...['paid', 'converting', 'converted', 'delivering', 'delivered'].map((status) => shown(`order-${status}`)),
    ...['expired', 'failed'].map((status) => shown(`payment-${status}`)),
  ),
  satisfied('Underpaid and refunded are order statuses.', shown('payment-underpaid'), shown('order-refunded')),
  satisfied(
    'The KYC details are first name, last name, birth date, citizenship, city, purpose and contact number.',
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
    'A point has an order_id.',
    'The call accepts it, but the pages do not send it: an order identifies a person, and the funnel has no personal data (law; docs/decisions/web-tracking-and-recordings.md).',
  ),
  differs(
    'user_id is a fingerprint of the device.',
    'It is a random id: a fingerprint would identify people who have opted out (law; docs/decisions/web-tracking-and-recordings.md).',
  ),
  satisfied(
    'A point’s place is the current page.',
    'web/features/tracking/sendPoint.test.ts › contains the path with known parameters, and known facts',
  ),
  satisfied(
    'A response has respCode, respMessage and data.',
    'web/api/call.test.ts › throws an error with all its fields if the respCode is not 200',
    'e2e/journeys/partners/contract.spec.ts › the API answers every example as the OpenAPI document describes',
  ),
  satisfied('Local storage has the user info.', `${storage} › stores a login as token, expiry and identity level`),
  satisfied(
    'Local storage has the partnerId if a link has given it.',
    `${storage} › stores partner, referring order, previous path, draft and app version`,
  ),
  differs(
    'Local storage has payMethods and offerList.',
    'They are prices of one quote, which is valid for sixty seconds: a stored price could no longer be bought (docs/browser-storage.md).',
  ),
  satisfied(
    'Local storage has the typed KYC details as keyForm.',
    'web/features/details/detailsDraft.test.ts › are stored while they are typed',
  ),
  satisfied(
    'Local storage has the typed billing address as billingAddressForm.',
    'web/features/payment/card/billingForm.test.ts › is stored for half an hour and no longer',
  ),
  satisfied(
    'Session storage has the URL to return to after the login.',
    'web/features/session/session.test.ts › deletes the return page only after returning to it',
  ),
  satisfied(
    'Session storage has the URL to return to after the KYC details.',
    'web/features/payment/preparation/preparation.test.ts › asks for missing details, and remembers to return to the order',
  ),
  satisfied(
    'Session storage has referer_order.',
    `${storage} › stores partner, referring order, previous path, draft and app version`,
  ),
  satisfied(
    'Session storage has the previous path, the global state and the app version.',
    `${storage} › stores partner, referring order, previous path, draft and app version`,
  ),
  satisfied(
    'The stored app version is 202508121055.',
    `${storage} › stores partner, referring order, previous path, draft and app version`,
  ),
];
