import { useEffect, useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Address } from '../../parts/Address.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { AskForm } from '../../person/AskForm.tsx';
import { beginningOf, type Draft, fieldsOf, MOVE_FIELDS, type MoveKind, type Moves } from './moveFields.ts';
import { MOVE_REASONS } from './moveReasons.ts';

type MoveFormProps = {
  readonly kind: MoveKind;
  readonly moves: Moves;
  /** What the address fills it with. */
  readonly search: Draft;
};

/** Until somebody has stopped typing. */
const PAUSE_MS = 250;

/** One act: what is typed, what the server says that it would do, and the signature. */
export function MoveForm({ kind, moves, search }: MoveFormProps) {
  const [draft, setDraft] = useState(() => beginningOf(kind, search));
  const fields = fieldsOf(kind, moves, draft);
  const settled = useSettled(JSON.stringify(fields));
  const isTyped = settled !== '{}';
  const preview = useConsoleQuery(
    'previewMove',
    { kind, fields: JSON.parse(settled) as Record<string, string> },
    { enabled: isTyped, keeps: true, topics: ['requests', 'differences'] },
  );
  const data = isTyped ? preview.data : undefined;
  const isOld = settled !== JSON.stringify(fields) || preview.isPlaceholderData || preview.isError;
  const act = data?.act;
  const refused = isOld ? 'It is being looked at' : act && !act.allowed ? act.why : undefined;
  return (
    <div className="treasury-stack">
      <div className="treasury-fields">
        {MOVE_FIELDS[kind].map(({ name, label, hint, decimal, options }) =>
          options ? (
            <SelectField
              key={name}
              label={label}
              options={options(moves, draft)}
              value={fields[name] ?? (name === 'to' ? ownTarget(moves, draft) : undefined)}
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
        <div className="treasury-facts" data-greyed={isOld ? '' : undefined}>
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
      {act && !act.allowed && !isOld && <Note tone="warn">{act.why}</Note>}
      {act && (
        <AskForm
          wish={
            act.allowed && !isOld
              ? { act: act.act, action: act.action, subject: act.subject, input: act.input }
              : undefined
          }
          about={kind}
          title={act.label || 'Ask for it'}
          reasons={MOVE_REASONS[kind]}
          takesTwo={act.takesTwo}
          approvers={act.approvers}
          why={data?.whyTwo ?? ''}
          version={JSON.stringify(act.input)}
          {...(refused !== undefined && { refused })}
        >
          <p className="second">{act.effect}</p>
        </AskForm>
      )}
    </div>
  );
}

/** Where coins go that are sent nowhere else. */
function ownTarget({ coins, targets }: Moves, { crypto }: Draft): string | undefined {
  const network = coins.find((one) => one.crypto === crypto)?.network;
  return targets.find((target) => target.own && target.network === network)?.address;
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
