export type Wallet = 'apple_pay' | 'google_pay';

/** The wallet that a method pays with; undefined for every other method. */
export function walletOf(payMethod: string | undefined): Wallet | undefined {
  return payMethod === 'apple_pay' || payMethod === 'google_pay' ? payMethod : undefined;
}
