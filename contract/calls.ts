import type { z } from 'zod';
import { addCryptoAddress } from './calls/addCryptoAddress.ts';
import { addKyc } from './calls/addKyc.ts';
import { addPasskey } from './calls/addPasskey.ts';
import { addPoint } from './calls/addPoint.ts';
import { addReplay } from './calls/addReplay.ts';
import { address } from './calls/address.ts';
import { answerRequote } from './calls/answerRequote.ts';
import { authInfo } from './calls/authInfo.ts';
import { cancelOrder } from './calls/cancelOrder.ts';
import { cardList } from './calls/cardList.ts';
import { checkIdentification } from './calls/checkIdentification.ts';
import { checkIdentificationResult } from './calls/checkIdentificationResult.ts';
import { checkoutInfo } from './calls/checkoutInfo.ts';
import { coinOrder } from './calls/coinOrder.ts';
import { confirmLogin } from './calls/confirmLogin.ts';
import { cryptoOrder } from './calls/cryptoOrder.ts';
import { currencyPrice } from './calls/currencyPrice.ts';
import { delCreditCard } from './calls/delCreditCard.ts';
import { delCryptoAddress } from './calls/delCryptoAddress.ts';
import { deleteAccount } from './calls/deleteAccount.ts';
import { delPasskey } from './calls/delPasskey.ts';
import { editCryptoAddress } from './calls/editCryptoAddress.ts';
import { endOtherSessions } from './calls/endOtherSessions.ts';
import { endSession } from './calls/endSession.ts';
import { expAuth } from './calls/expAuth.ts';
import { exportData } from './calls/exportData.ts';
import { getAddressCryptoList } from './calls/getAddressCryptoList.ts';
import { getAddressNetworkList } from './calls/getAddressNetworkList.ts';
import { getallcountry } from './calls/getallcountry.ts';
import { getBillingAddress } from './calls/getBillingAddress.ts';
import { getCity } from './calls/getCity.ts';
import { getConfirmedBlock } from './calls/getConfirmedBlock.ts';
import { getCountry } from './calls/getCountry.ts';
import { getCryptoList } from './calls/getCryptoList.ts';
import { getCurrencyInfo } from './calls/getCurrencyInfo.ts';
import { getIdentificationResult } from './calls/getIdentificationResult.ts';
import { getIdentificationUrl } from './calls/getIdentificationUrl.ts';
import { getKycInfo } from './calls/getKycInfo.ts';
import { getList } from './calls/getList.ts';
import { getNatureList } from './calls/getNatureList.ts';
import { isCreateWallet } from './calls/isCreateWallet.ts';
import { login } from './calls/login.ts';
import { newPasskeyOptions } from './calls/newPasskeyOptions.ts';
import { offerInquiry } from './calls/offerInquiry.ts';
import { offerInquiryInfo } from './calls/offerInquiryInfo.ts';
import { offerList } from './calls/offerList.ts';
import { offerMethodList } from './calls/offerMethodList.ts';
import { openSession } from './calls/openSession.ts';
import { order } from './calls/order.ts';
import { orderDetail } from './calls/orderDetail.ts';
import { orderList } from './calls/orderList.ts';
import { orderReceipt } from './calls/orderReceipt.ts';
import { partnerInfo } from './calls/partnerInfo.ts';
import { passkeyLogin } from './calls/passkeyLogin.ts';
import { passkeyOptions } from './calls/passkeyOptions.ts';
import { payList } from './calls/payList.ts';
import { payOrder } from './calls/payOrder.ts';
import { priceList } from './calls/priceList.ts';
import { providerPage } from './calls/providerPage.ts';
import { sendCode } from './calls/sendCode.ts';
import { sessionList } from './calls/sessionList.ts';
import { travelExchangeList } from './calls/travelExchangeList.ts';
import { userStatus } from './calls/userStatus.ts';
import { validateAddress } from './calls/validateAddress.ts';
import { validateGetAddress } from './calls/validateGetAddress.ts';

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
  address,
  getAddressCryptoList,
  getAddressNetworkList,
  addCryptoAddress,
  editCryptoAddress,
  delCryptoAddress,
  isCreateWallet,
  order,
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
export type CallEnvelopeFields<Name extends CallName> = Calls[Name] extends { readonly beside?: infer Beside }
  ? Beside extends z.ZodObject
    ? z.output<Beside>
    : object
  : object;
