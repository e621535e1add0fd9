import { useNavigate } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useRef, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { refetchShownData } from '../../api/queryClient.ts';
import { useStableRows } from '../../api/useStableRows.ts';
import { parseSearchParams } from '../../app/searchParams.ts';
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts';
import { AssignmentDialog } from '../../collaboration/AssignmentDialog.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Note } from '../../parts/Note.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Chip, Chips } from '../../parts/tables/Chip.tsx';
import { ListChangesNote } from '../../parts/tables/ListChangesNote.tsx';
import { Countdown } from '../../parts/time/Countdown.tsx';
import { formatUtcDeadline } from '../../parts/time/formatUtcTime.ts';
import { Avatar } from '../../parts/values/Avatar.tsx';
import { capitalize } from '../../parts/values/capitalize.ts';
import { Money } from '../../parts/values/Money.tsx';
import { foldLateItems } from './foldLateItems.ts';
import type { TodayData } from './TodayScreen.tsx';

type Item = TodayData['queue'][number];

const ASSIGNEE_FILTERS = { all: 'All', mine: 'Mine', unassigned: 'Unassigned' } as const;
export type AssigneeFilter = keyof typeof ASSIGNEE_FILTERS;

export function isAssigneeFilter(value: string): value is AssigneeFilter {
  return Object.hasOwn(ASSIGNEE_FILTERS, value);
}

const getId = ({ kind, subject }: Item) => `${kind} ${subject}`;

type QueueCardProps = {
  readonly page: TodayData;
  readonly assignee: AssigneeFilter;
  /** True while `page` still has the items of the previous `assignee`. */
  readonly isPreviousFilter: boolean;
};

/** Everything that needs attention, the most urgent first; of many overdue items only the oldest are shown at first. */
export function QueueCard({ page, assignee, isPreviousFilter }: QueueCardProps) {
  const navigate = useNavigate();
  const { needs, queue, cutOff } = page;
  const { rows, show, fresh, gone } = useStableRows(queue, getId, assignee, { isPreviousFilter, isCut: cutOff });
  const { first, folded, rest } = foldLateItems(rows, Date.parse(page.now));
  const [isUnfolded, setUnfolded] = useState(false);
  const visible = [...first, ...(isUnfolded ? folded : []), ...rest];
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState<string>();
  const [opened, setOpened] = useState<Item>();
  const [failed, setFailed] = useState<string>();
  const current = visible.find((item) => getId(item) === at && !item.gone);
  const moveFocus = (step: number) => {
    const index = Math.min(visible.length - 1, Math.max(0, visible.findIndex((item) => getId(item) === at) + step));
    const row = visible[index];
    if (!row) return;
    setAt(getId(row));
    list.current?.querySelectorAll<HTMLElement>('.queue-row')[index]?.focus();
  };
  async function take({ desk }: Item) {
    setFailed(undefined);
    try {
      await consoleCall('take', { subjects: [desk] });
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
    await refetchShownData();
  }
  useShortcuts({
    next: () => moveFocus(1),
    previous: () => moveFocus(-1),
    ...(current && {
      open: () => void openPath(navigate, current.act.to),
      // Before taking over an item, the person sees its assignee.
      take: () => (current.holder === null ? void take(current) : setOpened(current)),
      note: () => setOpened(current),
    }),
  });
  const renderRow = (item: (typeof rows)[number]) => (
    <QueueRow
      key={getId(item)}
      item={item}
      now={page.now}
      isAt={getId(item) === at}
      onOpenAssignment={() => setOpened(item)}
      onTake={() => void take(item)}
    />
  );
  return (
    <Card
      flush
      title="Action required"
      count={needs.all}
      aside={
        <Chips label="Assignee">
          {(Object.keys(ASSIGNEE_FILTERS) as AssigneeFilter[]).map((one) => (
            <Chip
              key={one}
              on={assignee === one}
              {...(one !== 'all' && { count: needs[one] })}
              onToggle={() => void navigate({ to: '/today', search: one === 'all' ? {} : { assignee: one } })}
            >
              {ASSIGNEE_FILTERS[one]}
            </Chip>
          ))}
        </Chips>
      }
    >
      <ListChangesNote fresh={fresh} gone={gone} onShow={show} />
      {failed !== undefined && <Note tone="bad">{failed}</Note>}
      {rows.length === 0 && <EmptyState>{formatEmptyMessage(assignee, page)}</EmptyState>}
      <ul ref={list} className="queue">
        {first.map(renderRow)}
        {folded.length > 0 && (
          <li className="queue-fold">
            <button type="button" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
              <ChevronDown size={16} aria-hidden="true" />
              {isUnfolded ? 'Fewer overdue' : `${folded.length} more overdue`}
            </button>
          </li>
        )}
        {isUnfolded && folded.map(renderRow)}
        {rest.map(renderRow)}
      </ul>
      {opened && <AssignmentDialog subject={opened.desk} title={opened.cause} onClose={() => setOpened(undefined)} />}
      {cutOff && <p className="queue-more second">There are more items: these are due soonest.</p>}
    </Card>
  );
}

function formatEmptyMessage(assignee: AssigneeFilter, { nextClock, now, needs }: TodayData): string {
  if (assignee === 'mine') return `Nothing is assigned to you. ${needs.unassigned} unassigned.`;
  if (assignee === 'unassigned' && needs.all > 0) return 'Every item is assigned.';
  return `No action required. ${nextClock ? `Next deadline: ${formatUtcDeadline(nextClock, Date.parse(now))}.` : 'No deadlines.'}`;
}

function openPath(navigate: ReturnType<typeof useNavigate>, to: string): Promise<void> {
  const [path = '', query = ''] = to.split('?', 2);
  return navigate({ to: `/${path}`, search: parseSearchParams(query) });
}

type QueueRowProps = {
  readonly item: Item & { readonly gone?: boolean };
  readonly now: string;
  readonly isAt: boolean;
  readonly onOpenAssignment: () => void;
  readonly onTake: () => void;
};

function QueueRow({ item, now, isAt, onOpenAssignment, onTake }: QueueRowProps) {
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
      <Countdown
        ends={clock.until ?? undefined}
        starts={clock.since}
        {...(clock.until === null && { note: `since ${formatUtcDeadline(clock.since, Date.parse(now))}` })}
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
            {' '}
            Assign to me
          </Button>
        )}
        <button
          type="button"
          className="queue-holder"
          title={holder === null ? 'Unassigned' : `Assigned to ${capitalize(holder)}`}
          onClick={onOpenAssignment}
        >
          <Avatar name={holder ?? undefined} />
          <span className="unseen">: assignment and notes</span>
        </button>
      </div>
      <Button onClick={() => void openPath(navigate, act.to)} disabled={gone === true}>
        {act.label}
      </Button>
    </li>
  );
}
