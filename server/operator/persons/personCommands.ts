import { roles as allRoles, isRole, type Role } from '@slipway/contract/entities/roles.ts';
import type { Command, CommandContext } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { ADMIN, EVERYONE } from '../../action/roles.ts';
import {
  CHANGE_ROLES,
  CONFIRM,
  ENROL,
  type Person,
  type PersonRegistry,
  REVOKE,
} from '../../platform/persons/personRegistry.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { formatTable } from '../../platform/text/formatTable.ts';
import { createInvitation, requireSecondAdminFirst } from './createInvitation.ts';
import { signPersonStatement } from './signPersonStatement.ts';
import { requireSubmittedKey } from './submitKey.ts';

/** The commands about people. */
export const personCommands = {
  persons: {
    usage: 'persons',
    roles: EVERYONE,
    about: 'lists the people who may operate, with their keys and roles, and who waits for a second admin',
    async run({ database, rootKeys }) {
      const { enrolled, waiting } = await loadPersonRegistry(database, rootKeys);
      return [
        formatTable([...enrolled.values()].map(formatLine)),
        ...(waiting.length === 0
          ? []
          : [
              `Waiting for a second admin:\n${formatTable(waiting.map(({ by, person }) => ({ ...formatLine(person), by })))}`,
            ]),
      ].join('\n\n');
    },
  },
  invite: {
    usage: 'invite NAME --role ROLE[,ROLE]',
    roles: ADMIN,
    about: 'creates a code for one new person, valid for three days: they join with it, and an admin enrols their key',
    decides: 'does',
    async run(context, [name = '']) {
      const { database, rootKeys, who: invitedBy } = context;
      const roles = parseRoles(context);
      const code = await createInvitation(database, await loadPersonRegistry(database, rootKeys), {
        name,
        roles,
        invitedBy,
      });
      return `${code}\nSend it to ${name} by a channel that no one else can read: npm run operate -- join ${code}\nThen have ${name} read the key's id to you, by voice: npm run operate -- enrol ${name} KEY-ID --role ${roles.join(',')} --why TEXT`;
    },
  },
  enrol: {
    usage: 'enrol NAME KEY-ID --role ROLE[,ROLE]',
    roles: ADMIN,
    about:
      "confirms as an admin that this key is this person's; after the first two admins another admin has to confirm it too",
    decides: 'does',
    async run(context, [name = '', key = '']) {
      const roles = parseRoles(context);
      requireSecondAdminFirst(await loadPersonRegistry(context.database, context.rootKeys), roles);
      const after = await signPersonStatement(context, async (persons) => {
        const confirmed = buildConfirmation(persons, context, { name, key, roles });
        if (confirmed) return confirmed;
        const credential = await requireSubmittedKey(context.database, name, key);
        return { act: ENROL, arguments: { name, roles, credential: { ...credential } } };
      });
      return formatEnrolmentOutcome(after, key, `enrol ${name} ${key} --role ${roles.join(',')}`);
    },
  },
  'change-roles': {
    usage: 'change-roles NAME --role ROLE[,ROLE]',
    roles: ADMIN,
    about: "sets a person's roles; another admin has to confirm it",
    decides: 'does',
    async run(context, [name = '']) {
      const roles = parseRoles(context);
      const { key } = await requireEnrolled(context, name);
      const after = await signPersonStatement(
        context,
        (persons) =>
          buildConfirmation(persons, context, { name, key, roles }) ?? {
            act: CHANGE_ROLES,
            arguments: { key, roles },
          },
      );
      return formatEnrolmentOutcome(after, key, `change-roles ${name} --role ${roles.join(',')}`);
    },
  },
  revoke: {
    usage: 'revoke NAME',
    roles: EVERYONE,
    about: "revokes a person's key immediately; admins may revoke any key, others their own",
    decides: 'does',
    async run(context, [name = '']) {
      const { key } = await requireEnrolled(context, name);
      await signPersonStatement(context, () => ({ act: REVOKE, arguments: { key } }));
      return `the key of ${name} is revoked; its requests that are not executed yet are refused`;
    },
  },
} satisfies Readonly<Record<string, Command>>;

type Wanted = { readonly name: string; readonly key: string; readonly roles: readonly Role[] };

/** Returns this admin's confirmation of another admin's statement about the same name, key and roles; undefined without one. */
function buildConfirmation({ waiting }: PersonRegistry, { who }: CommandContext, { name, key, roles }: Wanted) {
  const same = waiting.find(
    ({ by, person }) =>
      by !== who && person.name === name && person.key === key && joinSorted(person.roles) === joinSorted(roles),
  );
  return same && { act: CONFIRM, arguments: { statement: same.hash } };
}

function formatEnrolmentOutcome({ enrolled, waiting }: PersonRegistry, key: string, command: string): string {
  if (waiting.some(({ person }) => person.key === key))
    return `another admin has to confirm it: npm run operate -- ${command} --why TEXT`;
  const person = enrolled.get(key);
  return `${person?.name} is ${person?.roles.join(', ')}`;
}

async function requireEnrolled({ database, rootKeys }: CommandContext, name: string): Promise<Person> {
  const { enrolled } = await loadPersonRegistry(database, rootKeys);
  const person = [...enrolled.values()].find((one) => one.name === name);
  if (!person) throw new CommandError(`there is no person ${name || 'NAME'}: npm run operate -- persons`);
  return person;
}

function parseRoles({ options }: CommandContext): readonly Role[] {
  const names = (options['role'] ?? '').split(',').filter((name) => name !== '');
  if (names.length === 0 || !names.every(isRole))
    throw new CommandError(`give --role, with commas between several: ${allRoles.join(', ')}`);
  return names.filter(isRole);
}

function joinSorted(values: readonly string[]): string {
  return values.toSorted().join();
}

function formatLine({ name, key, roles, credential }: Person) {
  const signs = credential.kind === 'passkey' ? `by passkey at ${credential.origin}` : 'by key file';
  return { name, roles: roles.join(', '), key, signs };
}
