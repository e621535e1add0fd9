import { deriveSamplePersonKey, formatSampleRootKeys, singleRolePeople } from '../../sandbox/world/samplePersons.ts';
import { signPersonStatement } from '../../server/operator/persons/signPersonStatement.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { createPersonKey } from '../../server/platform/persons/personKey.ts';
import { CONFIRM, ENROL } from '../../server/platform/persons/personRegistry.ts';
import { loadPersonRegistry } from '../../server/platform/persons/personStatementStore.ts';
import { readRootKeys } from '../../server/platform/persons/rootKeys.ts';

/** Lets two of the sandbox's first admins enrol a person of each role, unless they have done so before. */
export async function enrolSamplePersons(databaseUrl: string): Promise<void> {
  const rootKeys = readRootKeys(formatSampleRootKeys());
  const database = openDatabase(databaseUrl, { maxConnections: 2 });
  const speaker = (who: string) => ({
    database,
    rootKeys,
    isSandbox: true,
    signer: createPersonKey(deriveSamplePersonKey(who)),
    who,
    why: 'a person of the sandbox',
  });
  try {
    const { enrolled } = await loadPersonRegistry(database, rootKeys);
    const names = new Set([...enrolled.values()].map(({ name }) => name));
    for (const [name, role] of Object.entries(singleRolePeople)) {
      if (names.has(name)) continue;
      const { id, credential } = createPersonKey(deriveSamplePersonKey(name));
      await signPersonStatement(speaker('anna'), () => ({
        act: ENROL,
        arguments: { name, roles: [role], credential: { ...credential } },
      }));
      await signPersonStatement(speaker('ben'), ({ waiting }) => ({
        act: CONFIRM,
        arguments: { statement: waiting.find(({ person }) => person.key === id)?.hash ?? '' },
      }));
    }
  } finally {
    await database.close();
  }
}
