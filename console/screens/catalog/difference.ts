import { add, type Decimal, formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';

/** `then − now` of two decimals, each of which may lie below zero, as fees are written. */
export function difference(next: string, now: string): string {
  const { coefficient, scale } = signed(now);
  return formatDecimal(add(signed(next), { coefficient: -coefficient, scale }));
}

function signed(text: string): Decimal {
  if (!text.startsWith('-')) return parseDecimal(text);
  const { coefficient, scale } = parseDecimal(text.slice(1));
  return { coefficient: -coefficient, scale };
}
