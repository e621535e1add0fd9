import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useKeys } from '../../app/useKeys.ts';
import { Avatar } from '../../parts/Avatar.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Note } from '../../parts/Note.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { Time } from '../../parts/Time.tsx';

/** What persons have written beside the order: kept for ever, as they wrote it. */
export function OrderNotes({ orderNo }: { readonly orderNo: string }) {
  const subject = `order:${orderNo}`;
  const notes = useConsoleQuery('notes', { subject }, { topics: ['notes'] });
  const [text, setText] = useState('');
  const [state, setState] = useState<{ readonly working?: boolean; readonly failed?: string }>({});
  async function write() {
    if (text.trim() === '') return;
    setState({ working: true });
    try {
      await consoleCall('addNote', { subjects: [subject], body: text });
      setText('');
      setState({});
      await notes.refetch();
    } catch (error) {
      setState({ failed: error instanceof Error ? error.message : String(error) });
    }
  }
  useKeys(text.trim() === '' ? {} : { send: () => void write() });
  return (
    <Card title="Notes" count={notes.data?.notes.length ?? 0}>
      <div className="order-notes">
        {notes.isError && <Failed onAskAgain={() => void notes.refetch()} />}
        {notes.data?.notes.length === 0 && <p className="second">Nobody has written anything yet.</p>}
        <ul>
          {notes.data?.notes.map((note) => (
            <li key={note.id}>
              <Avatar name={note.person} small />
              <div>
                <b>{note.person}</b> <Time iso={note.writtenAt} />
                <p>{note.body}</p>
              </div>
            </li>
          ))}
        </ul>
        <TextField label="Write a note, @ names a person" value={text} onChange={setText} lines />
        {text.trim() !== '' && (
          <Button size="small" working={state.working ?? false} keys="⌘↵" onClick={() => void write()}>
            Write the note
          </Button>
        )}
        {state.failed !== undefined && <Note tone="bad">{state.failed}</Note>}
      </div>
    </Card>
  );
}
