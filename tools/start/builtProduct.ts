import { apiEnvironment } from '../../sandbox/productEnvironment.ts';
import { patienceMs } from '../patience/patience.ts';
import { waitUntilReady } from './childProcess.ts';
import { type LaunchContext, PROJECT_FOLDER, type ProductLauncher } from './launch.ts';
import { buildWhenStale } from './productBuild.ts';
import type { StartSettings } from './startSettings.ts';

/** The web app and the server as built for an installation; each process is started once. */
export const builtProduct: ProductLauncher = {
  program: 'server/dist/main.js',
  async prepare(launch, parts, signal) {
    await buildWhenStale({
      projectFolder: PROJECT_FOLDER,
      environment: launch.environment,
      logFile: launch.logFile('build'),
      onStart: parts.add,
      signal,
    });
  },
  async startServer(launch, parts, signal, variables) {
    const { role } = launch.settings;
    // Starts two processes, as in production, since only separate processes can have their own database roles.
    const roles = launch.hasRoles && role === 'all' ? (['worker', 'api'] as const) : [role];
    const isReady = () => isUrlAnswering(`http://127.0.0.1:${launch.settings.port}/readyz`);
    const children = roles.map((each) =>
      launch.startProcess(
        each === 'worker' && role === 'all' ? 'worker' : 'server',
        builtProduct.program,
        buildProcessVariables(launch, variables, each),
      ),
    );
    for (const child of children) await parts.add(child);
    // The api is ready when the worker has collected prices. Waits for both, since either process may end before.
    await Promise.all(children.map((child) => waitUntilReady(child, isReady, { patienceMs, signal })));
  },
};

/** Returns the variables of one process of the server. */
export function buildProcessVariables(
  launch: LaunchContext,
  variables: NodeJS.ProcessEnv,
  role: StartSettings['role'],
): NodeJS.ProcessEnv {
  return {
    ...(role === 'api' ? apiEnvironment(variables) : variables),
    ROLE: role,
    ...(role !== 'all' && { DATABASE_URL: launch.getDatabaseUrl(role) }),
    ...(role === 'worker' && { CLERK_DATABASE_URL: launch.getDatabaseUrl('clerk') }),
  };
}

/** Returns true if the URL answers with a success status. */
export function isUrlAnswering(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );
}
