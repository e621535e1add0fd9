import { useState } from 'react';
import { EffectOptions } from '../../parts/fields/EffectOptions.tsx';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { RequestForm } from '../../person/RequestForm.tsx';
import type { Difference } from './DifferenceCard.tsx';
import {
  buildActionKey,
  buildActionRequest,
  type DifferenceAction,
  getRemainingDifference,
} from './differenceAction.ts';

const REASONS = [
  { value: 'confirmed', label: 'Confirmed by the counterparty' },
  { value: 'papers', label: 'Supported by documents' },
  { value: 'mistake', label: 'Booked by mistake' },
  { value: 'unexplained', label: 'Cannot be explained' },
  { value: 'asked', label: 'Counterparty contacted, reply pending' },
  { value: 'known', label: 'Known, no entry needed' },
  { value: 'other', label: 'Other reason' },
];

type DifferenceActionsProps = {
  readonly difference: Difference;
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
};

/**
 * The actions on the whole difference, each with its effect and the remaining difference, and the form of the chosen action,
 * which may be one of a row.
 */
export function DifferenceActions({ difference, chosen, onChoose }: DifferenceActionsProps) {
  const { actions, unit } = difference;
  const action = actions.find((one) => buildActionKey(one) === chosen);
  return (
    <div>
      <h3>Actions</h3>
      <EffectOptions
        label="Actions"
        layout="column"
        value={chosen}
        onChange={onChoose}
        options={actions
          .filter(({ row }) => row === null)
          .map((one) => ({
            id: buildActionKey(one),
            title: one.offer.label,
            effect: (
              <>
                {one.offer.effect} <RemainingAmount amount={getRemainingDifference(one, undefined)} unit={unit} />
              </>
            ),
            ...(!one.offer.allowed && { refused: one.offer.why }),
          }))}
      />
      {action && <DifferenceRequestForm key={chosen} action={action} difference={difference} />}
    </div>
  );
}

function RemainingAmount({ amount, unit }: { readonly amount: string | undefined; readonly unit: string }) {
  if (amount === undefined) return null;
  return (
    <b>
      Remaining: <Money amount={amount} code={unit} />
    </b>
  );
}

function DifferenceRequestForm({
  action,
  difference,
}: {
  readonly action: DifferenceAction;
  readonly difference: Difference;
}) {
  const [choice, setChoice] = useState<string>();
  const { offer, choose, choices, row } = action;
  const request = buildActionRequest(action, choice);
  return (
    <RequestForm
      request={offer.allowed ? request : undefined}
      title={offer.label}
      reasons={REASONS}
      needsSecondApproval={offer.needsSecondApproval}
      approvers={offer.approvers}
      version={`${difference.id} ${difference.difference}`}
      {...(!request && { refused: `Select “${choose}” first.` })}
    >
      {row !== null && (
        <p>
          {offer.label}. {offer.effect}{' '}
          <RemainingAmount amount={getRemainingDifference(action, choice)} unit={difference.unit} />
        </p>
      )}
      {choose !== '' && (
        <SelectField
          label={choose}
          options={choices.map(({ key, label }) => ({ value: key, label }))}
          value={choice}
          onChange={setChoice}
        />
      )}
    </RequestForm>
  );
}
