import { type ReactNode, useState } from 'react';
import { Card } from '../../parts/Card.tsx';
import { EffectOptions } from '../../parts/fields/EffectOptions.tsx';
import type { Option } from '../../parts/fields/SelectField.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { formatApprovers, RequestForm } from '../../person/RequestForm.tsx';
import type { PartnerAction, PartnerDetails } from './partnerData.ts';

/** Reason codes of actions on a partner, for statistics. */
const ACTION_REASONS: readonly Option[] = [
  { value: 'asked', label: 'Requested by the partner' },
  { value: 'lost', label: 'Data or credentials lost' },
  { value: 'contract', label: 'New agreement' },
  { value: 'test', label: 'Test' },
  { value: 'other', label: 'Other reason' },
];

type PartnerActionsProps = {
  readonly partner: PartnerDetails;
  /** Ids of the actions on this tab. */
  readonly actions: readonly string[];
  readonly title?: string;
  /** Returns the input of an action, undefined while it is incomplete; without this function, it is the server's. */
  readonly buildInput?: (act: PartnerAction) => Readonly<Record<string, string>> | undefined;
  /** Form fields of an action, by its id. */
  readonly fields?: Readonly<Record<string, ReactNode>>;
};

/**
 * The actions on a partner. Secrets are requested with the command line, because only the requester's machine can decrypt
 * the answer.
 */
export function PartnerActions({ partner, actions, title = 'Actions', buildInput, fields }: PartnerActionsProps) {
  const [chosen, setChosen] = useState<string>();
  const acts = partner.acts.filter(({ id }) => actions.includes(id));
  const act = acts.find(({ id }) => id === chosen);
  const input = act && (buildInput ? buildInput(act) : act.input);
  const request =
    act && input
      ? { act: act.action, action: act.action, subject: buildActionSubject(act, partner.id), input }
      : undefined;
  return (
    <Card title={title}>
      <EffectOptions
        label={title}
        layout="column"
        options={acts.map(({ id, label, effect, allowed, why }) => ({
          id,
          title: label,
          effect,
          ...(!allowed && { refused: why }),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      {act?.command !== undefined && act.command !== null && (
        <CommandLineHint command={act.command} approvers={act.approvers} />
      )}
      {act && act.command === null && (
        <div className="partners-request">
          <RequestForm
            key={act.id}
            request={request}
            title={act.label}
            reasons={ACTION_REASONS}
            needsSecondApproval={act.needsSecondApproval}
            approvers={act.approvers}
            {...(!act.allowed && { refused: act.why })}
            {...(act.needsSecondApproval && { why: 'Changes to partners require a second approval.' })}
          >
            {fields?.[act.id]}
          </RequestForm>
        </div>
      )}
    </Card>
  );
}

/** Returns the subject as the command line names it. */
function buildActionSubject({ action }: PartnerAction, id: string): string {
  return action === 'set' ? `partner ${id}` : id;
}

type CommandLineHintProps = { readonly command: string; readonly approvers: readonly string[] };

function CommandLineHint({ command, approvers }: CommandLineHintProps) {
  return (
    <div className="partners-command">
      <p className="second">
        Request it with the command line, which keeps the key that decrypts the result. No web page ever has it.{' '}
        {formatApprovers(approvers)} The command then prints what to type to collect it.
      </p>
      <div className="partners-command-line">
        <code className="mono" translate="no">
          {command}
        </code>
        <CopyButton value={command} label="Copy command" />
      </div>
    </div>
  );
}
