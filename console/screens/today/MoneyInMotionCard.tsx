import { useNow } from '../../api/useNow.ts';
import { Card } from '../../parts/Card.tsx';
import { type BarShare, StackedBar } from '../../parts/charts/StackedBar.tsx';
import { Note } from '../../parts/Note.tsx';
import { formatTimeLeft } from '../../parts/time/formatTimeLeft.ts';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import { Money } from '../../parts/values/Money.tsx';
import type { TodayData } from './TodayScreen.tsx';

type MoneyInMotion = TodayData['motion'];
type Stage = MoneyInMotion['stages'][number];

const TITLES: Readonly<Record<Stage['stage'], string>> = {
  held: 'Authorized, not captured',
  paid: 'Paid, converting',
  converted: 'Ready to send',
  delivering: 'Delivering',
  on_hold: 'On hold',
  returning: 'Refunding',
};

const TONES: Readonly<Record<Stage['stage'], BarShare['tone']>> = {
  held: 'tide-1',
  paid: 'tide-2',
  converted: 'tide-3',
  delivering: 'tide',
  on_hold: 'warn',
  returning: 'edge',
};

export function MoneyInMotionCard({ motion }: { readonly motion: MoneyInMotion }) {
  const { total, orders, stages, unplaced } = motion;
  return (
    <Card
      lift
      flush
      title="Funds in open orders"
      aside={
        <span>
          <b className="ink">
            <Money amount={total.sum.amount} code={total.sum.unit} />
          </b>{' '}
          in {orders} {orders === 1 ? 'order' : 'orders'}
          {total.unpriced.length > 0 && `, excluding ${total.unpriced.join(', ')} (no price)`}
        </span>
      }
    >
      <ul className="today-stages">
        {stages.map((stage) => (
          <li key={stage.stage}>
            <span className="second">{TITLES[stage.stage]}</span>
            <Money amount={stage.worth.sum.amount} size="lead" />
            <StageNote stage={stage} />
          </li>
        ))}
      </ul>
      {unplaced.length > 0 && (
        <div className="today-unplaced">
          <Note tone="bad">
            The ledger owes buyers {unplaced.map(({ amount, unit }) => `${amount} ${unit}`).join(', ')} in addition to
            these orders. No order accounts for it: check the trial balance.
          </Note>
        </div>
      )}
      <StackedBar
        label={`Funds in open orders by stage: ${stages.map(({ stage, worth }) => `${TITLES[stage]} ${formatAmountWithCode(worth.sum.amount, 'EUR')}`).join(', ')}.`}
        shares={stages.map(({ stage, worth }) => ({ id: stage, weight: Number(worth.sum.amount), tone: TONES[stage] }))}
      />
    </Card>
  );
}

function StageNote({ stage: { stage, orders, oldest, halted, withoutAccount } }: { readonly stage: Stage }) {
  const now = useNow();
  if (orders === 0) return <span className="second">none</span>;
  const count = `${orders} ${orders === 1 ? 'order' : 'orders'}`;
  if (stage === 'on_hold') return <span className="warn">{`${orders} need${orders === 1 ? 's' : ''} a decision`}</span>;
  return (
    <span className="second">
      {count}
      {halted > 0 ? (
        <span className="warn">, {halted} halted</span>
      ) : withoutAccount > 0 ? (
        <span className="warn">, {withoutAccount} missing bank details</span>
      ) : (
        oldest && `, oldest ${formatTimeLeft(Math.max(0, now - Date.parse(oldest)))}`
      )}
    </span>
  );
}
