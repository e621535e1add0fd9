import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveSamplePersonKey, samplePersons, singleRolePeople } from '../../sandbox/world/samplePersons.ts';

/** Returns the folder with the keys of the sandbox's people, with which `operate … --by NAME` signs. */
export function sampleKeysFolder(dataDir: string): string {
  return join(dataDir, 'operators');
}

export function writeSampleKeys(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of [...samplePersons, ...Object.keys(singleRolePeople)])
    writeFileSync(join(folder, `${name}.pem`), deriveSamplePersonKey(name).export({ type: 'pkcs8', format: 'pem' }), {
      mode: 0o600,
    });
}
