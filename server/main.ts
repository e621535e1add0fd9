import { isSecretVariable } from './app/secretVariables.ts';
import { ConfigurationError } from './configuration/configurationKinds.ts';
import { EnvironmentError } from './platform/config/environment.ts';
import { readSecretFiles } from './platform/config/secretFiles.ts';

type ProcessRunner = (source: NodeJS.ProcessEnv) => Promise<void>;

/** Loaders of the processes other than the server, by ROLE. Each loads only the modules of its process. */
const processLoaders: ReadonlyMap<string, () => Promise<ProcessRunner>> = new Map([
  ['signer', async () => (await import('./app/signerProcess.ts')).runSigner],
  ['review-configuration', async () => (await import('./app/reviewConfigurationProcess.ts')).runReviewConfiguration],
  ['migrate', async () => (await import('./app/migrateProcess.ts')).runMigrate],
  ['console', async () => (await import('./app/consoleProcess.ts')).runConsole],
]);

const loadServer = async (): Promise<ProcessRunner> => (await import('./app/serverProcess.ts')).runServer;

/** Reads the secrets that are stored in files, and runs the process that ROLE names. */
async function run(): Promise<void> {
  const source = readSecretFiles(process.env, isSecretVariable);
  const load = processLoaders.get(source['ROLE'] ?? '') ?? loadServer;
  await (await load())(source);
}

/** Returns why the process cannot start, for the operator, without a stack. */
function describeStartError(error: unknown): string {
  if (error instanceof EnvironmentError || error instanceof ConfigurationError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' && String(error).includes('index.html'))
    return 'the web app is not built: run npm run build first';
  if (code === 'EADDRINUSE') {
    const { port } = error as { readonly port?: number };
    return `port ${port} is in use: stop the other program, or set PORT (of a worker or signer HEALTH_PORT)`;
  }
  if (code === 'EADDRNOTAVAIL')
    return `LISTEN_ADDRESS ${process.env.LISTEN_ADDRESS} is no address of this machine: set one of its own, or 0.0.0.0 for all`;
  if (code === 'ECONNREFUSED' || code === '3D000' || code === '28P01')
    return `the database at DATABASE_URL cannot be used: ${(error as Error).message || code}`;
  return error instanceof Error ? error.message : String(error);
}

run().catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
});
