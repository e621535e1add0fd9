import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { chooseFileModes } from '../../server/providers/bank/folder/durableFiles.ts';
import { NODE_FLAGS } from '../start/launch.ts';
import { deployedRoles, listRequiredVariables, listSecrets, listVariables, stripFileSuffix } from './readVariables.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

type Service = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly [key: string]: unknown;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};
const compose = parse(read('compose.yaml'), { merge: true }) as Compose;

/** Variables that no process but the signer may have. */
const SIGNER_ONLY = /^SIGNER_SECRET|TREASURY_(?:KEY|PASSPHRASE)/;

describe.each(deployedRoles)('%s', (role) => {
  const service = compose.services[role] ?? {};
  const environment = service.environment ?? {};
  const unit = read(`deploy/systemd/slipway-${role}.service`);
  const unitVariables = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, assignments = '']) =>
    assignments.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  );

  test.each([
    ['compose.yaml', Object.keys(environment)],
    ['the systemd unit', unitVariables],
  ])('%s names only variables that the process reads, and those of the signer only for the signer', (_file, names) => {
    const roleVariables = listVariables(role);
    expect(names).toContain('ROLE');
    expect(names.map(stripFileSuffix).filter((name) => !roleVariables.has(name))).toEqual([]);
    if (role !== 'signer') expect(names.filter((name) => SIGNER_ONLY.test(name))).toEqual([]);
  });

  const named = (names: readonly string[]) => new Set(names.map(stripFileSuffix));
  const profile = [...read(`docs/profiles/${role}.env`).matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(
    ([, name = '']) => name,
  );

  test.each([
    ['compose.yaml', Object.keys(environment)],
    ['the systemd unit with the example of its environment file', [...unitVariables, ...profile]],
    ['the example of its environment file', profile],
  ])('%s names the variables that the process requires', (_file, names) => {
    const givenVariables = named(names);
    expect(listRequiredVariables(role).filter((name) => !givenVariables.has(name))).toEqual([]);
  });

  test('starts with its own role', () => {
    expect(environment['ROLE']).toBe(role);
    expect(unit).toContain(`\nEnvironment=ROLE=${role} NODE_ENV=production\n`);
    expect(read(`docs/profiles/${role}.env`)).toContain(`\nROLE=${role}\n`);
  });

  test('gets exactly its own secrets and those of its vendors, in the unit and in the service', () => {
    const secrets = (names: readonly string[]) =>
      [...named(names.filter((name) => name !== stripFileSuffix(name)))].toSorted();
    const expected = [...listSecrets(role)].toSorted();
    expect(secrets(Object.keys(environment))).toEqual(expected);
    expect(secrets(unitVariables)).toEqual(expected);
    const loaded = [...unit.matchAll(/^LoadCredentialEncrypted=(\w+):slipway-(\w+)-(\w+)$/gm)];
    const ownFile = (name: string) => ['TREASURY_PASSPHRASE', ...expected].includes(name);
    for (const [line, credential = '', of, name] of loaded)
      expect([line, of, name, ownFile(credential)]).toEqual([line, role, credential, true]);
    for (const secret of expected) {
      expect(unit).toContain(`\nLoadCredentialEncrypted=${secret}:`);
      expect(unit).toContain(`\nEnvironment=${secret}_FILE=%d/${secret}\n`);
    }
  });

  test('gets each secret as an existing file, and none in plain text', () => {
    const files = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? []);
    expect(new Set(files)).toEqual(new Set(service.secrets));
    expect((service.secrets ?? []).filter((name) => !(name in compose.secrets))).toEqual([]);
    const plainVariables = Object.keys(environment).filter((name) => stripFileSuffix(name) === name);
    expect(
      plainVariables.filter((name) => /SECRET|PASSWORD|TOKEN|_KEY$/.test(name) && !/PUBLISHABLE/.test(name)),
    ).toEqual([]);
  });

  test('may take the time that a shutdown needs', () => {
    expect(service).toMatchObject({ stop_grace_period: '45s' });
  });

  test('has a read-only image and no root privileges', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    for (const line of ['ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'LimitCORE=0'])
      expect(unit.split('\n')).toContain(line);
  });

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('has a unit that systemd accepts', () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', `${root}deploy/systemd/slipway-${role}.service`], {
      encoding: 'utf8',
    });
    // The program is not installed on the test machine.
    const errorLines = stderr.split('\n').filter((line) => line !== '' && !/is not executable/.test(line));
    expect(errorLines).toEqual([]);
  });
});

test('the signer has its own user, and .env.example has exactly the variables that compose.yaml uses', () => {
  expect(compose.services['signer']?.['user']).toBe('10002:10001');
  expect(read('Dockerfile')).toContain('useradd --uid 10002 --gid slipway');
  const usedVariables = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)(:-)?/g)].map(([, name = '']) => name);
  const example = read('.env.example');
  expect([...new Set(usedVariables)].filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([]);
  const shown = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(shown.filter((name) => !usedVariables.includes(name))).toEqual([]);
});

test('the Dockerfile runs as a non-root user, has a health check and names the bill of materials', () => {
  const lines = read('Dockerfile').split('\n');
  expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001']);
  expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  expect(read('Dockerfile')).toContain('org.cyclonedx.bom="/app/sbom.cdx.json"');
});

test('the image listens on every address of its container', () => {
  expect(read('Dockerfile')).toContain('ENV NODE_ENV=production LISTEN_ADDRESS=0.0.0.0\n');
});

test('starts each process with the command of `npm start`', () => {
  const command = ['node', ...NODE_FLAGS, 'server/dist/main.js'];
  expect(read('Dockerfile')).toContain(`CMD [${command.map((arg) => `"${arg}"`).join(', ')}]`);
  for (const unit of ['api', 'console', 'migrate', 'signer', 'worker'])
    expect(read(`deploy/systemd/slipway-${unit}.service`)).toContain(
      `ExecStart=/opt/slipway/bin/${command.join(' ')}\n`,
    );
});

test('docs/installing.md encrypts credentials under the names in the units, and then removes the secrets', () => {
  const commands = [...read('docs/installing.md').matchAll(/systemd-creds encrypt --name=(\S+) .* &&\n +sed -i /g)];
  expect(commands.map(([, name]) => name)).toEqual(['$name', 'TREASURY_PASSPHRASE']);
  expect(read('deploy/systemd/slipway-signer.service')).toContain(
    '\nLoadCredentialEncrypted=TREASURY_PASSPHRASE:slipway-signer-TREASURY_PASSPHRASE\n',
  );
});

test('at boot, an unavailable database only delays migrate and the processes that wait for it', () => {
  expect(read('deploy/systemd/slipway-migrate.service')).toContain('\nRestart=on-failure\n');
  for (const unit of ['api', 'console', 'signer', 'worker']) {
    const lines = read(`deploy/systemd/slipway-${unit}.service`).split('\n');
    expect(lines).toContain('Wants=network-online.target slipway-migrate.service');
    expect(lines).toContain('Restart=on-failure');
    // `Requires` would cancel the start after a failed attempt of migrate, and restart the process with migrate.
    expect(lines.filter((line) => /^(?:Requires|StartLimit\w+)=/.test(line))).toEqual([]);
  }
});

test.each(['signer', 'worker'])('the example of the %s lets the bank’s client read its files', (role) => {
  expect(read(`docs/profiles/${role}.env`)).toMatch(/^#?BANK_FILES_GROUP=yes$/m);
});

test.each(['signer', 'worker'])('the unit of the %s lets it create files that its group can read', (unit) => {
  const [, umask = ''] = /^UMask=(\d+)$/m.exec(read(`deploy/systemd/slipway-${unit}.service`)) ?? [];
  const { file, folder } = chooseFileModes('yes');
  expect((file | folder) & Number.parseInt(umask, 8)).toBe(0);
});

test('the unit of the worker lets it write to the folders in its example', () => {
  const [, listed = ''] = /^ReadWritePaths=(.*)$/m.exec(read('deploy/systemd/slipway-worker.service')) ?? [];
  const writable = listed.split(' ').map((path) => path.replace(/^-/, ''));
  const profile = read('docs/profiles/worker.env');
  for (const name of ['BANK_FILES_FOLDER', 'REPORT_FOLDER', 'AUDIT_ANCHOR_FILE']) {
    const [, path = ''] = new RegExp(`^#?${name}=(.*)$`, 'm').exec(profile) ?? [];
    expect([name, writable.some((folder) => `${path}/`.startsWith(`${folder}/`))]).toEqual([name, true]);
  }
});

test.each([
  ['Dockerfile', 'slipway', 'slipway'],
  ['deploy/image/withoutEngine.sh', 'slipway', 'slipway'],
  ['docs/installing.md', 'slipway-worker', 'slipway-bank'],
])('%s lets the bank’s client, and not the worker, take files from orders/', (file, worker, shared) => {
  const lines = read(file).split('\n');
  for (const folder of [
    `-o ${worker} -g ${shared} -m 2770 /var/lib/slipway/bank-files/statements`,
    '-o slipway-signer -g slipway-orders -m 2770 /var/lib/slipway/bank-files/orders',
  ])
    expect(lines.filter((line) => line.includes(folder))).toHaveLength(1);
  const membership = lines.filter((line) => /--groups\b.*\bslipway-orders\b/.test(line));
  expect(membership).toHaveLength(1);
  expect(membership[0]).toMatch(/ slipway-bank(?: |$)/);
});

test('the Dockerfile is built only from the image that a release names', () => {
  const dockerfile = read('Dockerfile');
  expect(dockerfile).not.toMatch(/^# syntax=/m);
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([
    '${NODE_IMAGE}',
    '${NODE_IMAGE}',
  ]);
});

type Manifest = {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

test('every manifest, the lock file, the image, the chart, docs/installing.md and .env.example have the same version', () => {
  const { version, workspaces } = JSON.parse(read('package.json')) as Manifest & { readonly workspaces: string[] };
  const manifests = workspaces.map((folder) => JSON.parse(read(`${folder}/package.json`)) as Manifest);
  const { packages } = JSON.parse(read('package-lock.json')) as { readonly packages: Record<string, Manifest> };
  for (const manifest of [...manifests, ...['', ...workspaces].map((folder) => packages[folder])])
    expect(manifest).toMatchObject({ version });
  for (const { dependencies = {}, devDependencies = {} } of manifests)
    for (const [name, needed] of Object.entries({ ...dependencies, ...devDependencies }))
      if (name.startsWith('@slipway/')) expect([name, needed]).toEqual([name, version]);
  expect(read('docs/installing.md')).toContain(`docker build -t slipway:${version} .`);
  expect(read('Dockerfile')).toContain(`ARG VERSION=${version}\n`);
  expect(parse(read('deploy/helm/slipway/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  expect(read('.env.example')).toContain(`SLIPWAY_IMAGE=slipway:${version}\n`);
});

/** Changing the group of a file requires root. */
describe.skipIf(process.getuid?.() !== 0)('the secrets of Compose', () => {
  const run = (script: string, folder: string) =>
    spawnSync(`${root}deploy/compose/${script}`, [folder], { encoding: 'utf8' });

  test('are generated once for the group of the processes, except those of vendors', () => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-secrets-'));
    try {
      expect(run('makeSecrets.sh', folder)).toMatchObject({ status: 0, stderr: '' });
      const generated = readdirSync(folder).toSorted();
      const vendors = Object.keys(compose.secrets).filter((name) => /^(?:stripe|sumsub|kraken|smtp)_/.test(name));
      expect([...generated, ...vendors].toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
      for (const name of generated) {
        const { mode, gid } = statSync(join(folder, name));
        expect([name, mode & 0o777, gid]).toEqual([name, 0o640, 10_001]);
      }
      const texts = () => generated.map((name) => readFileSync(join(folder, name), 'utf8'));
      const before = texts();
      expect(new Set(before).size).toBe(generated.length);
      run('makeSecrets.sh', folder);
      expect(texts()).toEqual(before);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('are printed as SQL that sets the roles’ passwords', () => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-secrets-'));
    try {
      run('makeSecrets.sh', folder);
      const lines = run('rolePasswords.sh', folder).stdout.trim().split('\n');
      const expected = ['api', 'worker', 'clerk', 'signer', 'operator'].map((role) => {
        const { username, password } = new URL(readFileSync(join(folder, `database_url_${role}`), 'utf8').trim());
        return `alter role ${username} login password '${password}';`;
      });
      expect(lines).toEqual(expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the health check of a container', () => {
  async function runForStatus(environment: Readonly<Record<string, string>>): Promise<number | null> {
    const child = execFile(process.execPath, [`${root}deploy/image/healthcheck.mjs`], { env: environment });
    const [status] = (await once(child, 'exit')) as [number | null];
    return status;
  }

  test('checks a signer’s socket, and the port of each process that has one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-health-'));
    let statusCode = 200;
    const health = createServer((_request, response) => response.writeHead(statusCode).end()).listen(0, '127.0.0.1');
    const SIGNER_SOCKET = join(folder, 'socket');
    const signer = createSocket((connection) => connection.end()).listen(SIGNER_SOCKET);
    try {
      await Promise.all([once(health, 'listening'), once(signer, 'listening')]);
      const HEALTH_PORT = String((health.address() as { readonly port: number }).port);
      expect(await runForStatus({ ROLE: 'signer', SIGNER_SOCKET, HEALTH_PORT })).toBe(0);
      expect(await runForStatus({ ROLE: 'signer', SIGNER_SOCKET })).toBe(0);
      expect(await runForStatus({ ROLE: 'signer', SIGNER_SOCKET: `${SIGNER_SOCKET}s`, HEALTH_PORT })).toBe(1);
      expect(await runForStatus({ ROLE: 'console', PORT: HEALTH_PORT })).toBe(0);
      expect(await runForStatus({ ROLE: 'console', PORT: HEALTH_PORT, LISTEN_ADDRESS: '0.0.0.0' })).toBe(0);
      // Nothing listens at this address.
      expect(await runForStatus({ ROLE: 'console', PORT: HEALTH_PORT, LISTEN_ADDRESS: '127.0.0.2' })).toBe(1);
      statusCode = 500;
      expect(await runForStatus({ ROLE: 'signer', SIGNER_SOCKET, HEALTH_PORT })).toBe(1);
      expect(await runForStatus({ ROLE: 'worker', HEALTH_PORT })).toBe(1);
      expect(await runForStatus({ ROLE: 'console', PORT: HEALTH_PORT })).toBe(1);
      expect(await runForStatus({ ROLE: 'worker' })).toBe(0);
    } finally {
      health.close();
      signer.close();
      rmSync(folder, { recursive: true });
    }
  });
});
