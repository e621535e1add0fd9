import { useRef, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { askAgain } from '../../api/queryClient.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useKeys } from '../../app/useKeys.ts';
import { NoteField } from '../../desk/NoteField.tsx';
import { Button } from '../../parts/Button.tsx';
import { capital } from '../../parts/capital.ts';
import { Note } from '../../parts/Note.tsx';
import { SelectField } from '../../parts/SelectField.tsx';

type ChosenOrdersProps = { readonly chosen: ReadonlySet<string>; readonly onDone: () => void };

/** So many are sent at once. */
const AT_ONCE = 50;

/** On many orders at once: a note, to take them, to hand them over, and nothing else. */
export function ChosenOrders({ chosen, onDone }: ChosenOrdersProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState('');
  const [to, setTo] = useState<string>();
  const [state, setState] = useState<{ readonly working?: boolean; readonly failed?: string }>({});
  const subjects = [...chosen].map((orderNo) => `order:${orderNo}`);
  // Who there is to hand to is the same of every order.
  const desk = useConsoleQuery('desk', { subject: subjects[0] ?? 'order:none' }, { keeps: true });
  async function forAll(send: (some: string[]) => Promise<unknown>) {
    if (state.working) return;
    setState({ working: true });
    try {
      for (let from = 0; from < subjects.length; from += AT_ONCE) await send(subjects.slice(from, from + AT_ONCE));
      setState({});
      onDone();
    } catch (error) {
      setState({ failed: error instanceof Error ? error.message : String(error) });
    }
    await askAgain();
  }
  const take = () => void forAll((some) => consoleCall('take', { subjects: some }));
  useKeys({ take, note: () => field.current?.focus() });
  return (
    <section className="orders-chosen" aria-label="Chosen orders">
      <b>{chosen.size === 1 ? '1 order' : `${chosen.size} orders`}</b>
      <Button size="small" keys="T" onClick={take}>
        Take
      </Button>
      <SelectField
        label="Hand to"
        options={(desk.data?.hands ?? []).map((name) => ({ value: name, label: capital(name) }))}
        value={to}
        onChange={setTo}
      />
      <Button
        size="small"
        disabled={to === undefined}
        onClick={() => void forAll((some) => consoleCall('handTo', { subjects: some, to: to ?? '' }))}
      >
        Hand over
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
        onClick={() => void forAll((some) => consoleCall('addNote', { subjects: some, body: note }))}
      >
        Write the note
      </Button>
      <Button kind="quiet" size="small" onClick={onDone}>
        Choose none
      </Button>
      {state.failed !== undefined && note.trim() === '' && <Note tone="bad">{state.failed}</Note>}
    </section>
  );
}
