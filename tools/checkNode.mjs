// Loaded first, and written in JavaScript that older versions of Node can parse; they cannot parse the other files.
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

// Caches compiled code for this process and every process that it starts. The cache is next to the packages, where only users who
// may change the code can write. Node's default is a folder that all users of a machine share.
if (process.env['NODE_COMPILE_CACHE'] === undefined) {
  const folder = fileURLToPath(new URL('../node_modules/.cache/compiled/', import.meta.url));
  process.env['NODE_COMPILE_CACHE'] = folder;
  module.enableCompileCache(folder);
}
