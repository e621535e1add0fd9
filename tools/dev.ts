import { join } from 'node:path';
import { followLogs } from './dev/followLogs.ts';
import { reloadedProduct } from './dev/reloadedProduct.ts';
import { runUntilStopped } from './start/runUntilStopped.ts';
import { printLine } from './start/terminal.ts';

/** `npm run dev`: starts what `npm start` starts, but reloads the web app and the server on every change of their files. */
runUntilStopped({
  product: reloadedProduct,
  accompany: ({ dataDir }) => followLogs(join(dataDir, 'logs'), ['web', 'server', 'sandbox'], printLine),
  welcome: ({ origin, consoleUrl, deskUrl, shopUrl }, tookSeconds) => `
Up after ${tookSeconds} s. A line below reports when the server is ready, now and after each change.

  Buy crypto   ${origin}/
  Console      ${consoleUrl}/   the operators' console; one click signs you in as any sample operator
  Sandbox      ${deskUrl}/   test cards, mailbox, identity desk, bank transfers, chains, faults
  Shop         ${shopUrl}/   a partner's site with the buy page in it

Changes in web/ are shown at once, changes in server/, contract/ and money/ restart the server. The sandbox and the
database stay. Ctrl-C stops everything.
`,
});
