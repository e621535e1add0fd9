import { add, type Decimal, formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';

/** Returns `next − now` for two decimals, each of which may be negative, as fees are formatted. */
export function subtractDecimals(next: string, now: string): string {
  const { coefficient, scale } = parseSignedDecimal(now);
  return formatDecimal(add(parseSignedDecimal(next), { coefficient: -coefficient, scale }));
}

function parseSignedDecimal(text: string): Decimal {
  if (!text.startsWith('-')) return parseDecimal(text);
  const { coefficient, scale } = parseDecimal(text.slice(1));
  return { coefficient: -coefficient, scale };
}
