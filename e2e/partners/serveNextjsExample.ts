import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InputOptions } from 'rolldown';

const APP = fileURLToPath(new URL('../../examples/nextjs/app/', import.meta.url));
const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));
const ENTRY = 'browser-entry';

type Variables = Readonly<Record<string, string>>;
type SessionRoute = { POST(): Promise<Response> };

/**
 * Serves the page and the session route of examples/nextjs with the example's own sources, but without Next.js, which the
 * project does not install. The page is rendered in the browser. `npm run prove -- packages` builds and runs the example with
 * Next.js.
 */
export async function serveNextjsExample(
  port: number,
  variables: Variables,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-nextjs-'));
  const route = join(folder, 'route.mjs');
  await bundle({ input: join(APP, 'session/route.ts'), platform: 'node' }, route);
  const script = await bundle({
    input: ENTRY,
    platform: 'browser',
    plugins: [
      {
        name: 'browser-entry',
        resolveId: (id) => (id === ENTRY ? join(APP, `${ENTRY}.tsx`) : undefined),
        load: (id) => (id === join(APP, `${ENTRY}.tsx`) ? RENDER_SCRIPT : undefined),
      },
    ],
    transform: { define: { 'process.env': JSON.stringify({ ...variables, NODE_ENV: 'production' }) } },
  });
  Object.assign(process.env, variables);
  const { POST } = (await import(route)) as SessionRoute;

  const server = createServer((request, response) => {
    void serve(`${request.method} ${request.url}`).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  });
  async function serve(call: string): Promise<Response> {
    if (call === 'POST /session') return POST();
    if (call === 'GET /page.js') return new Response(script, { headers: { 'content-type': 'text/javascript' } });
    return new Response(PAGE, { headers: { 'content-type': 'text/html' } });
  }
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${port}/`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
      for (const name of Object.keys(variables)) delete process.env[name];
      await rm(folder, { recursive: true });
    },
  };
}

const PAGE = '<!doctype html><title>Cart</title><div id="root"></div><script type="module" src="/page.js"></script>';
const RENDER_SCRIPT = `import { createRoot } from 'react-dom/client';
import Page from './page';
createRoot(document.getElementById('root')).render(<Page />);`;

/** Bundles a module of the example with the packages of this clone. Returns the code, and writes it to the file if one is named. */
async function bundle(options: InputOptions, file?: string): Promise<string> {
  const findFolder = (name: string) => dirname(createRequire(PROJECT_FOLDER).resolve(`${name}/package.json`));
  const { output } = await build({
    ...options,
    cwd: APP,
    tsconfig: false,
    resolve: {
      conditionNames: ['slipway-source', 'import', 'module', 'default'],
      // One React for the page and the package.
      alias: { react: findFolder('react'), 'react-dom': findFolder('react-dom') },
    },
    transform: { jsx: 'react-jsx', ...options.transform },
    output: { format: 'esm', ...(file !== undefined && { file }) },
    write: file !== undefined,
  });
  return output[0].code;
}
