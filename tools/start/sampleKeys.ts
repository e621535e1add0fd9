import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { personsOfRoles, samplePersonKey, samplePersons } from '../../sandbox/world/samplePersons.ts';

/** Where the keys of the sandbox's persons lie, by which `operate … --by NAME` signs. */
export function sampleKeysFolder(dataDir: string): string {
  return join(dataDir, 'operators');
}

export function writeSampleKeys(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of [...samplePersons, ...Object.keys(personsOfRoles)])
    writeFileSync(join(folder, `${name}.pem`), samplePersonKey(name).export({ type: 'pkcs8', format: 'pem' }), {
      mode: 0o600,
    });
}
