import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createStopSignal } from '../../tools/start/createStopSignal.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../tools/temporary/ownedFolder.ts';
import { createReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { createSandboxClient } from '../sandboxClient.ts';
import { startWorld } from '../startWorld.ts';
import type { BrowserSession, Engine, WindowSize } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { type JourneyContext, journeys } from './journeys.ts';
import { createPage } from './page.ts';
import { requirePrograms } from './requiredPrograms.ts';
import { waitUntil } from './waitUntil.ts';
import { startWebKit } from './webkit.ts';

const RESULTS = fileURLToPath(new URL('../../test-results/browsers', import.meta.url));

const SCREENS: Readonly<Record<string, WindowSize>> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
};

type JourneyEnvironment = Pick<JourneyContext, 'world' | 'desk' | 'books'> & {
  /** Rejects when a signal stops the run. */
  readonly interrupted: Promise<never>;
};

class Interruption extends Error {}

/**
 * `npm run test:browsers`: runs the main purchases in Firefox and WebKit, in a phone-sized and a desktop-sized window. Arguments
 * select the journeys whose line contains all of them.
 */
async function main(): Promise<void> {
  const selection = process.argv.slice(2).map((argument) => argument.toLowerCase());
  const programs = requirePrograms(process.env, printLine);
  await rm(RESULTS, { recursive: true, force: true });
  await mkdir(RESULTS, { recursive: true });
  const { requested: stopRequested, onAgain } = createStopSignal();
  onAgain(() => process.exit(1));
  const interrupted = stopRequested.then(() => Promise.reject(new Interruption('interrupted')));
  interrupted.catch(() => undefined);
  const folder = await createOwnedFolder('slipway-browsers-');
  const stops: (() => Promise<void>)[] = [() => removeOwnedFolder(folder)];
  const counts = { passed: 0, failed: 0 };
  try {
    const world = await startWorld('browsers');
    stops.push(() => world.stop());
    const books = createReadOnlyDatabase(world.databaseUrl);
    stops.push(() => books.close());
    const surroundings = { world, desk: createSandboxClient(world.deskUrl), books, interrupted };
    const engines = {
      firefox: () => startFirefox(programs.firefox, folder, RESULTS),
      webkit: () => startWebKit(programs, RESULTS),
    };
    for (const [engineId, start] of Object.entries(engines)) {
      const plan = planJourneys(engineId, selection);
      if (plan.length === 0) continue;
      const engine = await start();
      try {
        for (const [title, screen] of plan) {
          const passed = await runJourney(engine, surroundings, title, screen);
          counts[passed ? 'passed' : 'failed'] += 1;
        }
      } finally {
        await engine.stop();
      }
    }
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
  printLine(`${counts.passed} passed, ${counts.failed} failed`);
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;
}

function planJourneys(engineId: string, selection: readonly string[]): (readonly [title: string, screen: string])[] {
  const all = Object.keys(journeys).flatMap((title) => Object.keys(SCREENS).map((screen) => [title, screen] as const));
  return all.filter(([title, screen]) => {
    const line = `${engineId}, ${screen}: ${title}`.toLowerCase();
    return selection.every((term) => line.includes(term));
  });
}

/** Runs one journey and prints its result. After a failure, takes a screenshot of each window. */
async function runJourney(
  engine: Engine,
  surroundings: JourneyEnvironment,
  title: string,
  screen: string,
): Promise<boolean> {
  const line = `${engine.name}, ${screen}: ${title}`;
  const startedAt = performance.now();
  const session = await engine.openSession();
  try {
    const context = await openContext(session, surroundings, SCREENS[screen] as WindowSize);
    await Promise.race([journeys[title]?.(context), surroundings.interrupted]);
    if (session.pageErrors.length > 0) throw new Error(`errors in the page: ${session.pageErrors.join('; ')}`);
    printLine(`passed  ${line} (${Math.round((performance.now() - startedAt) / 1_000)} s)`);
    return true;
  } catch (error) {
    if (error instanceof Interruption) throw error;
    printLine(`FAILED  ${line}\n${describeError(error)}`);
    await takeScreenshots(session, line).catch((reason: unknown) =>
      printLine(`No screenshot: ${describeError(reason)}`),
    );
    return false;
  } finally {
    await session.close();
  }
}

async function openContext(
  session: BrowserSession,
  surroundings: JourneyEnvironment,
  size: WindowSize,
): Promise<JourneyContext> {
  const [window] = await session.listWindows();
  if (!window) throw new Error('The browser has opened no window.');
  await window.resize(size);
  return {
    ...surroundings,
    page: createPage(window),
    goTo: (url) => window.goTo(url),
    async waitForNewWindow(action) {
      const knownIds = new Set((await session.listWindows()).map(({ id }) => id));
      await action();
      const opened = await waitUntil('a new window', async () =>
        (await session.listWindows()).find(({ id }) => !knownIds.has(id)),
      );
      await opened.resize(size);
      return createPage(opened);
    },
  };
}

async function takeScreenshots(session: BrowserSession, line: string): Promise<void> {
  const name = line.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  for (const [index, window] of (await session.listWindows()).entries()) {
    const file = join(RESULTS, `${name}-${index + 1}.png`);
    await writeFile(file, await window.takeScreenshot());
    printLine(`        ${file}`);
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${describeError(error.cause)})`;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  // An interrupted journey may still be waiting, which would keep the process alive.
  process.exit(1);
});
