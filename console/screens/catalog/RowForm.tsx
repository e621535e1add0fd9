import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link } from '@tanstack/react-router';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { formatFieldTitle } from '../../person/formatFieldValue.ts';
import { configurationKindTitles, formatRowTitle } from './configurationKindTitles.ts';
import { EditConflict } from './EditConflict.tsx';
import { type FieldSchema, type Fields, type FieldTexts, findFieldError, formatFieldTexts } from './fieldTexts.ts';
import { formatExampleFee } from './formatExampleFee.ts';
import type { CatalogRow } from './RowEditor.tsx';
import { RowRequestForm } from './RowRequestForm.tsx';
import { RowRequests } from './RowRequests.tsx';

const NO_CHOICE = '-';

type RowFormProps = {
  readonly row: CatalogRow;
  /** The row as it was when editing began. */
  readonly base: CatalogRow;
  readonly texts: FieldTexts;
  readonly changed: Fields;
  readonly removes: boolean;
  readonly act: ConsoleCallData<'previewChange'>['act'] | undefined;
  readonly refused: string | undefined;
  readonly onWrite: (name: string, text: string) => void;
  readonly onRemoves: (removes: boolean) => void;
  readonly onForget: () => void;
  readonly onReapply: () => void;
};

/** The fields of a row, the old value struck through next to the new one, and the request form. */
export function RowForm(props: RowFormProps) {
  const { row, base, texts, changed, removes, refused, onWrite, onRemoves, onForget } = props;
  const { kind, key, fields } = row;
  const count = Object.keys(changed).length;
  const was = formatFieldTexts(base);
  const removal = row.acts.find(({ action }) => action === 'remove');
  const isNew = fields === null;
  const example = kind === 'fee' ? formatExampleFee(key, texts) : undefined;
  return (
    <Card
      lift
      title={formatRowTitle(kind, key)}
      aside={count > 0 && !removes && <Tag tone="tide">{count === 1 ? '1 change' : `${count} changes`}</Tag>}
    >
      <p className="catalog-lead second">
        <Link to="/catalog/{-$kind}/{-$key}" params={{ kind, key: undefined }}>
          {configurationKindTitles[kind] ?? kind}
        </Link>
        : {row.about}
      </p>
      {isNew && <Note>This setting does not exist yet. Your entries create it.</Note>}
      <RowRequests row={row} />
      <EditConflict {...props} />
      <div className="catalog-fields">
        {row.schema.map((field) => (
          <RowField
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
            Discard changes
          </Button>
        )}
        {removal && !isNew && (
          <Button
            size="small"
            kind={removes ? 'quiet' : 'danger'}
            refused={removal.allowed ? undefined : removal.why}
            onClick={() => onRemoves(!removes)}
          >
            {removes ? 'Keep' : 'Delete…'}
          </Button>
        )}
      </div>
      {example !== undefined && !removes && <p className="second">{example}</p>}
      {refused !== undefined && <Note tone="bad">{refused}</Note>}
      <RowRequestForm
        {...props}
        onRequested={() => {
          onForget();
          onRemoves(false);
        }}
      />
    </Card>
  );
}

type RowFieldProps = {
  readonly kind: string;
  readonly field: FieldSchema;
  readonly value: string;
  readonly was: string;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
};

function RowField({ kind, field, value, was, disabled, onChange }: RowFieldProps) {
  const { name, type, unit, choices, optional, description } = field;
  const title = `${formatFieldTitle(kind, name)}${unit === null ? '' : ` (${unit})`}`;
  if (type === 'yes_or_no' || type === 'choice') {
    const options = (type === 'choice' ? choices : ['yes', 'no']).map((choice) => ({ value: choice, label: choice }));
    const none = optional && type === 'choice' ? [{ value: NO_CHOICE, label: 'none' }] : [];
    return (
      <SelectField
        label={title}
        options={[...none, ...options]}
        value={value === '' ? undefined : value}
        disabled={disabled}
        onChange={(chosen) => onChange(chosen === NO_CHOICE ? '' : chosen)}
        {...(value !== was && { hint: `before: ${was === '' ? 'empty' : was}` })}
      />
    );
  }
  return (
    <div data-wide={type === 'list' || type === 'text' ? '' : undefined}>
      <TextField
        label={title}
        {...(optional && { placeholder: 'optional' })}
        value={value}
        {...(value !== was && { was: was === '' ? '–' : was })}
        disabled={disabled}
        lines={type === 'list'}
        inputMode={type === 'decimal' || type === 'percent' || type === 'number' ? 'decimal' : 'text'}
        onChange={onChange}
        error={disabled ? undefined : findFieldError(field, value)}
        {...(value !== was && { hint: description })}
      />
    </div>
  );
}
