import { personsOfRoles } from '../../sandbox/world/samplePersons.ts';
import { oneLine } from '../../tools/start/operatorError.ts';
import { complain, say } from '../../tools/start/terminal.ts';
import { createDesk, type Desk } from '../desk.ts';
import { createSandboxControls, type SandboxControls } from '../sandboxControls.ts';
import { type CastName, castMember } from './cast.ts';
import { enterConsole } from './consoleDoor.ts';
import { type LivenSettings, readLivenSettings } from './livenSettings.ts';
import { enterAsBuyer, type LivingBuyer } from './livingBuyer.ts';
import { firstAlert, operateAs, waitingRequest } from './operatorActs.ts';
import { type Outcome, playScene } from './scene.ts';
import { expiringScene, reviewScene, scenes } from './scenes.ts';

/** A second more than an order waits for its card. */
const PAYMENT_WINDOW_SECONDS = 15 * 60 + 1;
const STALLED_SECONDS = 15 * 60;
/** A little: a hundredth of a POL. */
const LOST_WEI = 10n ** 16n;

/**
 * `npm run liven`: buyers, banks, chains and persons of the sandbox do on a running `npm start` what they do elsewhere, so that
 * every place of the console has something to show. Each run adds to what there is.
 */
async function main(): Promise<void> {
  const settings = readLivenSettings(process.env, process.cwd());
  const desk = createDesk(settings.deskUrl);
  const controls = createSandboxControls(desk);
  const run = Math.floor(Date.now() / 1000).toString(36);
  const begun = performance.now();
  say(`Filling ${settings.consoleUrl} with life …\n`);
  const told = (outcome: Outcome) => {
    say(`  ${outcome.line}`);
    return outcome.isAsMeant;
  };

  const emil = await enterAsBuyer(settings, desk, castMember('emil', run));
  const expired = await playScene(expiringScene, emil);
  const reviewed = await playScene(reviewScene, emil);
  await controls.advanceClock(PAYMENT_WINDOW_SECONDS);
  say(`  the sandbox's clock: ${PAYMENT_WINDOW_SECONDS} seconds on (whoever is in the console enters it again)`);
  const names = Object.keys(scenes) as (keyof typeof scenes)[];
  const buyers = await Promise.all(
    names.map(async (name) => [name, await identified(settings, desk, name, run)] as const),
  );
  await controls.addFault({ standIn: 'base', effect: 'chain_stalls', size: STALLED_SECONDS });

  const orders = Promise.all(buyers.map(([name, buyer]) => playAll(name, buyer, told)));
  const persons = livenPersons(settings, controls, told);
  const asMeant = [told(await expired()), told(await reviewed()), ...(await orders).flat(), ...(await persons)];

  const missed = asMeant.filter((one) => !one).length;
  say(
    `\n${asMeant.length} pieces of life in ${((performance.now() - begun) / 1000).toFixed(0)} s${missed > 0 ? `, ${missed} not as meant` : ''}. Look: ${settings.consoleUrl}`,
  );
  if (missed > 0) process.exitCode = 1;
}

/** Logged in; the regulars with a document that was accepted. */
async function identified(settings: LivenSettings, desk: Desk, name: CastName, run: string): Promise<LivingBuyer> {
  const buyer = await enterAsBuyer(settings, desk, castMember(name, run));
  if (name === 'mia' || name === 'jonas') await buyer.showDocument('accepted');
  return buyer;
}

/** One after the other as they are made, and told as each comes to rest. */
async function playAll(
  name: keyof typeof scenes,
  buyer: LivingBuyer,
  told: (outcome: Outcome) => boolean,
): Promise<boolean[]> {
  const playing: Promise<boolean>[] = [];
  for (const scene of scenes[name]) {
    const ended = await playScene(scene, buyer);
    playing.push(ended().then(told));
  }
  return Promise.all(playing);
}

/** What persons ask for that a second one has to agree to, a difference in the books, and who was in the console. */
async function livenPersons(
  settings: LivenSettings,
  controls: SandboxControls,
  told: (outcome: Outcome) => boolean,
): Promise<boolean[]> {
  const does = async (what: string, act: () => Promise<string>): Promise<boolean> => {
    try {
      return told({ line: `${what}${await act()}`, isAsMeant: true });
    } catch (error) {
      return told({ line: `${what}: failed, ${oneLine(error)}`, isAsMeant: false });
    }
  };
  const asks = (person: string, why: string, what: string, ...words: string[]) =>
    does(`${person} asks to ${what}: `, async () => {
      const request = waitingRequest(await operateAs(settings, person, why, ...words));
      if (request === undefined) throw new Error('it waits for nobody');
      return `request ${request} waits for a second person`;
    });
  return [
    await asks('tess', 'the wallet of Ethereum is low', 'withdraw 2 ETH from the venue', 'withdraw', 'ETH', '2'),
    await asks(
      'dora',
      'fewer clicks for small refunds',
      'raise a limit',
      'set',
      'rule',
      'secondPersonAboveEuro',
      'value=6000',
    ),
    await does('sam is on duty: ', async () => {
      await operateAs(settings, 'sam', 'where I am told', 'reach', 'sam', 'sam@example.com');
      const [said = ''] = (await operateAs(settings, 'sam', 'a day at the desk', 'duty', 'take')).split('\n');
      return said;
    }),
    await does('the treasury on Polygon has 0.01 POL less than the books: ', async () => {
      await controls.loseCoins('polygon', LOST_WEI);
      await operateAs(settings, 'tess', 'as each morning', 'reconcile', '--asset', 'POL');
      return 'compared; payouts of POL wait until a difference is accepted';
    }),
    await does('sam has seen ', async () => {
      const alert = firstAlert(await operateAs(settings, 'sam', 'to look', 'list', 'alerts'), 'books_differ');
      if (alert === undefined) throw new Error('there is no alert of a difference');
      await operateAs(settings, 'sam', 'I ask the node', 'seen', alert);
      return `alert ${alert}, of that difference`;
    }),
    ...(await Promise.all(
      Object.keys(personsOfRoles).map((person) =>
        does(`${person} has been in the console`, async () => {
          await enterConsole(settings.consoleUrl, person);
          return '';
        }),
      ),
    )),
  ];
}

main().catch((error: unknown) => {
  complain(oneLine(error));
  process.exitCode = 1;
});
