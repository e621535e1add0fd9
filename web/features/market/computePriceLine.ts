export type PricePoint = { readonly at: string; readonly price: string };

/** Chart line in a box of `width` by `height`, with its extreme points. */
export type PriceLine = {
  readonly path: string;
  readonly low: PlacedPrice;
  readonly high: PlacedPrice;
  readonly last: PlacedPrice;
  /** Y coordinate of the first price, with which the last one is compared. */
  readonly openY: number;
};

export type PlacedPrice = { readonly x: number; readonly y: number; readonly price: string };

/** Minimum data for a line; without it only the price is shown. */
const MIN_POINTS = 8;
const MIN_SPAN_MS = 2 * 60 * 60 * 1000;

/** Returns the line of the prices, or null if there is too little data. Prices become floats only for drawing. */
export function computePriceLine(points: readonly PricePoint[], width: number, height: number): PriceLine | null {
  const times = points.map(({ at }) => Date.parse(at));
  const prices = points.map(({ price }) => Number(price));
  const [start = 0] = times;
  const span = (times.at(-1) ?? 0) - start;
  if (points.length < MIN_POINTS || span < MIN_SPAN_MS) return null;
  const lowest = Math.min(...prices);
  const range = Math.max(...prices) - lowest || 1;
  const placed = points.map(({ price }, index) => ({
    x: round((((times[index] ?? start) - start) / span) * width),
    y: round((1 - ((prices[index] ?? lowest) - lowest) / range) * height),
    price,
  }));
  const [first] = placed;
  const last = placed.at(-1);
  if (!first || !last) return null;
  return {
    path: placed.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(''),
    low: placed.reduce((best, one) => (one.y > best.y ? one : best)),
    high: placed.reduce((best, one) => (one.y < best.y ? one : best)),
    last,
    openY: first.y,
  };
}

/** Returns the lowest and highest of the points and the current `price`, and the time of the first point; null without points. */
export function computePriceRange(points: readonly PricePoint[], price: string) {
  const [first] = points;
  if (!first) return null;
  const sorted = [...points.map((point) => point.price), price].toSorted((a, b) => Number(a) - Number(b));
  return { since: first.at, low: sorted[0] ?? price, high: sorted.at(-1) ?? price };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
