import { personsOfRoles, samplePersonKey, sampleRootKeys } from '../../sandbox/world/samplePersons.ts';
import { sayOfPersons } from '../../server/operator/persons/sayOfPersons.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { personKeyOf } from '../../server/platform/persons/personKey.ts';
import { loadPersons } from '../../server/platform/persons/personStatementStore.ts';
import { CONFIRM, ENROL } from '../../server/platform/persons/readPersons.ts';
import { readRootKeys } from '../../server/platform/persons/rootKeys.ts';

/** Has two of the sandbox's first admins name a person of each role, unless they have before. */
export async function enrolSamplePersons(databaseUrl: string): Promise<void> {
  const rootKeys = readRootKeys(sampleRootKeys());
  const database = openDatabase(databaseUrl, { maxConnections: 2 });
  const speaker = (who: string) => ({
    database,
    rootKeys,
    isSandbox: true,
    signer: personKeyOf(samplePersonKey(who)),
    who,
    why: 'a person of the sandbox',
  });
  try {
    const { enrolled } = await loadPersons(database, rootKeys);
    const names = new Set([...enrolled.values()].map(({ name }) => name));
    for (const [name, role] of Object.entries(personsOfRoles)) {
      if (names.has(name)) continue;
      const { id, credential } = personKeyOf(samplePersonKey(name));
      await sayOfPersons(speaker('anna'), () => ({
        act: ENROL,
        arguments: { name, roles: [role], credential: { ...credential } },
      }));
      await sayOfPersons(speaker('ben'), ({ waiting }) => ({
        act: CONFIRM,
        arguments: { statement: waiting.find(({ person }) => person.key === id)?.hash ?? '' },
      }));
    }
  } finally {
    await database.close();
  }
}
