import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../../app/useKeys.ts';
import { TextField } from '../../parts/TextField.tsx';

type SearchFieldProps = {
  readonly value: string;
  readonly understood: readonly string[];
  readonly onChange: (q: string) => void;
};

/** While a word is being typed, nobody is asked. */
const PAUSE_MS = 250;

/** One field for whatever an order is known by; it says as what it was understood. */
export function SearchField({ value, understood, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => setText(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done with the text is not what is waited for
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  useKeys({ search: () => field.current?.focus() });
  return (
    <div className="orders-search">
      <Search size={16} strokeWidth={2} aria-hidden="true" />
      <TextField
        ref={field}
        label="Number, mail, card, address, transaction, amount"
        value={text}
        onChange={setText}
        inputMode="search"
        onKeyDown={(event) => event.key === 'Escape' && setText('')}
      />
      <output className="orders-understood" aria-live="polite">
        {value !== '' && understood.map((line) => <span key={line}>{line}</span>)}
      </output>
    </div>
  );
}
