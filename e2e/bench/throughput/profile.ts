import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../../../tools/start/launch.ts';
import { type CpuProfile, drawFlameGraph } from './flameGraph.ts';
import { sendLoad } from './load.ts';
import type { BenchWorld, ProfileTarget } from './startBenchWorld.ts';
import { runWholeOrders } from './wholeOrders.ts';
import { createOrderRequests, createPayAmountQuotes } from './workloads.ts';

const CLIENTS = 16;
const SECONDS = 5;
const PROFILED_ORDERS = 4_000;
const PROFILED_WHOLE_ORDERS = 80;

export const profiledWorks = ['quote', 'order', 'whole'] as const;
export type ProfiledWork = (typeof profiledWorks)[number];

/** The functions that run the load of each profiled work and return its rate. Only whole orders load the worker. */
const runByWork: Readonly<Record<ProfiledWork, (world: BenchWorld) => Promise<{ readonly perSecond: number }>>> = {
  quote: ({ origin }) => sendLoad({ origin, clients: CLIENTS, requests: createPayAmountQuotes(), seconds: SECONDS }),
  order: async ({ origin }) =>
    sendLoad({ origin, clients: CLIENTS, requests: await createOrderRequests(origin, PROFILED_ORDERS) }),
  whole: (world) => runWholeOrders(world, CLIENTS, PROFILED_WHOLE_ORDERS),
};

/** Creates an empty folder and names the process that writes its profile there. */
export async function prepareProfile(work: ProfiledWork): Promise<ProfileTarget> {
  const folder = join(tmpdir(), 'slipway-profile', work);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return { process: work === 'whole' ? 'worker' : 'server', folder };
}

/** Runs the work and returns the title of the flame graph. */
export async function runProfiledWork(world: BenchWorld, work: ProfiledWork): Promise<string> {
  const { perSecond } = await runByWork[work](world);
  return `${work}: ${perSecond.toFixed(perSecond < 10 ? 1 : 0)} a second of ${CLIENTS} clients`;
}

/** Draws the profile that the process wrote at its end. Returns a line with the paths of graph and profile. */
export async function drawProfile({ process, folder }: ProfileTarget, title: string): Promise<string> {
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  if (!file) throw new Error(`the ${process} has left no profile in ${folder}`);
  const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
  const graph = join(folder, 'flameGraph.html');
  await writeFile(graph, drawFlameGraph(profile, { title: `${title}, the ${process}`, root: PROJECT_FOLDER }));
  return `${title}. Flame graph: ${graph}. For speedscope or DevTools: ${join(folder, file)}.`;
}
