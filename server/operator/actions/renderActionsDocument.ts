import { rowRights } from '../../configuration/rowRights.ts';
import type { ActionRight } from '../../platform/persons/actionRight.ts';
import type { Action } from '../action.ts';
import { actions } from './actions.ts';

/** Returns docs/actions.md, the actions that operators may request, from their definitions. */
export function renderActionsDocument(): string {
  return [
    '# Actions of operators',
    '',
    '<!-- Written by `npm run draw` from server/operator/actions. -->',
    '',
    'An operator requests an action in the console or on the command line and signs the request. Above the limit that the action',
    'names, another person with another key approves it. A worker executes it after checking the signatures. The roles are',
    'described in [people.md](operating/people.md).',
    '',
    '| action | requested by | approved by | second approval | effect on money | command |',
    '| --- | --- | --- | --- | --- | --- |',
    ...actions.map(formatRow),
    '',
    '## Changes of the configuration',
    '',
    'Who may request and approve `set` and `remove` depends on the kind of the row.',
    '',
    '| kind | requested by | approved by |',
    '| --- | --- | --- |',
    ...Object.entries<ActionRight>(rowRights).map(([kind, right]) => `| \`${kind}\` | ${formatRoles(right)} |`),
    '',
  ].join('\n');
}

function formatRow({ name, right, secondPerson, money, command }: Action): string {
  const usage = command === null ? 'by `pay-to`' : `\`${command.usage.replaceAll('|', '\\|')}\``;
  return `| \`${name}\` | ${formatRoles(right)} | ${secondPerson.when} | ${money} | ${usage} |`;
}

function formatRoles({ requesters, approvers }: ActionRight): string {
  return `${requesters.join(', ')} | ${approvers?.join(', ') ?? ''}`;
}
