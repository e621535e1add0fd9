import { productEnvironment } from '../../sandbox/productEnvironment.ts';
import { isSecretVariable } from '../../server/app/secretVariables.ts';
import { seededSettings } from '../../server/configuration/seededSettings.testing.ts';
import { toVariablePrefix } from '../../server/providers/defineVendor.ts';
import { type DeployedRole, deployedRoles, listVariables, ownVariables } from '../deploy/readVariables.ts';
import { type VariableText, variableTexts } from './variableTexts.ts';

/** Returns each documented variable name with the roles that read it. */
export function listDocumentedVariables(): ReadonlyMap<string, readonly DeployedRole[]> {
  const readers = new Map<string, DeployedRole[]>();
  for (const role of deployedRoles)
    for (const name of new Set([...listVariables(role)].map(buildDocumentedName)))
      readers.set(name, [...(readers.get(name) ?? []), role]);
  return readers;
}

/** Returns `<ID>_RPC_URL` or `<ID>_CHAIN_ID` for such a variable of any network, and any other name unchanged. */
export function buildDocumentedName(name: string): string {
  const [, prefix = '', rest = ''] = /^(.+?)(_RPC_URL|_CHAIN_ID)$/.exec(name) ?? [];
  const isNetwork = seededSettings().catalog.networks.some(({ id }) => toVariablePrefix(id) === prefix);
  return isNetwork ? `<ID>${rest}` : name;
}

/**
 * Returns docs/variables.md: every variable, from the schemas of the processes, the vendors' manifests and the table of
 * texts.
 */
export function drawVariables(): string {
  const readers = listDocumentedVariables();
  return [
    '# Variables',
    '',
    '<!-- Written by `npm run draw` from the processes’ schemas, the vendors’ manifests and tools/variables/variableTexts.ts. -->',
    '',
    'Every variable that Slipway reads. [profiles/](profiles/) has an example file for each process; [installing.md](installing.md) uses them.',
    '',
    '- `required`: the process does not start without the variable. A vendor is off if none of its variables is set.',
    '- `secret`: instead of `NAME` you can set `NAME_FILE` to a file that contains the value ([secrets](operating/secrets.md)).',
    '- `ROLE=all` reads what `api` and `worker` read. An empty variable counts as unset.',
    '- The command line (`operate`) also reads the variables that [its page](operating/command-line.md#what-it-needs) lists.',
    '',
    ...Object.entries(variableTexts).flatMap(([heading, texts]) => [
      `## ${heading}`,
      '',
      '| variable | read by | default | meaning |',
      '| --- | --- | --- | --- |',
      ...Object.entries(texts).map(([name, text]) => drawRow(name, text, readers.get(name))),
      '',
    ]),
    '## Addresses of the stand-ins',
    '',
    'With `SANDBOX_PORT=8090`, `npm run stand-ins` and `npm start` listen at these addresses. Set the variables to try an installation without vendors ([installing.md](installing.md#trying-it-without-vendors)).',
    '',
    '| variable | value |',
    '| --- | --- |',
    ...listStandInAddresses().map(([name, value]) => `| \`${name}\` | \`${value}\` |`),
    '',
  ].join('\n');
}

/** Returns each variable with the address of a stand-in. */
function listStandInAddresses(): [string, string][] {
  const world = { sandboxPort: 8090, productPort: 0, bankFilesFolder: '', bankReceivedFolder: '' };
  const all = Object.entries(productEnvironment(world));
  return all.filter(([name, value]) => name !== 'PUBLIC_URL' && /^\w+:\/\/localhost:/.test(value));
}

function drawRow(name: string, given: string | VariableText, roles: readonly DeployedRole[] = []): string {
  const { text, by, byDefault }: VariableText = typeof given === 'string' ? { text: given } : given;
  const secret = isSecretVariable(name.replace('<ID>', 'ID')) ? ' (secret)' : '';
  const cells = [`\`${name}\`${secret}`, by ?? roles.join(', '), byDefault ?? formatDefaults(name, roles), text];
  return `| ${cells.join(' | ')} |`;
}

/** Returns a single default if it is the same for each role, otherwise the default of each role. */
function formatDefaults(name: string, roles: readonly DeployedRole[]): string {
  const defaults = roles.map((role) => [role, formatDefault(role, name)] as const);
  const distinct = new Set(defaults.map(([, value]) => value));
  if (distinct.size <= 1) return [...distinct].join('');
  return [...Map.groupBy(defaults, ([, value]) => value)]
    .map(([value, same]) => `${same.map(([role]) => role).join(', ')}: ${value || 'none'}`)
    .join('; ');
}

function formatDefault(role: DeployedRole, name: string): string {
  const read = ownVariables[role][name]?.safeParse(undefined);
  if (read === undefined) return '';
  if (!read.success) return 'required';
  return typeof read.data === 'string' || typeof read.data === 'number' ? `\`${read.data}\`` : '';
}
