/**
 * Payment methods that are wallets, by Stripe's name (docs.stripe.com/api/payment_methods/object, `card.wallet.type`).
 */
export const stripeWallets: Readonly<Record<string, string>> = {
  apple_pay: 'apple_pay',
  google_pay: 'google_pay',
};
