import { Link } from '@tanstack/react-router';
import { Card } from '../../parts/Card.tsx';
import { HourBars } from '../../parts/charts/HourBars.tsx';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import type { TodayData } from './TodayScreen.tsx';

type DayCardProps = { readonly day: TodayData['day']; readonly now: string };

/** Today's deliveries compared with the usual, and their margin. */
export function DayCard({ day, now }: DayCardProps) {
  const { delivered, orders, usualByNow, taken, costs, left, leftPercent } = day;
  const hour = new Date(now).getUTCHours();
  const hours = day.hours.filter((one) => one.hour <= hour);
  const unpriced = [...new Set([...taken.unpriced, ...costs.unpriced])];
  const sum = formatAmountWithCode(delivered.sum.amount, 'EUR');
  return (
    <Card title="Delivered today" aside={<Link to="/reports/{-$name}">Reports</Link>}>
      <p className="day-lead">
        <Money amount={delivered.sum.amount} size="hero" />
        <span className="second">
          EUR, {orders} {orders === 1 ? 'order' : 'orders'}
        </span>
        {usualByNow && (
          <span className="second day-usual">
            usual by now <Money amount={usualByNow.amount} />
          </span>
        )}
      </p>
      <HourBars
        label={`Delivered today by hour, UTC: ${sum} so far${usualByNow ? `; usual by now ${formatAmountWithCode(usualByNow.amount, 'EUR')}` : ''}`}
        bars={hours.map((one) => ({
          hour: `${String(one.hour).padStart(2, '0')}:00`,
          value: Number(one.delivered),
          ...(usualByNow && { usual: Number(one.usual), usualLabel: formatAmountWithCode(one.usual, 'EUR') }),
          label: formatAmountWithCode(one.delivered, 'EUR'),
        }))}
      />
      <KeyValues
        rows={[
          { label: 'Gross revenue', value: <Money amount={taken.sum.amount} code="EUR" /> },
          {
            label: 'Acquirer, exchange, network, partners',
            value: <Money amount={negate(costs.sum.amount)} code="EUR" />,
          },
          {
            label: `Net revenue${leftPercent === null ? '' : `, ${leftPercent}%`}`,
            value: <Money amount={left.sum.amount} code="EUR" loss />,
            total: true,
          },
        ]}
      />
      {unpriced.length > 0 && <p className="second">Excluded (no price): {unpriced.join(', ')}.</p>}
    </Card>
  );
}

function negate(amount: string): string {
  if (amount.startsWith('-')) return amount.slice(1);
  return /[1-9]/.test(amount) ? `-${amount}` : amount;
}
