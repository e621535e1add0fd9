import { useState } from 'react';
import type { SearchParams } from '../../app/searchParams.ts';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Chip, Chips } from '../../parts/tables/Chip.tsx';
import { formatCodeAsLabel, formatPayMethod } from './orderLabels.ts';
import { CHOICE_FILTERS, type ChoiceFilter, TEXT_FILTERS, toggleFilterValue } from './orderSearch.ts';

type FilterChipsProps = { readonly search: SearchParams; readonly onChange: (search: SearchParams) => void };

/** The most used filters; the others are under "More filters". */
const COMMON_STATUSES = [
  'on_hold',
  'refunding',
  'awaiting_identity',
  'converting',
  'delivering',
  'delivered',
  'failed',
];

const FILTER_LABELS = {
  country: 'Countries, such as DE, FR',
  asset: 'Crypto, such as BTC',
  partner: 'Partner',
  euroFrom: 'Value in EUR, from',
  euroTo: 'to',
  from: 'Created from, such as 2026-11-01',
  to: 'to',
} as const;

export function FilterChips({ search, onChange }: FilterChipsProps) {
  const hasFurtherFilter = (['exception', 'dispute', 'method', ...TEXT_FILTERS] as const).some(
    (name) => search[name] !== undefined,
  );
  const [open, setOpen] = useState(hasFurtherFilter);
  const chip = (name: ChoiceFilter, value: string, title: string) => (
    <Chip
      key={value}
      on={(search[name] ?? '').split(',').includes(value)}
      onToggle={() => onChange(toggleFilterValue(search, name, value))}
    >
      {title}
    </Chip>
  );
  const isLongestFirst = search['sort'] === 'longest_waiting';
  const others = CHOICE_FILTERS.status.filter((status) => !COMMON_STATUSES.includes(status));
  return (
    <>
      <Chips label="Status">
        {COMMON_STATUSES.map((status) => chip('status', status, formatCodeAsLabel(status)))}
        <Chip
          on={isLongestFirst}
          onToggle={() => onChange({ ...search, sort: isLongestFirst ? undefined : 'longest_waiting' })}
        >
          Longest waiting first
        </Chip>
        <Button kind="quiet" size="small" onClick={() => setOpen(!open)}>
          {open ? 'Fewer filters' : 'More filters'}
        </Button>
      </Chips>
      {open && (
        <>
          <Chips label="Other statuses">
            {others.map((status) => chip('status', status, formatCodeAsLabel(status)))}
          </Chips>
          <Chips label="Exception, dispute and method">
            {CHOICE_FILTERS.exception.map((value) => chip('exception', value, formatCodeAsLabel(value)))}
            {CHOICE_FILTERS.dispute.map((value) => chip('dispute', value, `Dispute ${value}`))}
            {CHOICE_FILTERS.method.map((value) => chip('method', value, formatPayMethod(value)))}
          </Chips>
          <div className="orders-written">
            {TEXT_FILTERS.map((name) => (
              <TextField
                key={name}
                label={FILTER_LABELS[name]}
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
