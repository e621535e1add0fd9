import './desk.css';
import { useRef, useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { useConsoleQuery } from '../api/useConsoleQuery.ts';
import { useKeys } from '../app/useKeys.ts';
import { Avatar } from '../parts/Avatar.tsx';
import { Button } from '../parts/Button.tsx';
import { Card } from '../parts/Card.tsx';
import { Failed } from '../parts/Failed.tsx';
import { Time } from '../parts/Time.tsx';
import { useEntered } from '../person/entered.ts';
import { NoteField } from './NoteField.tsx';

type NotesProps = {
  /** `order:7KQ2`. */
  readonly subject: string;
  /** Several stand on one screen: none of them has the letter `N` for itself. */
  readonly many?: boolean;
};

/** What persons have written beside something: kept for ever, as they wrote it. */
export function Notes({ subject, many = false }: NotesProps) {
  const { person } = useEntered();
  const notes = useConsoleQuery('notes', { subject }, { topics: ['notes'] });
  const desk = useConsoleQuery('desk', { subject }, { topics: ['takes'] });
  const mayWrite = person !== undefined && (desk.data?.hands ?? []).includes(person.name);
  return (
    <Card title="Notes" count={notes.data?.notes.length ?? 0}>
      <div className="notes">
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
        {mayWrite && <WriteNote key={subject} subject={subject} names={desk.data?.everybody ?? []} many={many} />}
      </div>
    </Card>
  );
}

type WriteNoteProps = { readonly subject: string; readonly names: readonly string[]; readonly many: boolean };

function WriteNote({ subject, names, many }: WriteNoteProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [state, setState] = useState<{ readonly working?: boolean; readonly failed?: string }>({});
  const isEmpty = text.trim() === '';
  async function write() {
    if (isEmpty || state.working) return;
    setState({ working: true });
    try {
      await consoleCall('addNote', { subjects: [subject], body: text });
      setText('');
      setState({});
    } catch (error) {
      setState({ failed: error instanceof Error ? error.message : String(error) });
    }
  }
  useKeys(many ? {} : { note: () => field.current?.focus(), ...(!isEmpty && { send: () => void write() }) });
  return (
    <>
      <NoteField ref={field} value={text} onChange={setText} names={names} error={state.failed} />
      {!isEmpty && (
        <Button
          size="small"
          working={state.working ?? false}
          {...(!many && { keys: '⌘↵' })}
          onClick={() => void write()}
        >
          Write the note
        </Button>
      )}
    </>
  );
}
