import { join } from 'node:path';
import { isUrlAnswering } from '../start/builtProduct.ts';
import { waitUntilReady } from '../start/childProcess.ts';
import { findAnyFreePort } from '../start/freePorts.ts';
import type { ProductLauncher } from '../start/launch.ts';

const WEB_PATIENCE_MS = 60_000;

/**
 * Serves the web app from its sources, and restarts the server when its sources change. The web app's development server listens
 * on PORT and forwards requests to the server, so that both have one origin and the server may be unavailable for a moment.
 */
export const reloadedProduct: ProductLauncher = {
  program: 'server/main.ts',
  async prepare(launch, parts, signal) {
    const { port } = launch.settings;
    const web = launch.startProcess('web', 'web/tools/developmentServer.ts', {
      SERVER_PORT: String(await choosePort()),
      DOCUMENTS_FOLDER: buildDocumentsPath(launch.dataDir),
      CACHE_FOLDER: join(launch.dataDir, 'development', 'vite'),
    });
    await parts.add(web);
    const answers = () => isUrlAnswering(`http://127.0.0.1:${port}/@vite/client`);
    await waitUntilReady(web, answers, { patienceMs: WEB_PATIENCE_MS, signal });
  },
  /** Does not wait until the server is ready: one that cannot start prints the reason and starts again at the next change. */
  async startServer(launch, parts, _signal, variables) {
    const server = launch.startProcess('server', 'tools/dev/watchServer.ts', {
      ...variables,
      PORT: String(await choosePort()),
      WEB_FOLDER: buildDocumentsPath(launch.dataDir),
    });
    await parts.add(server);
  },
};

function buildDocumentsPath(dataDir: string): string {
  return join(dataDir, 'development', 'web');
}

let chosenPort: Promise<number> | undefined;

/** Returns the port of the server behind the web app's development server; chosen once, since both need it. */
function choosePort(): Promise<number> {
  chosenPort ??= findAnyFreePort();
  return chosenPort;
}
