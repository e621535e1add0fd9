import { deriveSamplePersonKey, formatSampleRootKeys, singleRolePeople } from '../../sandbox/world/samplePersons.ts';
import { signPersonStatement } from '../../server/operator/persons/signPersonStatement.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { createPersonKey } from '../../server/platform/persons/personKey.ts';
import { CONFIRM, ENROL } from '../../server/platform/persons/personRegistry.ts';
import { loadPersonRegistry } from '../../server/platform/persons/personStatementStore.ts';
import { readRootKeys } from '../../server/platform/persons/rootKeys.ts';

/** Enrols a sample person of each role with the signatures of two of the sandbox's first admins, unless already enrolled. */
export async function enrolSamplePersons(databaseUrl: string): Promise<void> {
  const rootKeys = readRootKeys(formatSampleRootKeys());
  const database = openDatabase(databaseUrl, { maxConnections: 2 });
  const createSignerOptions = (who: string) => ({
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
      await signPersonStatement(createSignerOptions('anna'), () => ({
        act: ENROL,
        arguments: { name, roles: [role], credential: { ...credential } },
      }));
      await signPersonStatement(createSignerOptions('ben'), ({ waiting }) => ({
        act: CONFIRM,
        arguments: { statement: waiting.find(({ person }) => person.key === id)?.hash ?? '' },
      }));
    }
  } finally {
    await database.close();
  }
}
