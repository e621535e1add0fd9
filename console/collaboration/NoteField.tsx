/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events --
   names below a text of several lines: HTML has no element for it, and the text field handles the keys */
import './desk.css';
import { isComposing } from '@slipway/look/isComposing.ts';
import { type KeyboardEvent, type Ref, useId, useLayoutEffect, useRef, useState } from 'react';
import { TextField } from '../parts/fields/TextField.tsx';
import { Avatar } from '../parts/values/Avatar.tsx';
import { capitalize } from '../parts/values/capitalize.ts';
import { completeMention, findMatchingNames, findMention } from './findMention.ts';

type NoteFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Names that a note may mention. */
  readonly names: readonly string[];
  readonly error: string | undefined;
  readonly ref: Ref<HTMLTextAreaElement>;
};

/**
 * Text field of a note. After an @, matching names are listed: arrow keys move, Enter or Tab selects, Escape closes the
 * list. The focus stays in the text (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export function NoteField({ value, onChange, names, error, ref }: NoteFieldProps) {
  const id = useId();
  const field = useRef<(HTMLInputElement & HTMLTextAreaElement) | null>(null);
  const caretToRestore = useRef<number>(undefined);
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<number>();
  const mention = findMention(value, caret);
  const matchingNames = mention && mention.from !== closedAt ? findMatchingNames(mention, names) : [];
  const at = Math.min(chosen, Math.max(0, matchingNames.length - 1));
  const isOpen = matchingNames.length > 0;

  // Restores the caret before the next key, which would otherwise be inserted before the completed name.
  useLayoutEffect(() => {
    if (caretToRestore.current !== undefined)
      field.current?.setSelectionRange(caretToRestore.current, caretToRestore.current);
    caretToRestore.current = undefined;
  });

  function complete(name: string | undefined) {
    if (!mention || name === undefined) return;
    const next = completeMention(value, caret, mention, name);
    onChange(next.text);
    setCaret(next.caret);
    setChosen(0);
    caretToRestore.current = next.caret;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((at + step + matchingNames.length) % matchingNames.length);
    else if ((event.key === 'Enter' && !event.metaKey && !event.ctrlKey) || event.key === 'Tab')
      complete(matchingNames[at]);
    else if (event.key === 'Escape') setClosedAt(mention?.from);
    else return;
    event.preventDefault();
  }

  return (
    <div className="note-field">
      <TextField
        ref={(element) => {
          field.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        label="Note (@ mentions a person)"
        value={value}
        onChange={(next) => {
          onChange(next);
          setCaret(field.current?.selectionStart ?? next.length);
          setChosen(0);
          if (closedAt !== undefined && next[closedAt] !== '@') setClosedAt(undefined);
        }}
        onKeyDown={onKeyDown}
        onKeyUp={() => setCaret(field.current?.selectionStart ?? 0)}
        error={error}
        lines
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${matchingNames[at]}` : undefined}
      />
      {isOpen && (
        <div id={`${id}-list`} className="note-names" role="listbox" aria-label="People to mention">
          {matchingNames.map((name, index) => (
            <div
              key={name}
              id={`${id}-${name}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => complete(name)}
            >
              <Avatar name={name} small /> {capitalize(name)}
            </div>
          ))}
        </div>
      )}
      <output className="unseen">
        {isOpen
          ? `${matchingNames.length === 1 ? '1 name' : `${matchingNames.length} names`}: ${matchingNames.slice(0, 5).join(', ')}`
          : ''}
      </output>
    </div>
  );
}
