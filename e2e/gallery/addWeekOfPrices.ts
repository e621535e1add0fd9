import type { CallData } from '@slipway/contract/calls.ts';

const HOUR_MS = 3_600_000;
const HOURS_PER_DAY = 24;
/** One price per hour, at both ends of the week. */
const POINTS = 7 * HOURS_PER_DAY + 1;

/** Adds a week of prices that ends at the current price. Floats are precise enough, since the prices are only drawn. */
export function addWeekOfPrices(data: CallData<'currencyPrice'>): CallData<'currencyPrice'> {
  const points = createWeekOfPrices(data.price);
  const changePercent = (Number(data.price) / Number(points.at(-1 - HOURS_PER_DAY)?.price) - 1) * 100;
  return { ...data, points, change24h: `${changePercent < 0 ? '' : '+'}${changePercent.toFixed(2)}` };
}

function createWeekOfPrices(price: string): CallData<'currencyPrice'>['points'] {
  const now = Date.now();
  return Array.from({ length: POINTS }, (_, index) => {
    const share = index / (POINTS - 1);
    const swing = Math.sin(share * 7.5) * 0.006 + Math.sin(share * 41) * 0.0008 + (share - 1) * 0.0124;
    const end = Math.sin(7.5) * 0.006 + Math.sin(41) * 0.0008;
    return {
      at: new Date(now - (POINTS - 1 - index) * HOUR_MS).toISOString(),
      price: (Number(price) * (1 + swing - end)).toFixed(2),
    };
  });
}
