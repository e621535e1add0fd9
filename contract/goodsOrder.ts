/** What a partner's shop is owed for an order of its own: a purchase may be made to pay for it. '' for both: nothing. */
export type GoodsOrder = { readonly goodsOrderAmount: string; readonly goodsOrderCurrency: string };

/** The two currencies that a link or a session names, and what it says of their amounts; '' for nothing. */
type Named = {
  readonly sendCurrency: string;
  readonly sendCurrencyAmount: string;
  readonly getCurrency: string;
  readonly getCurrencyAmount: string;
};

/**
 * The field of the purchase that the goods order fills: the amount in the currency that both name, where no amount is named.
 * Coins before money: a shop that is paid in coins is owed what arrives. Null: it fills none.
 */
export function amountOfGoods(
  { goodsOrderAmount, goodsOrderCurrency }: GoodsOrder,
  { sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount }: Named,
): 'getCurrencyAmount' | 'sendCurrencyAmount' | null {
  if (goodsOrderAmount === '' || goodsOrderCurrency === '') return null;
  if (sendCurrencyAmount !== '' || getCurrencyAmount !== '') return null;
  if (goodsOrderCurrency === getCurrency) return 'getCurrencyAmount';
  return goodsOrderCurrency === sendCurrency ? 'sendCurrencyAmount' : null;
}
