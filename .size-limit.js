import { readFileSync } from 'node:fs';

const DIST = 'web/dist';
const CONSOLE_DIST = 'console/dist';
const PARTNER_PAGES_DIST = 'console/partnerPages/dist';

/** Gzip weights, each file compressed alone as it is sent; of the app as `npm run build` has left it. */
export default [
  {
    // What Edit loads before it shows its quote; react-dom takes some 60 kB of it. The budget of the first screen is 110 kB.
    name: 'Edit, first load',
    path: scriptsNamedIn(DIST, 'documents/en-US.html'),
    limit: '110 kB',
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
    // The frame, with what every screen stands on; the screens come by themselves.
    name: "Console's first screen",
    path: scriptsNamedIn(CONSOLE_DIST, 'index.html', 'console/'),
    limit: '130 KiB',
    gzip: true,
  },
  {
    // All screens of the partner pages.
    name: 'Partner pages',
    path: scriptsNamedIn(PARTNER_PAGES_DIST, 'index.html', 'partners/'),
    limit: '130 KiB',
    gzip: true,
  },
  {
    // What a partner's page loads before anybody has thought of buying.
    name: 'Loader',
    path: `${DIST}/embed/v1/loader.js`,
    limit: '2.3 KiB',
    gzip: true,
  },
];

/**
 * The entry's scripts and whatever they import: Vite names all of them in the document, as scripts or to be preloaded.
 * @param {string} dist
 * @param {string} document
 * @param {string} base Under which the files are served.
 */
function scriptsNamedIn(dist, document, base = '') {
  const html = readFileSync(`${dist}/${document}`, 'utf8');
  const scripts = [...html.matchAll(/ (?:src|href)="\/([^"]+\.js)"/g)].map(
    ([, path = '']) => `${dist}/${path.slice(base.length)}`,
  );
  if (scripts.length === 0) throw new Error(`${dist}/${document} names no script`);
  return scripts;
}
