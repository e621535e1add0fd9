import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { useNow } from '../../api/useNow.ts';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { RequestForm } from '../../person/RequestForm.tsx';
import type { Fields } from './fieldTexts.ts';
import { parseChangeTime } from './parseChangeTime.ts';
import type { CatalogRow } from './RowEditor.tsx';

const WHEN_OPTIONS = [
  { value: 'once', label: 'Immediately after approval' },
  { value: 'time', label: 'At a specific time' },
];

const REASONS = [
  { value: 'contract', label: 'Contract change' },
  { value: 'market', label: 'Market or competing offers' },
  { value: 'risk', label: 'Risk or fraud' },
  { value: 'law', label: 'Law or regulator' },
  { value: 'fault', label: 'Correction' },
  { value: 'other', label: 'Other reason' },
];

type RowRequestFormProps = {
  readonly row: CatalogRow;
  /** The row as it was when editing began. */
  readonly base: CatalogRow;
  readonly changed: Fields;
  readonly removes: boolean;
  readonly act: ConsoleCallData<'previewChange'>['act'] | undefined;
  /** Why the change would be refused. */
  readonly refused: string | undefined;
  readonly onRequested: () => void;
};

/** The request form for a change, immediate or scheduled. */
export function RowRequestForm(props: RowRequestFormProps) {
  const { row, changed, removes, act, onRequested } = props;
  const { kind, key, fields, edition } = row;
  const now = useNow();
  const [when, setWhen] = useState<string>();
  const hasChange = removes || Object.keys(changed).length > 0;
  const action = removes ? 'remove' : 'set';
  const time = when === undefined ? undefined : parseChangeTime(when, now);
  const fault = time && 'fault' in time ? time.fault : undefined;
  const refusal = findRefusal(props) ?? fault;
  const input = {
    change: JSON.stringify({ kind, key, fields: removes ? {} : changed }),
    // The edition shown here: the change is not made if the row has another edition by then.
    ...(time && 'iso' in time && { notBefore: time.iso, edition }),
  };
  const title = removes ? 'Delete setting' : fields === null ? 'Create setting' : 'Apply change';
  return (
    <RequestForm
      request={hasChange ? { act: action, action, subject: `${kind} ${key}`, input } : undefined}
      title={title}
      reasons={REASONS}
      needsSecondApproval={act?.needsSecondApproval ?? true}
      approvers={act?.approvers ?? []}
      {...(act && { why: act.why })}
      version={edition}
      danger={removes}
      {...(refusal !== undefined && { refused: refusal })}
      onRequested={() => {
        setWhen(undefined);
        onRequested();
      }}
    >
      {hasChange && <WhenField value={when} onChange={setWhen} fault={fault} />}
    </RequestForm>
  );
}

function findRefusal({ act, refused, row, base }: RowRequestFormProps): string | undefined {
  if (act && !act.allowed) return act.why;
  if (row.edition !== base.edition) return 'The setting was changed meanwhile: first choose which version to keep.';
  return refused;
}

type WhenFieldProps = {
  /** The typed time; undefined for an immediate change. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly fault: string | undefined;
};

/** Fields for the time of a scheduled change, which is signed with the change. */
function WhenField({ value, onChange, fault }: WhenFieldProps) {
  return (
    <div className="catalog-when">
      <SelectField
        label="When"
        options={WHEN_OPTIONS}
        value={value === undefined ? 'once' : 'time'}
        onChange={(chosen) => onChange(chosen === 'time' ? (value ?? '') : undefined)}
      />
      {value !== undefined && (
        <TextField
          label="Time, UTC"
          value={value}
          placeholder="2026-12-01 06:00"
          onChange={onChange}
          error={value === '' ? undefined : fault}
          hint="The change is applied at this time, unless the setting is changed before. You can cancel the change until then."
        />
      )}
    </div>
  );
}
