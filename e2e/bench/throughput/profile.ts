import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../../../tools/start/launch.ts';
import { type CpuProfile, drawFlameGraph } from './flameGraph.ts';
import { sendLoad } from './load.ts';
import type { Measured, Profiled } from './startMeasured.ts';
import { deliverOrders } from './wholeOrders.ts';
import { orders, payQuotes } from './workloads.ts';

const CLIENTS = 16;
const SECONDS = 5;
const PROFILED_ORDERS = 4_000;
const PROFILED_WHOLE_ORDERS = 80;

export const profiledWorks = ['quote', 'order', 'whole'] as const;
export type ProfiledWork = (typeof profiledWorks)[number];

/** How many are done a second of what is profiled: quotes and orders by the api, whole orders by the worker. */
const works: Readonly<Record<ProfiledWork, (world: Measured) => Promise<{ readonly perSecond: number }>>> = {
  quote: ({ origin }) => sendLoad({ origin, clients: CLIENTS, requests: payQuotes(), seconds: SECONDS }),
  order: async ({ origin }) => sendLoad({ origin, clients: CLIENTS, requests: await orders(origin, PROFILED_ORDERS) }),
  whole: (world) => deliverOrders(world, CLIENTS, PROFILED_WHOLE_ORDERS),
};

/** An empty folder, and the process that writes into it. */
export async function prepareProfile(work: ProfiledWork): Promise<Profiled> {
  const folder = join(tmpdir(), 'slipway-profile', work);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return { process: work === 'whole' ? 'worker' : 'server', folder };
}

/** Does the work; gives what the flame graph is called. */
export async function doProfiled(world: Measured, work: ProfiledWork): Promise<string> {
  const { perSecond } = await works[work](world);
  return `${work}: ${perSecond.toFixed(perSecond < 10 ? 1 : 0)} a second of ${CLIENTS} clients`;
}

/** Draws what the process has left as it ended. Gives where that is. */
export async function drawProfile({ process, folder }: Profiled, title: string): Promise<string> {
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  if (!file) throw new Error(`the ${process} has left no profile in ${folder}`);
  const read = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
  const graph = join(folder, 'flameGraph.html');
  await writeFile(graph, drawFlameGraph(read, { title: `${title}, the ${process}`, root: PROJECT_FOLDER }));
  return `${title}. Flame graph: ${graph}. For speedscope or DevTools: ${join(folder, file)}.`;
}
