import { fileURLToPath } from 'node:url';
import { writeVersion } from './release/writeVersion.ts';

/** `npm run set-version -- 1.0.1`: writes the version of the next release into every file that names it. */
const [version = ''] = process.argv.slice(2);
if (/^\d+\.\d+\.\d+$/.test(version)) writeVersion(fileURLToPath(new URL('../', import.meta.url)), version);
else {
  process.stderr.write('Name the version: npm run set-version -- 1.0.1\n');
  process.exitCode = 1;
}
