import { join } from 'node:path';
import { writeOwnLanguages } from './ownLanguages.ts';
import { startWorld } from './startWorld.ts';
import { setWorldVariables } from './world.ts';

/** Starts one world for the run, with an operator's own languages. */
export default async function setup(): Promise<() => Promise<void>> {
  stopLikeCtrlC();
  const world = await startWorld('journeys', {
    withConsole: true,
    async prepare(dataDir) {
      const languagesFolder = join(dataDir, 'own-languages');
      await writeOwnLanguages(languagesFolder);
      return { LANGUAGES_FOLDER: languagesFolder };
    },
  });
  setWorldVariables(world);
  return world.stop;
}

/** Turns SIGTERM and SIGHUP into SIGINT. Only on SIGINT does Playwright stop the worlds before it exits. */
function stopLikeCtrlC(): void {
  for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.kill(process.pid, 'SIGINT'));
}
