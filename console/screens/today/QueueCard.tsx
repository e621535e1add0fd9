import { useNavigate } from '@tanstack/react-router';
import { changeWords } from '../../api/calmRows.ts';
import { useCalmRows } from '../../api/useCalmRows.ts';
import { parseSearch } from '../../app/search.ts';
import { Avatar } from '../../parts/Avatar.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Chip, Chips } from '../../parts/Chip.tsx';
import { Clock } from '../../parts/Clock.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Money } from '../../parts/Money.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { dueWords } from '../../parts/timeWords.ts';
import type { TodayData } from './TodayScreen.tsx';

type Item = TodayData['queue'][number];

const WHOSE = { all: 'All', mine: 'Mine', nobodys: 'Nobody’s' } as const;
export type Whose = keyof typeof WHOSE;

export function isWhose(word: string): word is Whose {
  return Object.hasOwn(WHOSE, word);
}

const idOf = ({ kind, subject }: Item) => `${kind} ${subject}`;

/** All that needs a person, by its clock. */
export function QueueCard({ page, whose }: { readonly page: TodayData; readonly whose: Whose }) {
  const navigate = useNavigate();
  const { needs, queue, cutOff } = page;
  const { rows, show, ...change } = useCalmRows(queue, idOf, whose);
  const words = changeWords(change);
  return (
    <Card
      flush
      title="Needs a person"
      count={needs.all}
      aside={
        <Chips label="Whose">
          {(Object.keys(WHOSE) as Whose[]).map((one) => (
            <Chip
              key={one}
              on={whose === one}
              {...(one !== 'all' && { count: needs[one] })}
              onToggle={() => void navigate({ to: '/today', search: one === 'all' ? {} : { whose: one } })}
            >
              {WHOSE[one]}
            </Chip>
          ))}
        </Chips>
      }
    >
      <output className="queue-news">
        {words !== '' && (
          <Button kind="quiet" size="small" onClick={show}>
            {words}. Show
          </Button>
        )}
      </output>
      {rows.length === 0 && <Empty>{emptyWords(whose, page)}</Empty>}
      <ul className="queue">
        {rows.map((item) => (
          <QueueRow key={idOf(item)} item={item} now={page.now} />
        ))}
      </ul>
      {cutOff && <p className="queue-more second">There is more: what is listed has the nearest clocks.</p>}
    </Card>
  );
}

function emptyWords(whose: Whose, { nextClock, now, needs }: TodayData): string {
  if (whose === 'mine') return `You have nothing in hand. ${needs.nobodys} wait for somebody to take them.`;
  if (whose === 'nobodys' && needs.all > 0) return 'Somebody has each of them in hand.';
  return `Nothing needs a person. ${nextClock ? `Next clock: ${dueWords(nextClock, Date.parse(now))}.` : 'No clock runs.'}`;
}

function QueueRow({ item, now }: { readonly item: Item & { readonly gone?: boolean }; readonly now: string }) {
  const navigate = useNavigate();
  const { cause, detail, clock, amount, amountSays, halted, holder, act, gone, alerts } = item;
  const [path = '', query = ''] = act.to.split('?', 2);
  return (
    <li className="queue-row" data-halted={halted ? '' : undefined} data-gone={gone ? '' : undefined}>
      <Clock
        ends={clock.until ?? undefined}
        starts={clock.since}
        {...(clock.until === null && { note: `since ${dueWords(clock.since, Date.parse(now))}` })}
      />
      <div className="queue-cause">
        <b>
          {halted && (
            <Tag tone="bad" small>
              Halted
            </Tag>
          )}
          {cause}
        </b>
        <span className="second">
          {gone ? 'Decided.' : `${detail}. Otherwise: ${clock.otherwise}`}
          {alerts.length > 0 && !gone && item.kind !== 'alert' && (
            <>
              {' · '}
              <button
                type="button"
                className="queue-alerts"
                onClick={() => void navigate({ to: '/today', search: { alert: String(alerts[0]) } })}
              >
                {alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`}
              </button>
            </>
          )}
        </span>
      </div>
      <div className="queue-amount">
        {amount && (
          <b>
            <Money amount={amount.amount} code={amount.unit} />
          </b>
        )}
        <span className="second">{amountSays}</span>
      </div>
      <Avatar name={holder ?? undefined} />
      <Button onClick={() => void navigate({ to: `/${path}`, search: parseSearch(query) })} disabled={gone === true}>
        {act.label}
      </Button>
    </li>
  );
}
