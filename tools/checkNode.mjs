// Loaded before anything else, in JavaScript that every Node understands: an older one cannot even read the rest.
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;
const [major] = process.versions.node.split('.');

if (Number(major) < NEEDED) {
  process.stderr.write(
    `Slipway needs Node ${NEEDED} or newer, this is ${process.version}. On Linux x64 'npm ci' brings its own: start with 'npm start'; elsewhere install Node ${NEEDED}.\n`,
  );
  process.exit(1);
}

// What was compiled once is not compiled again, here and in every process that is started from here. It lies beside the packages,
// where nobody may write who may not change the code: what Node would choose is a folder that all users of a machine share.
if (process.env['NODE_COMPILE_CACHE'] === undefined) {
  const folder = fileURLToPath(new URL('../node_modules/.cache/compiled/', import.meta.url));
  process.env['NODE_COMPILE_CACHE'] = folder;
  module.enableCompileCache(folder);
}
