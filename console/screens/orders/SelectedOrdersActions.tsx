import { useRef, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { refetchShownData } from '../../api/queryClient.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts';
import { NoteField } from '../../collaboration/NoteField.tsx';
import { Button } from '../../parts/Button.tsx';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { Note } from '../../parts/Note.tsx';
import { capitalize } from '../../parts/values/capitalize.ts';
import { HeldOrdersDecision } from './HeldOrdersDecision.tsx';
import type { ListedOrder } from './useOrderPages.ts';

type SelectedOrdersActionsProps = {
  readonly chosen: ReadonlySet<string>;
  /** The list's rows, some of which are selected. */
  readonly rows: readonly ListedOrder[];
  readonly onDone: () => void;
};

/** The most orders in one call. */
const MAX_ORDERS_PER_CALL = 50;

const SELECTED_ORDERS_ID = 'chosen-orders';

/** Shown on a phone below a long list: moves the focus to the actions on the selected orders. */
export function SelectedOrdersLink({ count }: { readonly count: number }) {
  return (
    <div className="orders-to-chosen">
      <Button kind="primary" size="large" wide onClick={() => document.getElementById(SELECTED_ORDERS_ID)?.focus()}>
        {count === 1 ? 'Show actions for 1 order' : `Show actions for ${count} orders`}
      </Button>
    </div>
  );
}

/** Actions on the selected orders: assign them, add a note; release or reject them if all are on hold. */
export function SelectedOrdersActions({ chosen, rows, onDone }: SelectedOrdersActionsProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState('');
  const [to, setTo] = useState<string>();
  const [state, setState] = useState<{ readonly working?: boolean; readonly failed?: string }>({});
  const subjects = [...chosen].map((orderNo) => `order:${orderNo}`);
  // The possible assignees are the same for every order.
  const desk = useConsoleQuery('desk', { subject: subjects[0] ?? 'order:none' }, { keepsPrevious: true });
  async function sendInBatches(send: (some: string[]) => Promise<unknown>) {
    if (state.working) return;
    setState({ working: true });
    try {
      for (let from = 0; from < subjects.length; from += MAX_ORDERS_PER_CALL)
        await send(subjects.slice(from, from + MAX_ORDERS_PER_CALL));
      setState({});
      onDone();
    } catch (error) {
      setState({ failed: error instanceof Error ? error.message : String(error) });
    }
    await refetchShownData();
  }
  const take = () => void sendInBatches((some) => consoleCall('take', { subjects: some }));
  useShortcuts({ take, note: () => field.current?.focus() });
  return (
    <section id={SELECTED_ORDERS_ID} className="orders-chosen" aria-label="Selected orders" tabIndex={-1}>
      <b>{chosen.size === 1 ? '1 order' : `${chosen.size} orders`}</b>
      <Button size="small" keys="T" onClick={take}>
        {' '}
        Assign to me
      </Button>
      <SelectField
        label="Assignee"
        options={(desk.data?.hands ?? []).map((name) => ({ value: name, label: capitalize(name) }))}
        value={to}
        onChange={setTo}
      />
      <Button
        size="small"
        disabled={to === undefined}
        onClick={() => void sendInBatches((some) => consoleCall('handTo', { subjects: some, to: to ?? '' }))}
      >
        Set assignee
      </Button>
      <NoteField
        ref={field}
        value={note}
        onChange={setNote}
        names={desk.data?.everybody ?? []}
        error={state.failed === undefined || note.trim() === '' ? undefined : state.failed}
      />
      <Button
        size="small"
        disabled={note.trim() === ''}
        onClick={() => void sendInBatches((some) => consoleCall('addNote', { subjects: some, body: note }))}
      >
        Add note
      </Button>
      <Button kind="quiet" size="small" onClick={onDone}>
        Clear selection
      </Button>
      {state.failed !== undefined && note.trim() === '' && <Note tone="bad">{state.failed}</Note>}
      <HeldOrdersDecision orders={rows.filter(({ orderNo }) => chosen.has(orderNo))} selectedCount={chosen.size} />
    </section>
  );
}
