import { readFileSync } from 'node:fs';

const DIST = 'web/dist';

/** Gzip weights, each file compressed alone as it is sent; of the app as `npm run build` has left it. */
export default [
  {
    // What Edit loads before its quote is shown; react-dom alone is some 60 kB of it.
    name: 'Edit, first load',
    path: scriptsNamedIn('documents/en-US.html'),
    limit: '102 KiB',
    gzip: true,
  },
  {
    // Everything that /plugin may ever load: it is drawn on other people's pages.
    name: 'Plugin, everything',
    path: `${DIST}/assets/plugin/*.js`,
    limit: '45 KiB',
    gzip: true,
  },
  {
    // What a partner's page loads before anybody has thought of buying.
    name: 'Loader',
    path: `${DIST}/embed/v1/loader.js`,
    limit: '2 KiB',
    gzip: true,
  },
];

/**
 * The entry's scripts and whatever they import: Vite names all of them in the document, as scripts or to be preloaded.
 * @param {string} document
 */
function scriptsNamedIn(document) {
  const html = readFileSync(`${DIST}/${document}`, 'utf8');
  const scripts = [...html.matchAll(/ (?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => `${DIST}/${path}`);
  if (scripts.length === 0) throw new Error(`${DIST}/${document} names no script`);
  return scripts;
}
