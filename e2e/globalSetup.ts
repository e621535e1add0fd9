import { join } from 'node:path';
import { writeOwnLanguages } from './ownLanguages.ts';
import { startWorld } from './startWorld.ts';
import { announceWorld } from './world.ts';

/** Boots one world for the run, with languages of an operator's own. */
export default async function setup(): Promise<() => Promise<void>> {
  const world = await startWorld('journeys', {
    withConsole: true,
    async prepare(dataDir) {
      const languagesFolder = join(dataDir, 'own-languages');
      await writeOwnLanguages(languagesFolder);
      return { LANGUAGES_FOLDER: languagesFolder };
    },
  });
  announceWorld(world);
  return world.stop;
}
