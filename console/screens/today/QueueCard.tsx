import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { askAgain } from '../../api/queryClient.ts';
import { useCalmRows } from '../../api/useCalmRows.ts';
import { parseSearch } from '../../app/search.ts';
import { useKeys } from '../../app/useKeys.ts';
import { DeskWindow } from '../../desk/DeskWindow.tsx';
import { Avatar } from '../../parts/Avatar.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Chip, Chips } from '../../parts/Chip.tsx';
import { Clock } from '../../parts/Clock.tsx';
import { capital } from '../../parts/capital.ts';
import { Empty } from '../../parts/Empty.tsx';
import { ListNews } from '../../parts/ListNews.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
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

type QueueCardProps = {
  readonly page: TodayData;
  readonly whose: Whose;
  /** The page is still that of another `whose`. */
  readonly isFormer: boolean;
};

/** All that needs a person, by its clock. */
export function QueueCard({ page, whose, isFormer }: QueueCardProps) {
  const navigate = useNavigate();
  const { needs, queue, cutOff } = page;
  const { rows, show, fresh, gone } = useCalmRows(queue, idOf, whose, { isFormer, isCut: cutOff });
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState<string>();
  const [opened, setOpened] = useState<Item>();
  const [failed, setFailed] = useState<string>();
  const current = rows.find((item) => idOf(item) === at && !item.gone);
  const go = (step: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, rows.findIndex((item) => idOf(item) === at) + step));
    const row = rows[index];
    if (!row) return;
    setAt(idOf(row));
    list.current?.querySelectorAll('li')[index]?.focus();
  };
  async function take({ desk }: Item) {
    setFailed(undefined);
    try {
      await consoleCall('take', { subjects: [desk] });
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
    await askAgain();
  }
  useKeys({
    next: () => go(1),
    former: () => go(-1),
    ...(current && {
      open: () => void openAt(navigate, current.act.to),
      // Whoever takes it over from somebody sees first from whom.
      take: () => (current.holder === null ? void take(current) : setOpened(current)),
      note: () => setOpened(current),
    }),
  });
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
      <ListNews fresh={fresh} gone={gone} onShow={show} />
      {failed !== undefined && <Note tone="bad">{failed}</Note>}
      {rows.length === 0 && <Empty>{emptyWords(whose, page)}</Empty>}
      <ul ref={list} className="queue">
        {rows.map((item) => (
          <QueueRow
            key={idOf(item)}
            item={item}
            now={page.now}
            isAt={idOf(item) === at}
            onDesk={() => setOpened(item)}
            onTake={() => void take(item)}
          />
        ))}
      </ul>
      {opened && <DeskWindow subject={opened.desk} title={opened.cause} onClose={() => setOpened(undefined)} />}
      {cutOff && <p className="queue-more second">There is more: what is listed has the nearest clocks.</p>}
    </Card>
  );
}

function emptyWords(whose: Whose, { nextClock, now, needs }: TodayData): string {
  if (whose === 'mine') return `You have nothing in hand. ${needs.nobodys} wait for somebody to take them.`;
  if (whose === 'nobodys' && needs.all > 0) return 'Somebody has each of them in hand.';
  return `Nothing needs a person. ${nextClock ? `Next clock: ${dueWords(nextClock, Date.parse(now))}.` : 'No clock runs.'}`;
}

function openAt(navigate: ReturnType<typeof useNavigate>, to: string): Promise<void> {
  const [path = '', query = ''] = to.split('?', 2);
  return navigate({ to: `/${path}`, search: parseSearch(query) });
}

type QueueRowProps = {
  readonly item: Item & { readonly gone?: boolean };
  readonly now: string;
  readonly isAt: boolean;
  readonly onDesk: () => void;
  readonly onTake: () => void;
};

function QueueRow({ item, now, isAt, onDesk, onTake }: QueueRowProps) {
  const navigate = useNavigate();
  const { cause, detail, clock, amount, amountSays, halted, holder, act, gone, alerts } = item;
  return (
    <li
      className="queue-row"
      tabIndex={-1}
      data-halted={halted ? '' : undefined}
      data-gone={gone ? '' : undefined}
      data-at={isAt ? '' : undefined}
    >
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
          {gone ? 'Decided.' : `${detail}. If no one acts: ${clock.otherwise}.`}
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
      <div className="queue-desk">
        {holder === null && !gone && (
          <Button kind="quiet" size="small" onClick={onTake}>
            Take
          </Button>
        )}
        <button
          type="button"
          className="queue-holder"
          title={holder === null ? 'Nobody has it in hand' : `${capital(holder)} has it in hand`}
          onClick={onDesk}
        >
          <Avatar name={holder ?? undefined} />
          <span className="unseen"> has it: hand over, notes</span>
        </button>
      </div>
      <Button onClick={() => void openAt(navigate, act.to)} disabled={gone === true}>
        {act.label}
      </Button>
    </li>
  );
}
