import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { PROJECT_FOLDER } from './start/launch.ts';
import { buildSiteWhenStale } from './start/productBuild.ts';
import { runUntilStopped } from './start/runUntilStopped.ts';

/** `npm start`: runs all of Slipway with its sandbox until Ctrl-C. */
runUntilStopped({
  welcome: ({ origin, consoleUrl, deskUrl, shopUrl, logFolder }, tookSeconds) => `
Slipway is ready after ${tookSeconds} s.

  Buy crypto   ${origin}/
  Console      ${consoleUrl}/   the operators' console; one click signs you in as any sample operator
  Sandbox      ${deskUrl}/   test cards, mailbox, identity desk, bank transfers, chains, faults
  Shop         ${shopUrl}/   a partner's site with the buy page in it
  Docs         ${origin}/docs/   guides and reference, searchable; built in the background on the first start

npm run liven, in another terminal, fills the console with orders, people and faults.
Logs are in ${logFolder}. Ctrl-C stops everything.
`,
  // Builds the documentation at a low priority, so that it does not slow down purchases.
  whenReady: ({ addChild, logFolder }, signal) =>
    buildSiteWhenStale({
      projectFolder: PROJECT_FOLDER,
      environment: process.env,
      logFile: join(logFolder, 'documentation.log'),
      async onStart(build) {
        setPriority(build.identity.pid, constants.priority.PRIORITY_LOW);
        await addChild(build);
      },
      signal,
    }),
});
