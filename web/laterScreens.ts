const account = () => import('./screens/account.ts');

/** Where every screen but the first comes from: in a part of its own, for the list is long and Edit needs nothing of it. */
export const laterScreens = {
  Buy: async () => (await import('./screens/Buy.tsx')).Buy,
  Order: async () => (await import('./screens/Order.tsx')).Order,
  WaitPayment: async () => (await import('./screens/WaitPayment.tsx')).WaitPayment,
  LeaveSlipway: async () => (await import('./screens/LeaveSlipway.tsx')).LeaveSlipway,
  SelectOffer: async () => (await import('./screens/SelectOffer.tsx')).SelectOffer,
  SubmitAddress: async () => (await import('./screens/SubmitAddress.tsx')).SubmitAddress,
  ConfirmAddress: async () => (await import('./screens/ConfirmAddress.tsx')).ConfirmAddress,
  EmailLogin: async () => (await import('./screens/EmailLogin.tsx')).EmailLogin,
  VerificationCode: async () => (await import('./screens/VerificationCode.tsx')).VerificationCode,
  EnterInformation: async () => (await import('./screens/EnterInformation.tsx')).EnterInformation,
  SelectCard: async () => (await import('./screens/SelectCard.tsx')).SelectCard,
  EnterCard: async () => (await import('./screens/EnterCard.tsx')).EnterCard,
  PaymentStatus: async () => (await import('./screens/PaymentStatus.tsx')).PaymentStatus,
  OrderStatus: async () => (await import('./screens/OrderStatus.tsx')).OrderStatus,
  VerifyId: async () => (await import('./screens/VerifyId.tsx')).VerifyId,
  KycStatus: async () => (await import('./screens/KycStatus.tsx')).KycStatus,
  MyOrders: async () => (await account()).MyOrders,
  Sessions: async () => (await account()).Sessions,
  Settings: async () => (await account()).Settings,
  Cards: async () => (await account()).Cards,
  Addresses: async () => (await account()).Addresses,
  AddAddress: async () => (await account()).AddAddress,
  AccountDeleted: async () => (await account()).AccountDeleted,
  LanguageDemo: async () => (await import('./screens/LanguageDemo.tsx')).LanguageDemo,
};
