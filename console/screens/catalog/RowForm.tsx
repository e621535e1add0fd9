import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Note } from '../../parts/Note.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { fieldTitle } from '../../person/fieldWords.ts';
import { RequestOutcome } from '../../person/RequestOutcome.tsx';
import type { OperatorRequest } from '../../person/useAct.ts';
import { Conflict } from './Conflict.tsx';
import { exampleFee } from './exampleFee.ts';
import { type FieldSchema, type Fields, type FieldTexts, faultOf, textsOf } from './fieldTexts.ts';
import { kindTitles, rowTitle } from './kindTitles.ts';
import { RowAsk } from './RowAsk.tsx';
import type { Row } from './RowDesk.tsx';
import { RowRequests } from './RowRequests.tsx';

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
  const { row, base, texts, changed, removes, refused, onWrite, onRemoves, onForget } = props;
  const { kind, key, fields } = row;
  const [asked, setAsked] = useState<OperatorRequest>();
  const count = Object.keys(changed).length;
  const was = textsOf(base);
  const removal = row.acts.find(({ action }) => action === 'remove');
  const isMade = fields === null;
  const example = kind === 'fee' ? exampleFee(key, texts) : undefined;
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
      {/* What waits stands above, with all others that do. */}
      {asked && !row.requests.some(({ id }) => id === asked.id) && <RequestOutcome request={asked} />}
      <Conflict {...props} />
      <div className="catalog-fields">
        {row.schema.map((field) => (
          <OneField
            key={field.name}
            kind={kind}
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
      {example !== undefined && !removes && <p className="second">{example}</p>}
      {refused !== undefined && <Note tone="bad">{refused}</Note>}
      <RowAsk
        {...props}
        onAsked={(request) => {
          setAsked(request);
          onForget();
          onRemoves(false);
        }}
      />
    </Card>
  );
}

type OneFieldProps = {
  readonly kind: string;
  readonly field: FieldSchema;
  readonly value: string;
  readonly was: string;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
};

function OneField({ kind, field, value, was, disabled, onChange }: OneFieldProps) {
  const { name, type, unit, choices, optional, words } = field;
  const title = `${fieldTitle(kind, name)}${unit === null ? '' : ` (${unit})`}`;
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
        inputMode={type === 'decimal' || type === 'percent' || type === 'number' ? 'decimal' : 'text'}
        onChange={onChange}
        error={disabled ? undefined : faultOf(field, value)}
        {...(value !== was && { hint: words })}
      />
    </div>
  );
}
