export type Item = { readonly name: string; readonly cents: number };

/** The visitor's cart, in euro cents. A real shop reads it from its database: prices never come from the browser. */
export const cart: readonly Item[] = [
  { name: 'Print “Night ferry”', cents: 4500 },
  { name: 'Shipping', cents: 1500 },
];

export function sumItems(items: readonly Item[]): number {
  return items.reduce((sum, { cents }) => sum + cents, 0);
}

/** Returns decimal text such as `60.00`: amounts are never floating-point numbers. */
export function formatEuros(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
