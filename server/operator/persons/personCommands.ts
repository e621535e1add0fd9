import { roles as allRoles, isRole, type Role } from '@slipway/contract/entities/roles.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import { CHANGE_ROLES, CONFIRM, ENROL, type Person, type Persons, REVOKE } from '../../platform/persons/readPersons.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../commandError.ts';
import { printTable } from '../printTable.ts';
import { invite, requireNotAlone } from './inviting.ts';
import { keyHandedIn } from './joining.ts';
import { sayOfPersons } from './sayOfPersons.ts';

/** Who operates. */
export const personCommands = {
  persons: {
    usage: 'persons',
    about: 'who may operate, with which key and roles, and who waits for a second admin',
    async run({ database, rootKeys }) {
      const { enrolled, waiting } = await loadPersons(database, rootKeys);
      return [
        printTable([...enrolled.values()].map(lineOf)),
        ...(waiting.length === 0
          ? []
          : [
              `Waiting for a second admin:\n${printTable(waiting.map(({ by, person }) => ({ ...lineOf(person), by })))}`,
            ]),
      ].join('\n\n');
    },
  },
  invite: {
    usage: 'invite NAME --role ROLE[,ROLE]',
    about:
      'a code for one new person, good for three days: they join with it, and an admin enrols the key that they name',
    decides: 'does',
    async run(context, [name = '']) {
      const { database, rootKeys, who: invitedBy } = context;
      const roles = rolesIn(context);
      const code = await invite(database, await loadPersons(database, rootKeys), { name, roles, invitedBy });
      return `${code}\nFor ${name} alone, by a way that nobody else reads: npm run operate -- join ${code}\nThen have the key's id read to you, by voice: npm run operate -- enrol ${name} KEY-ID --role ${roles.join(',')} --why TEXT`;
    },
  },
  enrol: {
    usage: 'enrol NAME KEY-ID --role ROLE[,ROLE]',
    about: "an admin's word that this key is this person's; after the first two admins another admin says the same",
    decides: 'does',
    async run(context, [name = '', key = '']) {
      const roles = rolesIn(context);
      requireNotAlone(await loadPersons(context.database, context.rootKeys), roles);
      const after = await sayOfPersons(context, async (persons) => {
        const confirmed = confirmationOf(persons, context, { name, key, roles });
        if (confirmed) return confirmed;
        const credential = await keyHandedIn(context.database, name, key);
        return { act: ENROL, arguments: { name, roles, credential: { ...credential } } };
      });
      return outcomeFor(after, key, `enrol ${name} ${key} --role ${roles.join(',')}`);
    },
  },
  'change-roles': {
    usage: 'change-roles NAME --role ROLE[,ROLE]',
    about: 'what somebody may from now on; another admin says the same',
    decides: 'does',
    async run(context, [name = '']) {
      const roles = rolesIn(context);
      const { key } = await requireEnrolled(context, name);
      const after = await sayOfPersons(
        context,
        (persons) =>
          confirmationOf(persons, context, { name, key, roles }) ?? {
            act: CHANGE_ROLES,
            arguments: { key, roles },
          },
      );
      return outcomeFor(after, key, `change-roles ${name} --role ${roles.join(',')}`);
    },
  },
  revoke: {
    usage: 'revoke NAME',
    about: "takes a person's key out at once: an admin's word, or one's own about one's own",
    decides: 'does',
    async run(context, [name = '']) {
      const { key } = await requireEnrolled(context, name);
      await sayOfPersons(context, () => ({ act: REVOKE, arguments: { key } }));
      return `the key of ${name} is good no more; what it has asked for and is not done is refused`;
    },
  },
} satisfies Readonly<Record<string, Command>>;

type Wanted = { readonly name: string; readonly key: string; readonly roles: readonly Role[] };

/** The second admin's word, where another one has said just the same. */
function confirmationOf({ waiting }: Persons, { who }: CommandContext, { name, key, roles }: Wanted) {
  const same = waiting.find(
    ({ by, person }) =>
      by !== who && person.name === name && person.key === key && sorted(person.roles) === sorted(roles),
  );
  return same && { act: CONFIRM, arguments: { statement: same.hash } };
}

function outcomeFor({ enrolled, waiting }: Persons, key: string, command: string): string {
  if (waiting.some(({ person }) => person.key === key))
    return `another admin has to say the same: npm run operate -- ${command} --why TEXT`;
  const person = enrolled.get(key);
  return `${person?.name} is ${person?.roles.join(', ')}`;
}

async function requireEnrolled({ database, rootKeys }: CommandContext, name: string): Promise<Person> {
  const { enrolled } = await loadPersons(database, rootKeys);
  const person = [...enrolled.values()].find((one) => one.name === name);
  if (!person) throw new CommandError(`there is no person ${name || 'NAME'}: npm run operate -- persons`);
  return person;
}

function rolesIn({ options }: CommandContext): readonly Role[] {
  const words = (options['role'] ?? '').split(',').filter((word) => word !== '');
  if (words.length === 0 || !words.every(isRole))
    throw new CommandError(`say --role, with commas between several: ${allRoles.join(', ')}`);
  return words.filter(isRole);
}

function sorted(words: readonly string[]): string {
  return words.toSorted().join();
}

function lineOf({ name, key, roles, credential }: Person) {
  const signs = credential.kind === 'passkey' ? `by passkey at ${credential.origin}` : 'by key file';
  return { name, roles: roles.join(', '), key, signs };
}
