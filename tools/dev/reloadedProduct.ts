import { join } from 'node:path';
import { answersAt } from '../start/builtProduct.ts';
import { waitUntilReady } from '../start/childProcess.ts';
import { anyFreePort } from '../start/freePorts.ts';
import type { Product } from '../start/launch.ts';

const WEB_PATIENCE_MS = 60_000;

/**
 * The web app from its sources, and a server that is started again when its own change. The web app's server holds PORT and
 * passes on what is the server's, so that both have one origin, and the server can be away for a moment.
 */
export const reloadedProduct: Product = {
  program: 'server/main.ts',
  async prepare(launch, parts, signal) {
    const { port } = launch.settings;
    const web = launch.child('web', 'web/tools/developmentServer.ts', {
      SERVER_PORT: String(await serverPort()),
      DOCUMENTS_FOLDER: documentsFolder(launch.dataDir),
      CACHE_FOLDER: join(launch.dataDir, 'development', 'vite'),
    });
    await parts.add(web);
    const answers = () => answersAt(`http://127.0.0.1:${port}/@vite/client`);
    await waitUntilReady(web, answers, { patienceMs: WEB_PATIENCE_MS, signal });
  },
  /** Does not wait: a server that cannot start says so, and waits for the file to be mended. */
  async startServer(launch, parts, _signal, variables) {
    const server = launch.child('server', 'tools/dev/watchServer.ts', {
      ...variables,
      PORT: String(await serverPort()),
      WEB_FOLDER: documentsFolder(launch.dataDir),
    });
    await parts.add(server);
  },
};

function documentsFolder(dataDir: string): string {
  return join(dataDir, 'development', 'web');
}

let chosenPort: Promise<number> | undefined;

/** Behind the web app's: chosen once, since both must know it. */
function serverPort(): Promise<number> {
  chosenPort ??= anyFreePort();
  return chosenPort;
}
