import { join } from 'node:path';
import { patienceMs } from '../../../tools/patience/patience.ts';
import { buildProcessVariables, builtProduct, isUrlAnswering } from '../../../tools/start/builtProduct.ts';
import { type Child, startChild, waitUntilReady } from '../../../tools/start/childProcess.ts';
import { type LaunchContext, NODE_FLAGS, PROJECT_FOLDER } from '../../../tools/start/launch.ts';
import { writeOwnLanguages } from '../../ownLanguages.ts';
import { type StartedWorld, startWorld } from '../../startWorld.ts';

const STOP_PATIENCE_MS = 2_000;

/** A world whose api process can be replaced by one with other pages or other server code. */
export type BrokenWorld = {
  readonly world: StartedWorld;
  /** Restarts the api process with the pages and the server code in these folders; without a folder with the built ones. */
  serve(served: { readonly webFolder?: string; readonly serverFolder?: string }): Promise<void>;
  stop(): Promise<void>;
};

export async function startBrokenWorld(): Promise<BrokenWorld> {
  let launched: { readonly launch: LaunchContext; readonly variables: NodeJS.ProcessEnv } | undefined;
  let api: Child | undefined;
  const abort = new AbortController();

  const serve: BrokenWorld['serve'] = async ({ webFolder, serverFolder }) => {
    if (!launched) throw new Error('The world has not started.');
    await api?.stop(STOP_PATIENCE_MS);
    const { launch, variables } = launched;
    const folder = serverFolder ?? PROJECT_FOLDER;
    const child = startChild({
      name: 'server',
      lasts: true,
      command: [...NODE_FLAGS, join(folder, serverFolder === undefined ? builtProduct.program : 'server/main.ts')],
      folder,
      environment: {
        ...launch.environment,
        ...buildProcessVariables(launch, variables, 'api'),
        ...(webFolder !== undefined && { WEB_FOLDER: webFolder }),
      },
      logFile: launch.logFile('server'),
    });
    api = child;
    const isReady = () => isUrlAnswering(`http://127.0.0.1:${launch.settings.port}/readyz`);
    await waitUntilReady(child, isReady, { patienceMs, signal: abort.signal });
  };

  const world = await startWorld('specification', {
    withConsole: true,
    product: {
      ...builtProduct,
      async startServer(launch, parts, signal, variables) {
        launched = { launch, variables };
        await parts.add(
          launch.startProcess('worker', builtProduct.program, buildProcessVariables(launch, variables, 'worker')),
        );
        signal.throwIfAborted();
        await serve({});
      },
    },
    async prepare(dataDir) {
      const languagesFolder = join(dataDir, 'own-languages');
      await writeOwnLanguages(languagesFolder);
      return { LANGUAGES_FOLDER: languagesFolder };
    },
  }).catch(async (error: unknown) => {
    await api?.stop(STOP_PATIENCE_MS);
    throw error;
  });
  return {
    world,
    serve,
    async stop() {
      abort.abort();
      await api?.stop(STOP_PATIENCE_MS);
      await world.stop();
    },
  };
}
