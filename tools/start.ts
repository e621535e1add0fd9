import { runUntilStopped } from './start/runUntilStopped.ts';

/** `npm start`: runs all of Slipway with its sandbox until Ctrl-C. */
runUntilStopped({
  welcome: ({ origin, consoleUrl, deskUrl, shopUrl, logFolder }, tookSeconds) => `
Slipway is ready after ${tookSeconds} s.

  Buy crypto   ${origin}/
  Console      ${consoleUrl}/   what the operator sees; one press enters it as anybody
  Sandbox      ${deskUrl}/   test cards, mailbox, identity desk, bank transfers, chains, faults
  Shop         ${shopUrl}/   a partner's site with the buy page in it

npm run liven, in another terminal, fills the console with orders, people and trouble.
Logs are in ${logFolder}. Ctrl-C stops everything.
`,
});
