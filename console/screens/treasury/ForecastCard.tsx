import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { type ChartLine, LineChart } from '../../parts/charts/LineChart.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { computeForecastLines, type ForecastLines } from './computeForecastLines.ts';
import type { TreasuryData } from './TreasuryScreen.tsx';

type ForecastCardProps = {
  readonly forecast: TreasuryData['forecast'];
  readonly now: string;
  readonly windowDays: number;
};

/** Path of the forms; typed as a string, because the form's name is appended. */
const TRANSFERS: string = '/treasury/transfers';

/** Parses a forecast's text, so that the chart gets the same arrays until the text changes. */
function parseForecastLines(text: string, hour: string): ForecastLines | undefined {
  const forecast = JSON.parse(text) as TreasuryData['forecast'];
  return forecast ? computeForecastLines(forecast, Date.parse(`${hour}:00:00Z`)) : undefined;
}

/** The coin that lasts shortest: its past and forecast balance, with and without amounts in transit. */
export function ForecastCard({ forecast, now, windowDays }: ForecastCardProps) {
  const navigate = useNavigate();
  // The chart has hourly steps: it is redrawn each hour, or when its data changes.
  const hour = now.slice(0, 13);
  const key = JSON.stringify(forecast);
  const drawn = useMemo(() => parseForecastLines(key, hour), [key, hour]);
  if (!forecast || !drawn)
    return (
      <Card title="Forecast">
        <p className="second">No deliveries in the last {windowDays} days: no asset runs short.</p>
      </Card>
    );
  const { name, unit, reserved, shortAt, refill, perHour, move, buy } = forecast;
  const lines: readonly ChartLine[] = drawn.lines.map((line) => ({
    ...line,
    labels: line.values.map((value) => (value === null ? '–' : `${value} ${unit}`)),
  }));
  return (
    <Card title={`${name} in the wallet`} aside="now − 24 h, + 24 h">
      <LineChart
        label={`${name}: ${formatAmountWithCode(forecast.now, unit)} now${shortAt ? `; at this rate the free balance is used up at ${shortAt.slice(11, 16)} UTC` : ''}`}
        times={drawn.times}
        lines={lines}
      />
      <KeyValues
        rows={[
          { label: 'Reserved for orders', value: <Money amount={reserved} code={unit} /> },
          { label: `Hourly outflow (${windowDays}-day average)`, value: <Money amount={perHour} code={unit} /> },
          ...(shortAt
            ? [{ label: 'Free balance used up at', value: <Time iso={shortAt} />, tone: 'warn' as const }]
            : []),
          {
            label: refill ? 'Requested or in transit' : 'In transit',
            value: refill ? <Money amount={refill.amount} code={refill.unit} /> : 'none',
          },
          ...(move
            ? [{ label: 'To transfer from the exchange', value: <Money amount={move.amount} code={move.unit} /> }]
            : []),
          ...(buy ? [{ label: 'To buy in addition', value: <Money amount={buy.amount} code={buy.unit} /> }] : []),
        ]}
      />
      {move && (
        <Button
          onClick={() =>
            void navigate({ to: `${TRANSFERS}/withdraw`, search: { crypto: move.crypto, amount: move.amount } })
          }
        >
          Refill
        </Button>
      )}
    </Card>
  );
}
