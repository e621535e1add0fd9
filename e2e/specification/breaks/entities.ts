import { change, failing, type PlannedBreak, separately } from './plannedBreak.ts';

const WIRE = 'e2e/specification/wire.test.ts';
const WEB_CALL = 'web/api/call.ts';
const INQUIRY = 'contract/firstQuote.ts';
const QUOTE = 'server/purchase/quote/makeQuote.ts';
const PRICES = 'server/purchase/quote/quoteCalls.ts';
const CURRENCIES = 'server/purchase/quote/currencyListRows.ts';
const REGION = 'server/region/calls.ts';
const DRAFT = 'web/features/draft/draft.ts';
const ORDER_REQUEST = 'web/features/draft/buildOrderRequest.ts';
const SESSION = 'web/features/session/session.ts';
const REFERENCES = 'web/features/draft/references.ts';

/** Breaks of section 3, entities and their fields. */
export const entityBreaks: Readonly<Record<string, PlannedBreak>> = {
  'An inquiry has sendCurrency and sendCurrencyAmount.': change(
    INQUIRY,
    '    sendCurrency,\n    sendCurrencyAmount: side',
    '    sendCurrencyAmount: side',
  ),
  'An inquiry has getCurrency and getCurrencyAmount.': change(
    INQUIRY,
    "    getCurrencyAmount: side === 'Get' ? amount : '',\n",
    '',
  ),
  'An inquiry has a token.': change(INQUIRY, '    token,\n    partnerId,\n', '    partnerId,\n'),
  "An inquiry has a partnerId, '0' by default.": failing(
    `${WIRE} › an inquiry without a partner has partner 0`,
    change('contract/entities/quote.ts', "partnerId.max(64).default('0')", "partnerId.max(64).default('')"),
  ),
  'An inquiry has payMethod and offerType.': change(INQUIRY, '    offerType,\n    reference,\n', '    reference,\n'),
  'An inquiry has a reference and a refererUrl, the document’s referrer.': failing(
    'e2e/specification/wire.spec.ts › the pages request a quote and an order with every field',
    change(INQUIRY, '    refererUrl,\n    intercept', '    intercept'),
  ),
  'A quote has both amounts and currencies.': change(
    QUOTE,
    '    getCurrencyAmount: formatReceive(purchase.receive),\n',
    '',
  ),
  'A quote has its expireTime in epoch seconds.': change(
    QUOTE,
    '    expireTime,\n    token,\n',
    '    expireTime: expireTime * 1000,\n    token,\n',
  ),
  'A quote has its token, payMethod and offerType.': change(
    QUOTE,
    '    offerType,\n    methodList:',
    '    methodList:',
  ),
  'A quote has processingFee, transNetworkFee and feeCurrency.': change(
    QUOTE,
    '    transNetworkFee: formatAmount(purchase.networkFee),\n',
    '',
  ),
  'A quote has methodList, offerList and methodListImage.': change(
    QUOTE,
    '    methodListImage: options.methods.map(getMethodImage),\n',
    '',
  ),
  'A method has payMethod and its icon image2.': change(PRICES, '    image2: getMethodImage(method),\n', ''),
  'A method has its amounts and currencies.': change(
    PRICES,
    '    ...amounts,\n',
    '    ...{ ...amounts, getCurrency: undefined },\n',
  ),
  'A method has its fees.': change(PRICES, '    ...amounts,\n', '    ...{ ...amounts, processingFee: undefined },\n'),
  'A method nests sendCoin.sendAmount and getCoin.getAmount.': change(
    PRICES,
    '{ getAmount: purchase',
    '{ amount: purchase',
  ),
  'A method’s displayed fee is the sum of both fees with two decimals and the currency.': change(
    'web/features/quote/computeQuoteFigures.ts',
    "total.scale > 2 ? rescale(add(total, HALF_A_HUNDREDTH), 2, 'down') : total",
    'total',
  ),
  'A pay currency has network, currency, imgUrl, minAmount, maxAmount, imageList.': change(
    CURRENCIES,
    '    imageList: methods.map(getMethodImage),\n',
    '',
  ),
  'The response with the pay currencies has normalCurrency.': change(
    'server/purchase/quote/catalogCalls.ts',
    'extraFields: { normalCurrency: findDefaultCurrency(catalog, country) }',
    'extraFields: { currency: findDefaultCurrency(catalog, country) } as never',
  ),
  'A crypto has network, symbol, currency, imgUrl, minAmount, maxAmount, is_popular.': change(
    CURRENCIES,
    '    is_popular: crypto.popular,\n',
    '',
  ),
  'A token has imgUrl, vol24, maxAmount, minAmount, isHot, currency, symbol.': change(
    'server/purchase/quote/marketCalls.ts',
    '          decimals: getQuotedDecimals(crypto.asset),\n          isHot: crypto.hot,\n',
    '          decimals: getQuotedDecimals(crypto.asset),\n',
  ),
  'The country response has currCode, isBan, currCountry.': change(
    REGION,
    '          currCountry: findCountry(country)?.name ?? country,\n',
    '',
  ),
  'Each country has currency, code, country.': change(
    REGION,
    '({ code, country: name, currency })',
    '({ code, name, currency })',
  ),
  'The user is stored in local storage: authToken, expTime, kyc_level.': change(
    SESSION,
    'JSON.stringify({ authToken, expTime, kyc_level })',
    'JSON.stringify({ authToken, expTime })',
  ),
  'The user is logged in only while now is before expTime.': change(
    SESSION,
    'nowMs < user.expTime * 1000',
    'nowMs <= user.expTime * 1000',
  ),
  'The draft keeps offerType, offerImg, offerName, offerSendAmount, offerGetAmount.': change(
    DRAFT,
    "  offerImg: '',\n",
    '',
  ),
  'The draft keeps service, nextStepContent, serviceLogoUrl, orderNo.': change(DRAFT, "  serviceLogoUrl: '',\n", ''),
  'The draft keeps address, addressFixed, isSaveAddress, walletType, exchange.': change(
    DRAFT,
    '  isSaveAddress: false,\n',
    '',
  ),
  'The draft keeps from, goodsOrderAmount, goodsOrderCurrency and the side.': change(DRAFT, "  from: '',\n", ''),
  'If a goods order is given, the purchase pays for it.': change(
    'web/features/quote/link/quoteQuery.ts',
    'amount: goods.goodsOrderAmount,',
    "amount: '',",
  ),
  'An order is created from an inquiry with address, referer_order, saveAddress, redirectUrl, walletType, exchangeName.':
    change(ORDER_REQUEST, '    exchangeName: draft.exchange,\n', ''),
  'An order is created with the authToken if there is one.': separately(
    change(WEB_CALL, 'authToken === undefined ? request', 'authToken !== undefined ? request'),
  ),
  'The order response has orderNo, service, nextStepContent, serviceLogoUrl.': change(
    'server/purchase/order/orderCalls.ts',
    '        serviceLogoUrl: OWN_OFFER_IMAGE,\n',
    '',
  ),
  'Paid, Converting, Converted, Delivering, Delivered, Expired and Failed are order statuses.': change(
    'web/features/order/orderStatuses.ts',
    "return received && (status === 'awaiting_payment'",
    "if (status === 'converted') return 'bought';\n  return received && (status === 'awaiting_payment'",
  ),
  'Underpaid and refunded are order statuses.': change(
    'web/features/order/orderStatuses.ts',
    "exception === 'underpaid') return 'underpaid'",
    "exception === 'underpaid') return 'awaiting_payment'",
  ),
  'The KYC details are first name, last name, birth date, citizenship, city, purpose and contact number.': change(
    'web/features/details/detailsDraft.ts',
    "  phone: '',\n",
    '',
  ),
  'A billing address is country, city, ZIP code and address.': change(
    'web/features/payment/card/billingForm.ts',
    "['name', 'country', 'zip', 'city', 'address']",
    "['name', 'country', 'city', 'address']",
  ),
  'A saved address is crypto, network, address and a name.': change(
    'server/purchase/address/addressBookStore.ts',
    'crypto, network, address, name`',
    "crypto, network, address, '' as name`",
  ),
  'A point has type, user_id, place and extras.': change(
    'web/features/tracking/sendPoint.ts',
    '{ ...buildPoint(step), user_id: getBrowserId() }',
    'buildPoint(step)',
  ),
  'A point’s place is the current page.': change(
    'web/features/tracking/sendPoint.ts',
    '`${pathname}?${parameters}`',
    '`/?${parameters}`',
  ),
  'A response has respCode, respMessage and data.': failing(
    'web/api/call.test.ts › throws an error with all its fields if the respCode is not 200',
    change(WEB_CALL, "typeof body.respMessage === 'string' ? body.respMessage : ''", "''"),
  ),
  'Local storage has the user info.': change(SESSION, "USER_INFO_KEY = 'userInfo'", "USER_INFO_KEY = 'user'"),
  'Local storage has the partnerId if a link has given it.': change(
    'web/features/quote/link/useQuoteLink.ts',
    '    if (query.partnerId) rememberPartner(query.partnerId);\n',
    '',
  ),
  'Local storage has the typed KYC details as keyForm.': change(
    'web/features/details/detailsDraft.ts',
    "STORAGE_KEY = 'keyForm'",
    "STORAGE_KEY = 'detailsForm'",
  ),
  'Local storage has the typed billing address as billingAddressForm.': change(
    'web/features/payment/card/billingForm.ts',
    "DRAFT_KEY = 'billingAddressForm'",
    "DRAFT_KEY = 'billingForm'",
  ),
  'Session storage has the URL to return to after the login.': change(
    SESSION,
    "LOGIN_RETURN_KEY = 'loginSuccessRedirectUrl'",
    "LOGIN_RETURN_KEY = 'loginReturn'",
  ),
  'Session storage has the URL to return to after the KYC details.': change(
    SESSION,
    "DETAILS_RETURN_KEY = 'kycLevel1SuccessRedirectUrl'",
    "DETAILS_RETURN_KEY = 'detailsReturn'",
  ),
  'Session storage has referer_order.': change(
    REFERENCES,
    "REFERER_ORDER = 'referer_order'",
    "REFERER_ORDER = 'refererOrder'",
  ),
  'Session storage has the previous path, the global state and the app version.': change(
    'web/app/getPreviousPath.ts',
    "STORAGE_KEY = 'fromPath'",
    "STORAGE_KEY = 'previousPath'",
  ),
  'The stored app version is 202508121055.': failing(
    'e2e/specification/storage.spec.ts › stores partner, referring order, previous path, draft and app version',
    change('web/app/appVersion.ts', "APP_VERSION = '202508121055'", "APP_VERSION = '202508121056'"),
  ),
};
