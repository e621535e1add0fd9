const loadAccountScreens = () => import('./screens/account/account.ts');

/** Loaders of all screens except the first, in a separate chunk because Edit does not need the list. */
export const laterScreens = {
  Buy: async () => (await import('./screens/Buy.tsx')).Buy,
  Order: async () => (await import('./screens/Order.tsx')).Order,
  WaitPayment: async () => (await import('./screens/orderProgress/WaitPayment.tsx')).WaitPayment,
  LeaveSlipway: async () => (await import('./screens/LeaveSlipway.tsx')).LeaveSlipway,
  SelectOffer: async () => (await import('./screens/SelectOffer.tsx')).SelectOffer,
  SubmitAddress: async () => (await import('./screens/SubmitAddress.tsx')).SubmitAddress,
  ConfirmAddress: async () => (await import('./screens/ConfirmAddress.tsx')).ConfirmAddress,
  EmailLogin: async () => (await import('./screens/EmailLogin.tsx')).EmailLogin,
  VerificationCode: async () => (await import('./screens/VerificationCode.tsx')).VerificationCode,
  EnterInformation: async () => (await import('./screens/identity/EnterInformation.tsx')).EnterInformation,
  SelectCard: async () => (await import('./screens/cardPayment/SelectCard.tsx')).SelectCard,
  EnterCard: async () => (await import('./screens/cardPayment/EnterCard.tsx')).EnterCard,
  PaymentStatus: async () => (await import('./screens/orderProgress/PaymentStatus.tsx')).PaymentStatus,
  OrderStatus: async () => (await import('./screens/orderProgress/OrderStatus.tsx')).OrderStatus,
  VerifyId: async () => (await import('./screens/identity/VerifyId.tsx')).VerifyId,
  KycStatus: async () => (await import('./screens/identity/KycStatus.tsx')).KycStatus,
  MyOrders: async () => (await loadAccountScreens()).MyOrders,
  Sessions: async () => (await loadAccountScreens()).Sessions,
  Settings: async () => (await loadAccountScreens()).Settings,
  Cards: async () => (await loadAccountScreens()).Cards,
  Addresses: async () => (await loadAccountScreens()).Addresses,
  AddAddress: async () => (await loadAccountScreens()).AddAddress,
  AccountDeleted: async () => (await loadAccountScreens()).AccountDeleted,
  LanguageDemo: async () => (await import('./screens/LanguageDemo.tsx')).LanguageDemo,
};
