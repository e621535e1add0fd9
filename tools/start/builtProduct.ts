import { apiEnvironment } from '../../sandbox/productEnvironment.ts';
import { patienceMs } from '../patience/patience.ts';
import { waitUntilReady } from './childProcess.ts';
import { type Launch, PROJECT_FOLDER, type Product } from './launch.ts';
import { buildWhenStale } from './productBuild.ts';
import type { StartSettings } from './startSettings.ts';

/** The web app and the server as they are built for an installation, its processes started once. */
export const builtProduct: Product = {
  program: 'server/dist/main.js',
  async prepare(launch, parts, signal) {
    await buildWhenStale({
      projectFolder: PROJECT_FOLDER,
      environment: launch.environment,
      logFile: launch.logFile('build'),
      started: parts.add,
      signal,
    });
  },
  async startServer(launch, parts, signal, variables) {
    const { role } = launch.settings;
    // Two processes, as an operator's are: only then can each have a role of its own.
    const roles = launch.hasRoles && role === 'all' ? (['worker', 'api'] as const) : [role];
    const answers = () => answersAt(`http://127.0.0.1:${launch.settings.port}/readyz`);
    const children = roles.map((each) =>
      launch.child(
        each === 'worker' && role === 'all' ? 'worker' : 'server',
        builtProduct.program,
        variablesOf(launch, variables, each),
      ),
    );
    for (const child of children) await parts.add(child);
    // There are prices once the worker has collected some; either may end before.
    await Promise.all(children.map((child) => waitUntilReady(child, answers, { patienceMs, signal })));
  },
};

function variablesOf(launch: Launch, variables: NodeJS.ProcessEnv, role: StartSettings['role']): NodeJS.ProcessEnv {
  return {
    ...(role === 'api' ? apiEnvironment(variables) : variables),
    ROLE: role,
    ...(role !== 'all' && { DATABASE_URL: launch.databaseUrlOf(role) }),
    ...(role === 'worker' && { CLERK_DATABASE_URL: launch.databaseUrlOf('clerk') }),
  };
}

/** Whether something there says that all is well. */
export function answersAt(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );
}
