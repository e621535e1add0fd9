export type Cart = { readonly id: string; readonly title: string; readonly euros: string };

/** Returns the visitor's cart. A real shop reads it from its database, for the visitor who is logged in. */
export function readCart(): Cart {
  return { id: 'cart 17', title: 'Top up 60 EUR of USDC', euros: '60.00' };
}
