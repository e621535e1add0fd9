import { rowRights } from '../configuration/rowRights.ts';
import type { ActionRight } from '../platform/persons/actionRight.ts';
import { actions } from './actions.ts';
import type { OperatorAction } from './operatorAction.ts';

/** Returns docs/actions.md, the actions that operators may request, from their definitions. */
export function renderActionsDocument(): string {
  return [
    '# Actions of operators',
    '',
    '<!-- Written by `npm run draw` from server/operator/actions.ts. -->',
    '',
    'A person requests an action in the console or on the command line and signs the request. If the column *second approval*',
    'requires it, another person with another key approves the request. A worker checks the signatures and executes the action.',
    '[people.md](operating/people.md) describes the roles, and [command-line.md](operating/command-line.md) how to run a command;',
    'every action also needs `--why TEXT`. `secondPersonAboveEuro` and `withdrawalSecondApprovalAboveEuro` are',
    '[rules](operating/configuration.md) in the configuration.',
    '',
    '| action | what it does | requested by | approved by | second approval | effect on money | command |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...actions.map(formatRow),
    '',
    '## Changes of the configuration',
    '',
    'Who may request and approve `set` and `remove` depends on the kind of the row. Every change needs a second approval, except:',
    '',
    '- setting only `enabled=false` of a currency, crypto, partner or provider;',
    '- adding a `risk-rule`, and setting a `denied-address`, `blocked-network` or `reviewed-name`;',
    '- if the rule `limitsNeedSecondApproval` is `no`, all changes except those of partners, of that rule, and of the rules',
    '  `secondPersonAboveEuro` and `withdrawalSecondApprovalAboveEuro`.',
    '',
    '| kind | requested by | approved by |',
    '| --- | --- | --- |',
    ...Object.entries<ActionRight>(rowRights).map(([kind, right]) => `| \`${kind}\` | ${formatRoles(right)} |`),
    '',
  ].join('\n');
}

function formatRow({ name, right, secondPerson, money, command }: OperatorAction): string {
  const usage = command === null ? 'none: `pay-to` requests it' : `\`${escapeCell(command.usage)}\``;
  const about = command === null ? '`pay-to` for the refund of an unmatched payment' : escapeCell(command.about);
  return `| \`${name}\` | ${about} | ${formatRoles(right)} | ${secondPerson.when} | ${money} | ${usage} |`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replace(' (docs/actions.md)', '');
}

function formatRoles({ requesters, approvers }: ActionRight): string {
  return `${requesters.join(', ')} | ${approvers?.join(', ') ?? ''}`;
}
