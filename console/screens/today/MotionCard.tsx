import { useNow } from '../../api/useNow.ts';
import { Card } from '../../parts/Card.tsx';
import { clockWords } from '../../parts/clockWords.ts';
import { FlowShares, type Share } from '../../parts/FlowShares.tsx';
import { Money } from '../../parts/Money.tsx';
import { moneyWithCode } from '../../parts/moneyWords.ts';
import { Note } from '../../parts/Note.tsx';
import type { TodayData } from './TodayScreen.tsx';

type Motion = TodayData['motion'];
type Stage = Motion['stages'][number];

const TITLES: Readonly<Record<Stage['stage'], string>> = {
  held: 'Held on cards, not charged',
  paid: 'Paid, converting',
  converted: 'Converted, to be sent',
  delivering: 'Delivering',
  on_hold: 'On hold',
  returning: 'Going back',
};

const TONES: Readonly<Record<Stage['stage'], Share['tone']>> = {
  held: 'tide-1',
  paid: 'tide-2',
  converted: 'tide-3',
  delivering: 'tide',
  on_hold: 'warn',
  returning: 'edge',
};

export function MotionCard({ motion }: { readonly motion: Motion }) {
  const { total, orders, stages, unplaced } = motion;
  return (
    <Card
      lift
      flush
      title="Money in motion"
      aside={
        <span>
          <b className="ink">
            <Money amount={total.sum.amount} code={total.sum.unit} />
          </b>{' '}
          in {orders} {orders === 1 ? 'order' : 'orders'}
          {total.unpriced.length > 0 && `, without ${total.unpriced.join(', ')}`}
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
            The ledger owes buyers {unplaced.map(({ amount, unit }) => `${amount} ${unit}`).join(', ')} beside these
            orders. No order stands for it: look at the trial balance.
          </Note>
        </div>
      )}
      <FlowShares
        label={`Money in motion by where it stands: ${stages.map(({ stage, worth }) => `${TITLES[stage]} ${moneyWithCode(worth.sum.amount, 'EUR')}`).join(', ')}.`}
        shares={stages.map(({ stage, worth }) => ({ id: stage, weight: Number(worth.sum.amount), tone: TONES[stage] }))}
      />
    </Card>
  );
}

function StageNote({ stage: { stage, orders, oldest, halted, withoutAccount } }: { readonly stage: Stage }) {
  const now = useNow();
  if (orders === 0) return <span className="second">none</span>;
  const count = `${orders} ${orders === 1 ? 'order' : 'orders'}`;
  if (stage === 'on_hold')
    return <span className="warn">{`${orders} wait${orders === 1 ? 's' : ''} for a person`}</span>;
  return (
    <span className="second">
      {count}
      {halted > 0 ? (
        <span className="warn">, {halted} halted</span>
      ) : withoutAccount > 0 ? (
        <span className="warn">, {withoutAccount} without account</span>
      ) : (
        oldest && `, oldest ${clockWords(Math.max(0, now - Date.parse(oldest)))}`
      )}
    </span>
  );
}
