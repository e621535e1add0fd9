import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { queryClient } from '../../api/queryClient.ts';
import { useKeys } from '../../app/useKeys.ts';
import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { TextField } from '../../parts/TextField.tsx';

type ChosenOrdersProps = { readonly chosen: ReadonlySet<string>; readonly onDone: () => void };

/** So many are sent at once. */
const AT_ONCE = 50;

/** On many orders at once: a note, to take them, to hand them over, and nothing else. */
export function ChosenOrders({ chosen, onDone }: ChosenOrdersProps) {
  const [note, setNote] = useState('');
  const [to, setTo] = useState('');
  const [failed, setFailed] = useState<string>();
  const subjects = [...chosen].map((orderNo) => `order:${orderNo}`);
  async function forAll(send: (some: string[]) => Promise<unknown>) {
    setFailed(undefined);
    try {
      for (let from = 0; from < subjects.length; from += AT_ONCE) await send(subjects.slice(from, from + AT_ONCE));
      await queryClient.invalidateQueries();
      onDone();
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  }
  const take = () => void forAll((some) => consoleCall('take', { subjects: some }));
  useKeys({ take });
  return (
    <section className="orders-chosen" aria-label="Chosen orders">
      <b>{chosen.size === 1 ? '1 order' : `${chosen.size} orders`}</b>
      <Button size="small" keys="T" onClick={take}>
        Take
      </Button>
      <TextField label="Hand to" value={to} onChange={setTo} />
      <Button
        size="small"
        disabled={to.trim() === ''}
        onClick={() => void forAll((some) => consoleCall('handTo', { subjects: some, to: to.trim() }))}
      >
        Hand over
      </Button>
      <TextField label="Note" value={note} onChange={setNote} />
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
      {failed !== undefined && <Note tone="bad">{failed}</Note>}
    </section>
  );
}
