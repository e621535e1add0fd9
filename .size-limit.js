import { readFileSync } from 'node:fs';

const DIST = 'web/dist';
const CONSOLE_DIST = 'console/dist';
const PARTNER_PAGES_DIST = 'console/partnerPages/dist';

/** Limits of the compressed sizes (gzip) of what `npm run build` wrote. Each file is compressed separately, as it is served. */
export default [
  {
    // The scripts that the screen Edit loads before it shows a quote; react-dom takes some 60 kB of them.
    name: 'Edit, first load',
    path: scriptsNamedIn(DIST, 'documents/en-US.html'),
    limit: '110 kB',
    gzip: true,
  },
  {
    // All scripts that /plugin can load: partners show it in their own pages.
    name: 'Plugin, everything',
    path: `${DIST}/assets/plugin/*.js`,
    limit: '45 KiB',
    gzip: true,
  },
  {
    // The frame, and the modules that every screen uses. The screens themselves are loaded separately.
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
    // A partner's page loads this script for every visitor.
    name: 'Loader',
    path: `${DIST}/embed/v1/loader.js`,
    limit: '2.3 KiB',
    gzip: true,
  },
];

/**
 * Returns the entry's scripts and the modules that they import. Vite names all of them in the document, as scripts or preloads.
 * @param {string} dist
 * @param {string} document
 * @param {string} base The path under which the files are served, which `dist` lacks.
 */
function scriptsNamedIn(dist, document, base = '') {
  const html = readFileSync(`${dist}/${document}`, 'utf8');
  const scripts = [...html.matchAll(/ (?:src|href)="\/([^"]+\.js)"/g)].map(
    ([, path = '']) => `${dist}/${path.slice(base.length)}`,
  );
  if (scripts.length === 0) throw new Error(`${dist}/${document} names no script`);
  return scripts;
}
