import { roles as allRoles, isRole, type Role } from '@slipway/contract/entities/roles.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import { CHANGE_ROLES, CONFIRM, ENROL, type Person, type Persons, REVOKE } from '../../platform/persons/readPersons.ts';
import { readableToken, sha256 } from '../../platform/secrets.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../commandError.ts';
import { printTable } from '../printTable.ts';
import { insertInvitation } from './invitationStore.ts';
import { keyHandedIn } from './joining.ts';
import { sayOfPersons } from './sayOfPersons.ts';

const CODE_LETTERS = 20;
const INVITATION_DAYS = 3;
const ALONE = 'the first admin names one other admin alone, and from then on two do: invite that one first';

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
      const roles = rolesIn(context);
      if (!/^[a-z][\w.-]{0,39}$/.test(name))
        throw new CommandError('say a name in small letters: invite ben --role admin');
      if (await isAlone(context, roles)) throw new CommandError(ALONE);
      const code = readableToken(CODE_LETTERS);
      const invitation = { name, roles, invitedBy: context.who, codeHash: sha256(code) };
      await insertInvitation(context.database, invitation, INVITATION_DAYS);
      return `${code}\nFor ${name} alone, by a way that nobody else reads: npm run operate -- join ${code}\nThen have the key's id read to you, by voice: npm run operate -- enrol ${name} KEY-ID --role ${roles.join(',')} --why TEXT`;
    },
  },
  enrol: {
    usage: 'enrol NAME KEY-ID --role ROLE[,ROLE]',
    about: "an admin's word that this key is this person's; after the first two admins another admin says the same",
    decides: 'does',
    async run(context, [name = '', key = '']) {
      const roles = rolesIn(context);
      if (await isAlone(context, roles)) throw new CommandError(ALONE);
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

/** The first admin can make nobody but a second one. */
async function isAlone({ database, rootKeys }: CommandContext, roles: readonly Role[]): Promise<boolean> {
  const { enrolled, former } = await loadPersons(database, rootKeys);
  return enrolled.size === 1 && former.size === 0 && !roles.includes('admin');
}

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
