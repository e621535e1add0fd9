import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { type Line, LineChart } from '../../parts/LineChart.tsx';
import { Money } from '../../parts/Money.tsx';
import { moneyWithCode } from '../../parts/moneyWords.ts';
import { Time } from '../../parts/Time.tsx';
import { type ForecastLines, forecastLines } from './forecastLines.ts';
import type { TreasuryData } from './TreasuryScreen.tsx';

type ForecastCardProps = {
  readonly forecast: TreasuryData['forecast'];
  readonly now: string;
  readonly windowDays: number;
};

/** Where the forms are: a text, since the address ends as each of them is called. */
const TRANSFERS: string = '/treasury/transfers';

/** From the text of a forecast: the chart is given the same lists until the text is another. */
function drawnOf(text: string, hour: string): ForecastLines | undefined {
  const forecast = JSON.parse(text) as TreasuryData['forecast'];
  return forecast ? forecastLines(forecast, Date.parse(`${hour}:00:00Z`)) : undefined;
}

/** The coin that lasts shortest: how it went, and how it goes on with and without what is on its way. */
export function ForecastCard({ forecast, now, windowDays }: ForecastCardProps) {
  const navigate = useNavigate();
  // The hour is as fine as the chart: it is drawn anew when one is over, or what it shows has changed.
  const hour = now.slice(0, 13);
  const key = JSON.stringify(forecast);
  const drawn = useMemo(() => drawnOf(key, hour), [key, hour]);
  if (!forecast || !drawn)
    return (
      <Card title="Forecast">
        <p className="second">Nothing was delivered in the last {windowDays} days: no coin runs short.</p>
      </Card>
    );
  const { name, unit, reserved, shortAt, refill, perHour, move, buy } = forecast;
  const lines: readonly Line[] = drawn.lines.map((line) => ({
    ...line,
    words: line.values.map((value) => (value === null ? '–' : `${value} ${unit}`)),
  }));
  return (
    <Card title={`${name} in the wallet`} aside="now − 24 h, + 24 h">
      <LineChart
        label={`${name}: ${moneyWithCode(forecast.now, unit)} now${shortAt ? `; at this pace nothing is free at ${shortAt.slice(11, 16)} UTC` : ''}`}
        times={drawn.times}
        lines={lines}
      />
      <KeyValues
        rows={[
          { label: 'Reserved for orders', value: <Money amount={reserved} code={unit} /> },
          { label: `Goes in an hour, the mean of ${windowDays} days`, value: <Money amount={perHour} code={unit} /> },
          ...(shortAt ? [{ label: 'Nothing is free at', value: <Time iso={shortAt} />, tone: 'warn' as const }] : []),
          {
            label: refill ? 'Asked for, or on its way' : 'On its way',
            value: refill ? <Money amount={refill.amount} code={refill.unit} /> : 'nothing',
          },
          ...(move
            ? [{ label: 'To move from the venue', value: <Money amount={move.amount} code={move.unit} /> }]
            : []),
          ...(buy ? [{ label: 'To buy beside', value: <Money amount={buy.amount} code={buy.unit} /> }] : []),
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
