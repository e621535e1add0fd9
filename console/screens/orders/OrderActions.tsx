import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useOfferScreenActions } from '../../app/commandPalette/screenActions.ts';
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts';
import { Card } from '../../parts/Card.tsx';
import { EffectOptions } from '../../parts/fields/EffectOptions.tsx';
import { type Option, SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import type { PaletteItem } from '../../parts/overlays/CommandPalette.tsx';
import { RequestForm } from '../../person/RequestForm.tsx';
import type { OperatorRequest } from '../../person/useSignedActions.ts';
import {
  type ActionInput,
  buildActionInput,
  FIELD_LABELS,
  MISSING_FIELD_MESSAGES,
  type OrderAction,
} from './actionInput.ts';
import type { OrderPage } from './OrderScreen.tsx';

const REASONS: readonly Option[] = [
  { value: 'fraud', label: 'Fraud reported by the bank' },
  { value: 'buyer', label: 'Requested by the buyer' },
  { value: 'checked', label: 'Checked, no problem found' },
  { value: 'listed', label: 'Sanctions list or legal requirement' },
  { value: 'vendor', label: 'Vendor request or vendor failure' },
  { value: 'ours', label: 'Our mistake' },
];

const NTH = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The selected action, and its request once submitted. Both stay if the action is no longer listed. */
export type DecisionState = { readonly chosen?: string; readonly request?: OperatorRequest };

type OrderActionsProps = {
  readonly page: OrderPage;
  readonly deciding: DecisionState;
  /** Pass the same function each time. */
  readonly onDeciding: (deciding: DecisionState) => void;
};

/** The actions, each with its effect, or with the reason why it is unavailable. None is preselected. */
export function OrderActions({ page: { actions, version, head, claims }, deciding, onDeciding }: OrderActionsProps) {
  const { chosen } = deciding;
  const [input, setInput] = useState<Readonly<Record<string, string>>>({});
  const chosenAction = actions.find(({ action }) => action === chosen);
  const keys = NTH.flatMap((nth) => {
    const at = actions[nth - 1];
    return at?.allowed ? [[`nth${nth}`, () => choose(at.action)] as const] : [];
  });
  useShortcuts(Object.fromEntries(keys));
  const offered = useMemo(
    () =>
      actions.map(
        ({ action, title, why, needsSecondApproval }): PaletteItem => ({
          id: `way-${action}`,
          group: 'Actions',
          title,
          ...(why === null ? needsSecondApproval && { aside: 'needs approval' } : { refused: why }),
          onChoose: () => onDeciding({ chosen: action }),
        }),
      ),
    [actions, onDeciding],
  );
  useOfferScreenActions(offered);
  function choose(action: string) {
    onDeciding({ chosen: action });
    setInput({});
  }
  const isPaused = head.status === 'on_hold' && Number(claims.sent.amount) === 0;
  const missing = chosenAction?.inputs.find((name) => (input[name] ?? '').trim() === '');
  const refused =
    chosenAction && (chosenAction.why ?? (missing === undefined ? undefined : MISSING_FIELD_MESSAGES[missing]));
  return (
    <Card
      title="Actions"
      aside={isPaused && <span className="second">No payout signed. Order is paused until you decide.</span>}
      lift
      flush
    >
      <EffectOptions
        label="Actions"
        value={chosen}
        onChange={choose}
        layout="row"
        options={actions.map((one, index) => ({
          id: one.action,
          title: one.title,
          effect: one.effect,
          ...(index < NTH.length && { keys: String(index + 1) }),
          ...(one.why !== null && { refused: one.why }),
        }))}
      />
      {chosenAction && (
        <div className="card-body">
          {chosenAction.review === null ? (
            <RequestForm
              key={chosenAction.action}
              request={{
                act: chosenAction.act,
                action: chosenAction.action,
                subject: chosenAction.subject,
                input: buildActionInput(chosenAction, input),
              }}
              title={chosenAction.title}
              reasons={REASONS}
              needsSecondApproval={chosenAction.needsSecondApproval}
              approvers={chosenAction.approvers}
              why="Amounts above the operator’s limit, and lifting a freeze, require a second approval."
              version={version}
              danger={chosenAction.isStop}
              {...(refused !== undefined && { refused })}
              onRequested={(request) => {
                setInput({});
                onDeciding({ ...deciding, request });
              }}
            >
              <ActionFields action={chosenAction} input={input} onChange={setInput} />
            </RequestForm>
          ) : (
            <p>
              <Link to="/reviews/{-$id}" params={{ id: chosenAction.review }}>
                Open the dispute review
              </Link>{' '}
              <span className="second">Nothing is submitted from this page.</span>
            </p>
          )}
        </div>
      )}
    </Card>
  );
}

type ActionFieldsProps = {
  readonly action: OrderAction;
  readonly input: ActionInput;
  readonly onChange: (input: ActionInput) => void;
};

/** Input that an action needs in addition to its reason: chosen from the server's options, or typed. */
function ActionFields({ action: { inputs, choices }, input, onChange }: ActionFieldsProps) {
  if (inputs.length === 0) return null;
  return (
    <div className="order-inputs">
      {inputs.map((name) => {
        const options = choices[name];
        const change = (value: string) => onChange({ ...input, [name]: value });
        return options ? (
          <SelectField key={name} label={FIELD_LABELS[name]} options={options} value={input[name]} onChange={change} />
        ) : (
          <TextField key={name} label={FIELD_LABELS[name]} value={input[name] ?? ''} onChange={change} />
        );
      })}
    </div>
  );
}
