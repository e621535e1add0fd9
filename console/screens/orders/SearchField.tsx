import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts';
import { TextField } from '../../parts/fields/TextField.tsx';

type SearchFieldProps = {
  readonly value: string;
  readonly understood: readonly string[];
  readonly onChange: (q: string) => void;
};

/** Delay after the last key before a search starts. */
const PAUSE_MS = 250;

/** One search field for any identifier; it shows how the text was interpreted. */
export function SearchField({ value, understood, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState({ text: value, of: value });
  // The URL was changed by something other than this field: by a view, or by going back.
  if (typed.of !== value) setTyped({ text: typed.text.trim() === value ? typed.text : value, of: value });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  function type(text: string) {
    setTyped({ text, of: value });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(text.trim()), PAUSE_MS);
  }
  useShortcuts({ search: () => field.current?.focus() });
  return (
    <div className="orders-search">
      <Search size={16} strokeWidth={2} aria-hidden="true" />
      <TextField
        ref={field}
        label="Number, email, card, address, transaction, amount"
        value={typed.text}
        onChange={type}
        inputMode="search"
        onKeyDown={(event) => event.key === 'Escape' && type('')}
      />
      <output className="orders-understood" aria-live="polite">
        {value !== '' && understood.map((line) => <span key={line}>{line}</span>)}
      </output>
    </div>
  );
}
