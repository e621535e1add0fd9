import type { z } from 'zod';
import { addPasskey } from './calls/account/addPasskey.ts';
import { authInfo } from './calls/account/authInfo.ts';
import { confirmLogin } from './calls/account/confirmLogin.ts';
import { deleteAccount } from './calls/account/deleteAccount.ts';
import { delPasskey } from './calls/account/delPasskey.ts';
import { endOtherSessions } from './calls/account/endOtherSessions.ts';
import { endSession } from './calls/account/endSession.ts';
import { expAuth } from './calls/account/expAuth.ts';
import { exportData } from './calls/account/exportData.ts';
import { login } from './calls/account/login.ts';
import { newPasskeyOptions } from './calls/account/newPasskeyOptions.ts';
import { passkeyLogin } from './calls/account/passkeyLogin.ts';
import { passkeyOptions } from './calls/account/passkeyOptions.ts';
import { sendCode } from './calls/account/sendCode.ts';
import { sessionList } from './calls/account/sessionList.ts';
import { addCryptoAddress } from './calls/addresses/addCryptoAddress.ts';
import { listSavedAddresses } from './calls/addresses/address.ts';
import { delCryptoAddress } from './calls/addresses/delCryptoAddress.ts';
import { editCryptoAddress } from './calls/addresses/editCryptoAddress.ts';
import { getAddressCryptoList } from './calls/addresses/getAddressCryptoList.ts';
import { getAddressNetworkList } from './calls/addresses/getAddressNetworkList.ts';
import { isCreateWallet } from './calls/addresses/isCreateWallet.ts';
import { validateAddress } from './calls/addresses/validateAddress.ts';
import { validateGetAddress } from './calls/addresses/validateGetAddress.ts';
import { addKyc } from './calls/identity/addKyc.ts';
import { checkIdentification } from './calls/identity/checkIdentification.ts';
import { checkIdentificationResult } from './calls/identity/checkIdentificationResult.ts';
import { getIdentificationResult } from './calls/identity/getIdentificationResult.ts';
import { getIdentificationUrl } from './calls/identity/getIdentificationUrl.ts';
import { getKycInfo } from './calls/identity/getKycInfo.ts';
import { userStatus } from './calls/identity/userStatus.ts';
import { getallcountry } from './calls/lists/getallcountry.ts';
import { getCity } from './calls/lists/getCity.ts';
import { getCountry } from './calls/lists/getCountry.ts';
import { getCryptoList } from './calls/lists/getCryptoList.ts';
import { getCurrencyInfo } from './calls/lists/getCurrencyInfo.ts';
import { getList } from './calls/lists/getList.ts';
import { getNatureList } from './calls/lists/getNatureList.ts';
import { payList } from './calls/lists/payList.ts';
import { travelExchangeList } from './calls/lists/travelExchangeList.ts';
import { answerRequote } from './calls/order/answerRequote.ts';
import { cancelOrder } from './calls/order/cancelOrder.ts';
import { coinOrder, createOrder, cryptoOrder } from './calls/order/createOrder.ts';
import { getConfirmedBlock } from './calls/order/getConfirmedBlock.ts';
import { orderDetail } from './calls/order/orderDetail.ts';
import { orderList } from './calls/order/orderList.ts';
import { orderReceipt } from './calls/order/orderReceipt.ts';
import { providerPage } from './calls/order/providerPage.ts';
import { cardList } from './calls/payment/cardList.ts';
import { checkoutInfo } from './calls/payment/checkoutInfo.ts';
import { delCreditCard } from './calls/payment/delCreditCard.ts';
import { getBillingAddress } from './calls/payment/getBillingAddress.ts';
import { payOrder } from './calls/payment/payOrder.ts';
import { currencyPrice } from './calls/quote/currencyPrice.ts';
import { offerInquiry } from './calls/quote/offerInquiry.ts';
import { offerInquiryInfo } from './calls/quote/offerInquiryInfo.ts';
import { offerList } from './calls/quote/offerList.ts';
import { offerMethodList } from './calls/quote/offerMethodList.ts';
import { priceList } from './calls/quote/priceList.ts';
import { addPoint } from './calls/tracking/addPoint.ts';
import { addReplay } from './calls/tracking/addReplay.ts';
import { openSession } from './calls/tracking/openSession.ts';
import { partnerInfo } from './calls/tracking/partnerInfo.ts';

/** All calls of the pages. The server does not start unless it has a handler for each. */
export const calls = {
  getallcountry,
  payList,
  getList,
  getCryptoList,
  getCurrencyInfo,
  currencyPrice,
  offerInquiry,
  offerInquiryInfo,
  priceList,
  offerMethodList,
  offerList,
  validateAddress,
  validateGetAddress,
  sendCode,
  login,
  authInfo,
  expAuth,
  passkeyOptions,
  passkeyLogin,
  newPasskeyOptions,
  addPasskey,
  delPasskey,
  confirmLogin,
  sessionList,
  endSession,
  endOtherSessions,
  userStatus,
  addKyc,
  getKycInfo,
  getNatureList,
  getCountry,
  getCity,
  checkIdentification,
  checkIdentificationResult,
  getIdentificationUrl,
  getIdentificationResult,
  cardList,
  delCreditCard,
  getBillingAddress,
  travelExchangeList,
  address: listSavedAddresses,
  getAddressCryptoList,
  getAddressNetworkList,
  addCryptoAddress,
  editCryptoAddress,
  delCryptoAddress,
  isCreateWallet,
  order: createOrder,
  cryptoOrder,
  coinOrder,
  payOrder,
  checkoutInfo,
  orderList,
  orderDetail,
  orderReceipt,
  providerPage,
  getConfirmedBlock,
  answerRequote,
  cancelOrder,
  exportData,
  deleteAccount,
  partnerInfo,
  openSession,
  addPoint,
  addReplay,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** Request of a client: amounts may be numbers, fields with defaults may be omitted. */
export type CallRequest<Name extends CallName> = z.input<Calls[Name]['request']>;
/** Validated request that a handler gets, with defaults filled in. */
export type CallInput<Name extends CallName> = z.output<Calls[Name]['request']>;
export type CallData<Name extends CallName> = z.output<Calls[Name]['data']>;
/** Envelope fields other than `data`; most calls have none. */
export type CallEnvelopeFields<Name extends CallName> = Calls[Name] extends { readonly extraFields?: infer ExtraFields }
  ? ExtraFields extends z.ZodObject
    ? z.output<ExtraFields>
    : object
  : object;
