import { useState } from 'react';
import type { Search } from '../../app/search.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip, Chips } from '../../parts/Chip.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { CHOICES, type ChoiceName, toggled, WRITTEN } from './orderSearch.ts';
import { methodWords, words } from './statusWords.ts';

type FilterChipsProps = { readonly search: Search; readonly onChange: (search: Search) => void };

/** What is looked for most often; the others are behind "More filters". */
const FIRST = ['on_hold', 'refunding', 'awaiting_identity', 'converting', 'delivering', 'delivered', 'failed'];

const LABELS = {
  country: 'Countries, such as DE, FR',
  asset: 'Crypto, such as BTC',
  partner: 'Partner',
  euroFrom: 'Worth in EUR, from',
  euroTo: 'to',
  from: 'Made from, such as 2026-11-01',
  to: 'to',
} as const;

export function FilterChips({ search, onChange }: FilterChipsProps) {
  const isNarrow = (['exception', 'dispute', 'method', ...WRITTEN] as const).some((name) => search[name] !== undefined);
  const [open, setOpen] = useState(isNarrow);
  const chip = (name: ChoiceName, word: string, title: string) => (
    <Chip
      key={word}
      on={(search[name] ?? '').split(',').includes(word)}
      onToggle={() => onChange(toggled(search, name, word))}
    >
      {title}
    </Chip>
  );
  const isLongest = search['sort'] === 'longest_waiting';
  const others = CHOICES.status.filter((status) => !FIRST.includes(status));
  return (
    <>
      <Chips label="Status">
        {FIRST.map((status) => chip('status', status, words(status)))}
        <Chip on={isLongest} onToggle={() => onChange({ ...search, sort: isLongest ? undefined : 'longest_waiting' })}>
          Longest waiting first
        </Chip>
        <Button kind="quiet" size="small" onClick={() => setOpen(!open)}>
          {open ? 'Fewer filters' : 'More filters'}
        </Button>
      </Chips>
      {open && (
        <>
          <Chips label="Other statuses">{others.map((status) => chip('status', status, words(status)))}</Chips>
          <Chips label="Exception, dispute and method">
            {CHOICES.exception.map((word) => chip('exception', word, words(word)))}
            {CHOICES.dispute.map((word) => chip('dispute', word, `Dispute ${word}`))}
            {CHOICES.method.map((word) => chip('method', word, methodWords(word)))}
          </Chips>
          <div className="orders-written">
            {WRITTEN.map((name) => (
              <TextField
                key={name}
                label={LABELS[name]}
                value={search[name] ?? ''}
                onChange={(value) => onChange({ ...search, [name]: value })}
              />
            ))}
          </div>
        </>
      )}
    </>
  );
}
