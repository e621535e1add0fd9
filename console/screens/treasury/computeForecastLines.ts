import type { ChartLine } from '../../parts/charts/LineChart.tsx';

const HOUR_MS = 60 * 60_000;
const HOURS = 24;

type Forecast = {
  readonly past: readonly { readonly at: string; readonly amount: string }[];
  readonly now: string;
  readonly reserved: string;
  readonly perHour: string;
  readonly refill: { readonly amount: string } | null;
};

export type ForecastLines = {
  readonly times: readonly number[];
  readonly lines: readonly Omit<ChartLine, 'labels'>[];
};

/**
 * Returns hourly points, a day back and a day ahead, only for drawing: exact figures are in the card. A forecast is never
 * negative.
 */
export function computeForecastLines(forecast: Forecast, now: number): ForecastLines {
  const steps = Array.from({ length: 2 * HOURS + 1 }, (_, index) => index - HOURS);
  const [balance, pace, reserved] = [forecast.now, forecast.perHour, forecast.reserved].map(Number) as [
    number,
    number,
    number,
  ];
  const computeBalance = (step: number, more: number) => (step < 0 ? null : Math.max(0, balance + more - step * pace));
  const points = forecast.past.map(({ at, amount }) => ({ at: Date.parse(at), amount: Number(amount) }));
  const findPastBalance = (time: number) =>
    points.findLast(({ at }) => at <= time)?.amount ?? points[0]?.amount ?? balance;
  const refill = forecast.refill ? Number(forecast.refill.amount) : undefined;
  return {
    times: steps.map((step) => now + step * HOUR_MS),
    lines: [
      {
        title: 'In the wallet',
        kind: 'fact',
        values: steps.map((step) => (step > 0 ? null : step === 0 ? balance : findPastBalance(now + step * HOUR_MS))),
      },
      { title: 'Without a refill', kind: 'forecast', values: steps.map((step) => computeBalance(step, 0)) },
      ...(refill === undefined
        ? []
        : [
            {
              title: 'With the refill',
              kind: 'chosen' as const,
              values: steps.map((step) => computeBalance(step, refill)),
            },
          ]),
      { title: 'Reserved', kind: 'bound', values: steps.map(() => reserved) },
    ],
  };
}
