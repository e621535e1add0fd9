import type { CallData } from '@slipway/contract/calls.ts';

const QUARTER_MS = 15 * 60 * 1000;
const POINTS = 96;

/** Adds a day of prices that ends at the current price. For drawing only, so floats are precise enough. */
export function addDayOfPrices(data: CallData<'currencyPrice'>): CallData<'currencyPrice'> {
  const points = createDayOfPrices(data.price);
  const grown = (Number(data.price) / Number(points[0]?.price) - 1) * 100;
  return { ...data, points, change24h: `${grown < 0 ? '' : '+'}${grown.toFixed(2)}` };
}

function createDayOfPrices(price: string): CallData<'currencyPrice'>['points'] {
  const now = Date.now();
  return Array.from({ length: POINTS }, (_, index) => {
    const share = index / (POINTS - 1);
    const swing = Math.sin(share * 7.5) * 0.006 + Math.sin(share * 41) * 0.0008 + (share - 1) * 0.0124;
    const end = Math.sin(7.5) * 0.006 + Math.sin(41) * 0.0008;
    return {
      at: new Date(now - (POINTS - 1 - index) * QUARTER_MS).toISOString(),
      price: (Number(price) * (1 + swing - end)).toFixed(2),
    };
  });
}
