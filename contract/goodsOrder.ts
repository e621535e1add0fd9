/** Amount due for an order in a partner's shop, which a purchase may pay for. Both '' if there is none. */
export type GoodsOrder = { readonly goodsOrderAmount: string; readonly goodsOrderCurrency: string };

/** The two currencies and amounts that a link or a session fixes; '' if it does not fix one. */
type FixedTerms = {
  readonly sendCurrency: string;
  readonly sendCurrencyAmount: string;
  readonly getCurrency: string;
  readonly getCurrencyAmount: string;
};

/**
 * Returns the purchase field that the goods order fills: the amount in its currency, if the purchase fixes no amount itself.
 * The received currency has precedence: a shop that is paid in crypto is owed the amount that arrives. Null: it fills none.
 */
export function findGoodsAmountField(
  { goodsOrderAmount, goodsOrderCurrency }: GoodsOrder,
  { sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount }: FixedTerms,
): 'getCurrencyAmount' | 'sendCurrencyAmount' | null {
  if (goodsOrderAmount === '' || goodsOrderCurrency === '') return null;
  if (sendCurrencyAmount !== '' || getCurrencyAmount !== '') return null;
  if (goodsOrderCurrency === getCurrency) return 'getCurrencyAmount';
  return goodsOrderCurrency === sendCurrency ? 'sendCurrencyAmount' : null;
}
