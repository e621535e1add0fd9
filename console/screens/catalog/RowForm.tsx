import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useNow } from '../../api/useNow.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Note } from '../../parts/Note.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { AskForm } from '../../person/AskForm.tsx';
import { Conflict } from './Conflict.tsx';
import { changeTime } from './changeTime.ts';
import { type FieldSchema, type Fields, type FieldTexts, textsOf } from './fieldTexts.ts';
import { fieldTitle, kindTitles, rowTitle } from './kindTitles.ts';
import type { Row } from './RowDesk.tsx';
import { RowRequests } from './RowRequests.tsx';
import { WhenField } from './WhenField.tsx';

const REASONS = [
  { value: 'contract', label: 'A contract changed' },
  { value: 'market', label: 'The market or others’ offers' },
  { value: 'risk', label: 'Risk or fraud' },
  { value: 'law', label: 'Law or a supervisor' },
  { value: 'fault', label: 'It was wrong' },
  { value: 'other', label: 'Another reason' },
];
const NOTHING_CHOSEN = '-';

type RowFormProps = {
  readonly row: Row;
  /** The row as it was when writing began. */
  readonly base: Row;
  readonly texts: FieldTexts;
  readonly changed: Fields;
  readonly removes: boolean;
  readonly act: ConsoleCallData<'previewChange'>['act'] | undefined;
  readonly refused: string | undefined;
  readonly onWrite: (name: string, text: string) => void;
  readonly onRemoves: (removes: boolean) => void;
  readonly onForget: () => void;
  readonly onKeepMine: () => void;
};

/** The fields of a row, the old value struck beside the new one, and the request for the change. */
export function RowForm(props: RowFormProps) {
  const { row, base, texts, changed, removes, act, refused, onWrite, onRemoves, onForget } = props;
  const { kind, key, fields } = row;
  const now = useNow();
  const [when, setWhen] = useState<string>();
  const count = Object.keys(changed).length;
  const was = textsOf(base);
  const removal = row.acts.find(({ action }) => action === 'remove');
  const change = { kind, key, fields: removes ? {} : changed };
  const action = removes ? 'remove' : 'set';
  const time = when === undefined ? undefined : changeTime(when, now);
  const iso = time && 'iso' in time ? time.iso : undefined;
  const fault = time && 'fault' in time ? time.fault : undefined;
  const input = {
    change: JSON.stringify(change),
    // The row as it is here: of another one it is not made.
    ...(iso !== undefined && { notBefore: iso, edition: row.edition }),
  };
  const hindered = refusalOf(props) ?? fault;
  const isMade = fields === null;
  const title = removes ? 'Take this row out' : isMade ? 'Make this row' : 'Make this change';
  return (
    <Card
      lift
      title={rowTitle(kind, key)}
      aside={count > 0 && !removes && <Tag tone="tide">{count === 1 ? '1 change' : `${count} changes`}</Tag>}
    >
      <p className="catalog-lead second">
        <Link to="/catalog/{-$kind}/{-$key}" params={{ kind, key: undefined }}>
          {kindTitles[kind] ?? kind}
        </Link>
        : {row.about}
      </p>
      {isMade && <Note>There is no such row yet. What you write makes it.</Note>}
      <RowRequests row={row} />
      <Conflict {...props} />
      <div className="catalog-fields" data-removed={removes ? '' : undefined}>
        {row.schema.map((field) => (
          <OneField
            key={field.name}
            field={field}
            value={texts[field.name] ?? ''}
            was={was[field.name] ?? ''}
            disabled={removes}
            onChange={(text) => onWrite(field.name, text)}
          />
        ))}
      </div>
      <div className="catalog-acts">
        {count > 0 && !removes && (
          <Button size="small" kind="quiet" onClick={onForget}>
            Forget what I wrote
          </Button>
        )}
        {removal && !isMade && (
          <Button
            size="small"
            kind={removes ? 'quiet' : 'danger'}
            refused={removal.allowed ? undefined : removal.why}
            onClick={() => onRemoves(!removes)}
          >
            {removes ? 'Keep the row' : 'Take the row out …'}
          </Button>
        )}
      </div>
      {refused !== undefined && <Note tone="bad">{refused}</Note>}
      <AskForm
        wish={count > 0 || removes ? { act: action, action, subject: `${kind} ${key}`, input } : undefined}
        title={title}
        reasons={REASONS}
        takesTwo={act?.takesTwo ?? true}
        approvers={act?.approvers ?? []}
        {...(act && { why: act.why })}
        version={row.edition}
        danger={removes}
        {...(hindered !== undefined && { refused: hindered })}
        onAsked={() => {
          onForget();
          onRemoves(false);
          setWhen(undefined);
        }}
      >
        {(count > 0 || removes) && <WhenField value={when} onChange={setWhen} fault={fault} />}
      </AskForm>
    </Card>
  );
}

function refusalOf({ act, refused, row, base }: RowFormProps): string | undefined {
  if (act && !act.allowed) return act.why;
  if (row.edition !== base.edition) return 'The row is another one beneath: choose first.';
  return refused;
}

type OneFieldProps = {
  readonly field: FieldSchema;
  readonly value: string;
  readonly was: string;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
};

function OneField({ field, value, was, disabled, onChange }: OneFieldProps) {
  const { name, type, choices, optional, words } = field;
  const title = fieldTitle(name);
  if (type === 'yes_or_no' || type === 'choice') {
    const options = (type === 'choice' ? choices : ['yes', 'no']).map((choice) => ({ value: choice, label: choice }));
    const none = optional && type === 'choice' ? [{ value: NOTHING_CHOSEN, label: 'nothing' }] : [];
    return (
      <SelectField
        label={title}
        options={[...none, ...options]}
        value={value === '' ? undefined : value}
        disabled={disabled}
        onChange={(chosen) => onChange(chosen === NOTHING_CHOSEN ? '' : chosen)}
        {...(value !== was && { hint: `before: ${was === '' ? 'nothing' : was}` })}
      />
    );
  }
  return (
    <div data-wide={type === 'list' || type === 'text' ? '' : undefined}>
      <TextField
        label={title}
        {...(optional && { placeholder: 'may be empty' })}
        value={value}
        {...(value !== was && { was: was === '' ? '–' : was })}
        disabled={disabled}
        lines={type === 'list'}
        inputMode={type === 'decimal' || type === 'number' ? 'decimal' : 'text'}
        onChange={onChange}
        {...(value !== was && { hint: words })}
      />
    </div>
  );
}
