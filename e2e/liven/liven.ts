import { singleRolePeople } from '../../sandbox/world/samplePersons.ts';
import { parseWaitingRequest } from '../../tools/parseWaitingRequest.ts';
import { formatErrorLine } from '../../tools/start/operatorError.ts';
import { printErrorLine, printLine } from '../../tools/start/terminal.ts';
import { createSandboxClient, type SandboxClient } from '../sandboxClient.ts';
import { createSandboxControls, type SandboxControls } from '../sandboxControls.ts';
import { logInToConsole } from './consoleSession.ts';
import { type LivenSettings, readLivenSettings } from './livenSettings.ts';
import { findNewestAlert, runOperateAs } from './operateCommands.ts';
import { createSampleBuyer, type SampleBuyerName } from './sampleBuyers.ts';
import { playScene, type SceneOutcome } from './scene.ts';
import { expiringScene, reviewScene, scenes } from './scenes.ts';
import { logInSimulatedBuyer, type SimulatedBuyer } from './simulatedBuyer.ts';

/** One second longer than an order waits for its card payment. */
const PAYMENT_WINDOW_SECONDS = 15 * 60 + 1;
const STALLED_SECONDS = 15 * 60;
/** A hundredth of a POL. */
const LOST_WEI = 10n ** 16n;

/**
 * `npm run liven`: lets buyers, banks, chains and people of the sandbox act on a running `npm start`, so that every screen of
 * the console has data. Each run adds to the existing data, and moves the sandbox's clock forward.
 */
async function main(): Promise<void> {
  const settings = readLivenSettings(process.env, process.cwd());
  const desk = createSandboxClient(settings.deskUrl);
  const controls = createSandboxControls(desk);
  const run = Math.floor(Date.now() / 1000).toString(36);
  const begun = performance.now();
  printLine(`Filling ${settings.consoleUrl} with sample orders, people and faults …\n`);
  const reportOutcome = (outcome: SceneOutcome) => {
    printLine(`  ${outcome.line}`);
    return outcome.hasSucceeded;
  };

  const emil = await logInSimulatedBuyer(settings, desk, createSampleBuyer('emil', run));
  const expired = await playScene(expiringScene, emil);
  const reviewed = await playScene(reviewScene, emil);
  await controls.advanceClock(PAYMENT_WINDOW_SECONDS);
  printLine(`  the sandbox's clock: moved ${PAYMENT_WINDOW_SECONDS} seconds forward (log in to the console again)`);
  const names = Object.keys(scenes) as (keyof typeof scenes)[];
  const buyers = await Promise.all(
    names.map(async (name) => [name, await logInIdentifiedBuyer(settings, desk, name, run)] as const),
  );
  await controls.addFault({ standIn: 'base', effect: 'chain_stalls', size: STALLED_SECONDS });

  const orders = Promise.all(buyers.map(([name, buyer]) => playScenes(name, buyer, reportOutcome)));
  const staffScenes = playStaffScenes(settings, controls, reportOutcome);
  const successes = [
    reportOutcome(await expired()),
    reportOutcome(await reviewed()),
    ...(await orders).flat(),
    ...(await staffScenes),
  ];

  const failedCount = successes.filter((succeeded) => !succeeded).length;
  printLine(
    `\n${successes.length} scenes in ${((performance.now() - begun) / 1000).toFixed(0)} s${failedCount > 0 ? `, ${failedCount} failed` : ''}. Console: ${settings.consoleUrl}`,
  );
  if (failedCount > 0) process.exitCode = 1;
}

/** Returns a logged-in buyer. Mia and Jonas have an accepted document. */
async function logInIdentifiedBuyer(
  settings: LivenSettings,
  desk: SandboxClient,
  name: SampleBuyerName,
  run: string,
): Promise<SimulatedBuyer> {
  const buyer = await logInSimulatedBuyer(settings, desk, createSampleBuyer(name, run));
  if (name === 'mia' || name === 'jonas') await buyer.showDocument('accepted');
  return buyer;
}

/** Starts the scenes one after another and reports each outcome when it is final. */
async function playScenes(
  name: keyof typeof scenes,
  buyer: SimulatedBuyer,
  reportOutcome: (outcome: SceneOutcome) => boolean,
): Promise<boolean[]> {
  const playing: Promise<boolean>[] = [];
  for (const scene of scenes[name]) {
    const ended = await playScene(scene, buyer);
    playing.push(ended().then(reportOutcome));
  }
  return Promise.all(playing);
}

/** Makes requests that wait for a second approval, a difference between the ledger and a chain, and console sessions. */
async function playStaffScenes(
  settings: LivenSettings,
  controls: SandboxControls,
  reportOutcome: (outcome: SceneOutcome) => boolean,
): Promise<boolean[]> {
  const perform = async (what: string, act: () => Promise<string>): Promise<boolean> => {
    try {
      return reportOutcome({ line: `${what}${await act()}`, hasSucceeded: true });
    } catch (error) {
      return reportOutcome({ line: `${what}: failed, ${formatErrorLine(error)}`, hasSucceeded: false });
    }
  };
  const requestAsPerson = (person: string, why: string, what: string, ...args: string[]) =>
    perform(`${person} asks to ${what}: `, async () => {
      const request = parseWaitingRequest(await runOperateAs(settings, person, why, ...args));
      if (request === undefined) throw new Error('it needs no second approval');
      return `request ${request} waits for a second approval`;
    });
  return [
    await requestAsPerson(
      'tess',
      'the wallet of Ethereum is low',
      'withdraw 2 ETH from the venue',
      'withdraw',
      'ETH',
      '2',
    ),
    await requestAsPerson(
      'dora',
      'fewer clicks for small refunds',
      'raise a limit',
      'set',
      'rule',
      'secondPersonAboveEuro',
      'value=6000',
    ),
    await perform('sam is on duty: ', async () => {
      await runOperateAs(settings, 'sam', 'my address for alerts', 'reach', 'sam', 'sam@example.com');
      const [firstLine = ''] = (await runOperateAs(settings, 'sam', 'a day at the desk', 'duty', 'take')).split('\n');
      return firstLine;
    }),
    await perform('the treasury on Polygon has 0.01 POL less than the books: ', async () => {
      await controls.loseCoins('polygon', LOST_WEI);
      await runOperateAs(settings, 'tess', 'as each morning', 'reconcile', '--asset', 'POL');
      return 'compared; payouts of POL wait until a difference is accepted';
    }),
    await perform('sam acknowledges the alert of that difference: ', async () => {
      const alert = findNewestAlert(await runOperateAs(settings, 'sam', 'to look', 'list', 'alerts'), 'books_differ');
      if (alert === undefined) throw new Error('there is no alert of a difference');
      await runOperateAs(settings, 'sam', 'I ask the node', 'seen', alert);
      return `alert ${alert}`;
    }),
    ...(await Promise.all(
      Object.keys(singleRolePeople).map((person) =>
        perform(`${person} logs in to the console`, async () => {
          await logInToConsole(settings.consoleUrl, person);
          return '';
        }),
      ),
    )),
  ];
}

main().catch((error: unknown) => {
  printErrorLine(formatErrorLine(error));
  process.exitCode = 1;
});
