import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { useNow } from '../../api/useNow.ts';
import { AskForm } from '../../person/AskForm.tsx';
import type { OperatorRequest } from '../../person/useAct.ts';
import { changeTime } from './changeTime.ts';
import type { Fields } from './fieldTexts.ts';
import type { Row } from './RowDesk.tsx';
import { WhenField } from './WhenField.tsx';

const REASONS = [
  { value: 'contract', label: 'A contract changed' },
  { value: 'market', label: 'The market or others’ offers' },
  { value: 'risk', label: 'Risk or fraud' },
  { value: 'law', label: 'Law or a supervisor' },
  { value: 'fault', label: 'It was wrong' },
  { value: 'other', label: 'Another reason' },
];

type RowAskProps = {
  readonly row: Row;
  /** The row as it was when writing began. */
  readonly base: Row;
  readonly changed: Fields;
  readonly removes: boolean;
  readonly act: ConsoleCallData<'previewChange'>['act'] | undefined;
  /** Why the change would be refused. */
  readonly refused: string | undefined;
  readonly onAsked: (request: OperatorRequest) => void;
};

/** The request for a change, at once or at a time. */
export function RowAsk(props: RowAskProps) {
  const { row, changed, removes, act, onAsked } = props;
  const { kind, key, fields, edition } = row;
  const now = useNow();
  const [when, setWhen] = useState<string>();
  const hasChange = removes || Object.keys(changed).length > 0;
  const action = removes ? 'remove' : 'set';
  const time = when === undefined ? undefined : changeTime(when, now);
  const fault = time && 'fault' in time ? time.fault : undefined;
  const hindered = refusalOf(props) ?? fault;
  const input = {
    change: JSON.stringify({ kind, key, fields: removes ? {} : changed }),
    // The row as it is here: of another one it is not made.
    ...(time && 'iso' in time && { notBefore: time.iso, edition }),
  };
  const title = removes ? 'Take this row out' : fields === null ? 'Make this row' : 'Make this change';
  return (
    <AskForm
      wish={hasChange ? { act: action, action, subject: `${kind} ${key}`, input } : undefined}
      title={title}
      reasons={REASONS}
      takesTwo={act?.takesTwo ?? true}
      approvers={act?.approvers ?? []}
      {...(act && { why: act.why })}
      version={edition}
      danger={removes}
      {...(hindered !== undefined && { refused: hindered })}
      onAsked={(request) => {
        setWhen(undefined);
        onAsked(request);
      }}
    >
      {hasChange && <WhenField value={when} onChange={setWhen} fault={fault} />}
    </AskForm>
  );
}

function refusalOf({ act, refused, row, base }: RowAskProps): string | undefined {
  if (act && !act.allowed) return act.why;
  if (row.edition !== base.edition) return 'The row is another one beneath: choose first.';
  return refused;
}
