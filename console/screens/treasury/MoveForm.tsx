import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useDebouncedText } from '../../api/useDebouncedText.ts';
import { type Option, SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { Address } from '../../parts/values/Address.tsx';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { RequestForm } from '../../person/RequestForm.tsx';
import {
  buildInitialDraft,
  collectMoveValues,
  MOVE_FIELDS,
  type MoveDraft,
  type MoveKind,
  type Moves,
} from './moveFields.ts';

const OTHER: Option = { value: 'other', label: 'Other reason' };

/** Reason codes of actions on the operator's money, for statistics. */
const MOVE_REASONS: Readonly<Record<MoveKind, readonly Option[]>> = {
  withdraw: [{ value: 'low', label: 'Low wallet balance' }, { value: 'safe', label: 'Move to safekeeping' }, OTHER],
  'top-up': [
    { value: 'filled', label: 'Wallet refilled' },
    { value: 'hand', label: 'Sent manually at the exchange' },
    OTHER,
  ],
  swap: [{ value: 'wrapped', label: 'Wrapped or unwrapped' }, { value: 'traded', label: 'Traded manually' }, OTHER],
  'allow-address': [
    { value: 'safe', label: 'Safekeeping address' },
    { value: 'venue', label: 'Another exchange' },
    OTHER,
  ],
  return: [
    { value: 'unknown', label: 'No matching order' },
    { value: 'asked', label: 'Requested by the payer' },
    OTHER,
  ],
  recover: [{ value: 'paid', label: 'Paid by the buyer after all' }, { value: 'dispute', label: 'Dispute won' }, OTHER],
};

type MoveFormProps = {
  readonly kind: MoveKind;
  readonly moves: Moves;
  /** Prefilled values from the URL. */
  readonly search: MoveDraft;
};

/** The form of one action: input, the server's preview, and the signature. */
export function MoveForm({ kind, moves, search }: MoveFormProps) {
  const [draft, setDraft] = useState(() => buildInitialDraft(kind, search));
  const fields = collectMoveValues(kind, moves, draft);
  const settled = useDebouncedText(JSON.stringify(fields));
  const isTyped = settled !== '{}';
  const preview = useConsoleQuery(
    'previewMove',
    { kind, fields: JSON.parse(settled) as Record<string, string> },
    { enabled: isTyped, keepsPrevious: true, topics: ['requests', 'differences'] },
  );
  const data = isTyped ? preview.data : undefined;
  const isPreviewStale = settled !== JSON.stringify(fields) || preview.isPlaceholderData || preview.isError;
  const act = data?.act;
  const refused = isPreviewStale ? 'Checking your input…' : act && !act.allowed ? act.why : undefined;
  return (
    <div className="stack">
      <div className="treasury-fields">
        {MOVE_FIELDS[kind].map(({ name, label, hint, decimal, options }) =>
          options ? (
            <SelectField
              key={name}
              label={label}
              options={options(moves, draft)}
              value={fields[name] ?? (name === 'to' ? findOwnTarget(moves, draft) : undefined)}
              onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
            />
          ) : (
            <TextField
              key={name}
              label={label}
              value={draft[name] ?? ''}
              onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
              {...(hint !== undefined && { hint })}
              {...(decimal && { inputMode: 'decimal' as const })}
            />
          ),
        )}
      </div>
      {preview.isError && <Note tone="bad">{preview.error.message}</Note>}
      {data && data.facts.length > 0 && (
        <div className="treasury-facts" data-greyed={isPreviewStale ? '' : undefined}>
          <KeyValues
            rows={data.facts.map(({ label, sum, text, form, tone }) => ({
              label,
              value: sum ? (
                <Money amount={sum.amount} code={sum.unit} />
              ) : form === 'address' ? (
                <Address address={text} />
              ) : (
                text
              ),
              ...(tone === 'warn' && { tone }),
            }))}
          />
          <p className="second">{data.whyTwo}</p>
        </div>
      )}
      {act && !act.allowed && !isPreviewStale && <Note tone="warn">{act.why}</Note>}
      {act && (
        <RequestForm
          request={
            act.allowed && !isPreviewStale
              ? { act: act.act, action: act.action, subject: act.subject, input: act.input }
              : undefined
          }
          about={kind}
          title={act.label || 'Submit request'}
          reasons={MOVE_REASONS[kind]}
          needsSecondApproval={act.needsSecondApproval}
          approvers={act.approvers}
          why={data?.whyTwo ?? ''}
          version={JSON.stringify(act.input)}
          {...(refused !== undefined && { refused })}
        >
          <p className="second">{act.effect}</p>
        </RequestForm>
      )}
    </div>
  );
}

/** Returns the default destination: the treasury's own address. */
function findOwnTarget({ coins, targets }: Moves, { crypto }: MoveDraft): string | undefined {
  const network = coins.find((one) => one.crypto === crypto)?.network;
  return targets.find((target) => target.own && target.network === network)?.address;
}
