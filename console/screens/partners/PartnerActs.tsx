import { type ReactNode, useState } from 'react';
import { Card } from '../../parts/Card.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Ways } from '../../parts/Ways.tsx';
import { AskForm, whoMay } from '../../person/AskForm.tsx';
import { ACT_REASONS } from './actReasons.ts';
import type { PartnerAct, ShownPartner } from './partner.ts';

type PartnerActsProps = {
  readonly partner: ShownPartner;
  /** The ones of this tab, by their ids. */
  readonly actions: readonly string[];
  /** What the chosen one still has to be told; undefined while it is not whole. */
  readonly inputOf?: (act: PartnerAct) => Readonly<Record<string, string>> | undefined;
  /** Where that is typed, by the act's id. */
  readonly fields?: Readonly<Record<string, ReactNode>>;
};

/** What may be done here. A secret is asked for at the command line: only the asker's machine can open the answer. */
export function PartnerActs({ partner, actions, inputOf, fields }: PartnerActsProps) {
  const [chosen, setChosen] = useState<string>();
  const acts = partner.acts.filter(({ id }) => actions.includes(id));
  const act = acts.find(({ id }) => id === chosen);
  const input = act && (inputOf ? inputOf(act) : act.input);
  const wish =
    act && input ? { act: act.action, action: act.action, subject: subjectOf(act, partner.id), input } : undefined;
  return (
    <Card title="What can be done">
      <Ways
        label="What can be done"
        layout="column"
        ways={acts.map(({ id, label, effect, allowed, why }) => ({
          id,
          title: label,
          effect,
          ...(!allowed && { refused: why }),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      {act?.command !== undefined && act.command !== null && (
        <ByCommand command={act.command} approvers={act.approvers} />
      )}
      {act && act.command === null && (
        <div className="partners-ask">
          <AskForm
            key={act.id}
            wish={wish}
            title={act.label}
            reasons={ACT_REASONS}
            takesTwo={act.takesTwo}
            approvers={act.approvers}
            {...(!act.allowed && { refused: act.why })}
            {...(act.takesTwo && { why: 'Changes of partners take two.' })}
          >
            {fields?.[act.id]}
          </AskForm>
        </div>
      )}
    </Card>
  );
}

/** As the command line asks for it. */
function subjectOf({ action }: PartnerAct, id: string): string {
  return action === 'set' ? `partner ${id}` : id;
}

type ByCommandProps = { readonly command: string; readonly approvers: readonly string[] };

function ByCommand({ command, approvers }: ByCommandProps) {
  return (
    <div className="partners-command">
      <p className="second">
        Ask for it at the command line, which keeps the key that opens the answer: no page ever has it.{' '}
        {whoMay(approvers)} Then the command prints what you type to collect it.
      </p>
      <div className="partners-command-line">
        <code className="mono" translate="no">
          {command}
        </code>
        <CopyButton value={command} label="Copy the command" />
      </div>
    </div>
  );
}
