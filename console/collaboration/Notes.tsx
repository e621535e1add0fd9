import './desk.css';
import { useRef, useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { useConsoleQuery } from '../api/useConsoleQuery.ts';
import { useShortcuts } from '../app/shortcuts/useShortcuts.ts';
import { Button } from '../parts/Button.tsx';
import { Card } from '../parts/Card.tsx';
import { LoadErrorNote } from '../parts/LoadErrorNote.tsx';
import { Time } from '../parts/time/Time.tsx';
import { Avatar } from '../parts/values/Avatar.tsx';
import { useLoginState } from '../person/loginState.ts';
import { NoteField } from './NoteField.tsx';

type NotesProps = {
  /** For example `order:7KQ2`. */
  readonly subject: string;
  /** True if the screen has the notes of several items: then none of them uses the key `N`. */
  readonly hasSeveral?: boolean;
};

/** Notes on an item. A stored note can be neither changed nor deleted. */
export function Notes({ subject, hasSeveral = false }: NotesProps) {
  const { person } = useLoginState();
  const notes = useConsoleQuery('notes', { subject }, { topics: ['notes'] });
  const desk = useConsoleQuery('desk', { subject }, { topics: ['takes'] });
  const mayWrite = person !== undefined && (desk.data?.hands ?? []).includes(person.name);
  return (
    <Card title="Notes" count={notes.data?.notes.length ?? 0}>
      <div className="notes">
        {notes.isError && <LoadErrorNote onRetry={() => void notes.refetch()} />}
        {notes.data?.notes.length === 0 && <p className="second">No notes yet.</p>}
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
        {mayWrite && (
          <NoteForm key={subject} subject={subject} names={desk.data?.everybody ?? []} hasSeveral={hasSeveral} />
        )}
      </div>
    </Card>
  );
}

type NoteFormProps = { readonly subject: string; readonly names: readonly string[]; readonly hasSeveral: boolean };

function NoteForm({ subject, names, hasSeveral }: NoteFormProps) {
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
  useShortcuts(hasSeveral ? {} : { note: () => field.current?.focus(), ...(!isEmpty && { send: () => void write() }) });
  return (
    <>
      <NoteField ref={field} value={text} onChange={setText} names={names} error={state.failed} />
      {!isEmpty && (
        <Button
          size="small"
          working={state.working ?? false}
          {...(!hasSeveral && { keys: '⌘↵' })}
          onClick={() => void write()}
        >
          Add note
        </Button>
      )}
    </>
  );
}
