import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from './app/health/freePort.testing.ts';
import { openDatabase } from './platform/database/database.ts';
import { buildGrants } from './platform/database/roles/grants.ts';
import { createTestDatabase, type TestDatabase } from './platform/database/testDatabase.ts';
import { createOwnerOnlyFolder } from './providers/chain/keystore.testing.ts';
import { writeFakeTool } from './providers/chain/pkcs11Tool.testing.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const NOWHERE = 'http://127.0.0.1:9';

let testDatabase: TestDatabase;
/** A node of a chain that is not configured. */
let node: Server;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  node = createServer((request, response) => {
    void text(request).then((body) => {
      const { id } = JSON.parse(body) as { readonly id: number };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x5' }));
    });
  });
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
});

afterAll(async () => {
  node?.close();
  await testDatabase?.drop();
});

/** Returns all variables that an operator needs to sell; every secret was generated for this test. */
function buildCompleteEnvironment(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    PORT: '1',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://buy.example',
    DATABASE_URL: testDatabase.url,
    SLIPWAY_SECRET: 'f0a91c6be27d4583b1e6c09d7a5f2384e8b7160d9c3a4f52',
    PERSONAL_DATA_KEYS: '2026a:8d0c2b7f41e95a63c7d81f24b06e93a57c4fd2168b3e09a5d7126cf84be03d19',
    STRIPE_SECRET_KEY: 'sk_live_51Nq8ZkR2vXw7Tb',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_51Nq8ZkR2vXw7Tb',
    STRIPE_WEBHOOK_SECRET: 'whsec_Qz7Lw2Xn9Rb4Tk6Vd1',
    STRIPE_API_URL: NOWHERE,
    KRAKEN_API_KEY: 'Xk93LqPz07vTrWm2yB5nHc81',
    KRAKEN_API_SECRET: 'Zk3RvX9sQm1wL0yTn7bHc84pUj2dGf6K',
    KRAKEN_API_URL: NOWHERE,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'shop@buy.example',
    ETHEREUM_RPC_URL: `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
    EVM_TREASURY_ADDRESS: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
    SIGNER_SOCKET: '/run/slipway/signer.socket',
  };
}

async function start(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [MAIN], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[status], out, error] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { status: status as number | null, lines: error.trim().split('\n'), out };
}

test('exits with status 1 and reports every fault of the configuration at once', async () => {
  const { status, lines, out } = await start({
    ...buildCompleteEnvironment(),
    PUBLIC_URL: 'http://buy.example',
    SLIPWAY_SECRET: 'please-change-this-secret-before-production',
    STRIPE_SECRET_KEY: 'sk_test_51Nq8ZkR2vXw7Tb',
    SUMSUB_LEVEL: 'basic',
    POLYGON_RPC_URL: 'http://polygon.example',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.com:4318',
    EVM_TREASURY_KEY: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  });
  expect(status).toBe(1);
  expect(lines).toEqual([
    'PUBLIC_URL must be an https:// address',
    'SUMSUB_APP_TOKEN is missing',
    'SUMSUB_SECRET_KEY is missing',
    'SUMSUB_WEBHOOK_SECRET is missing',
    'EVM_TREASURY_KEY is only for the signer: remove it from the environment of this process',
    expect.stringMatching(/^SLIPWAY_SECRET consists of common words/),
    expect.stringMatching(/^POLYGON_RPC_URL must be an https:\/\/ address/),
    'STRIPE_SECRET_KEY (Stripe) is play money, and these are real: network ethereum, network polygon',
    expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT must be an https:\/\/ address/),
  ]);
  expect(out).toBe('');
  expect(lines.join()).not.toContain('51Nq8ZkR2vXw7Tb');
});

test('reports the other faults although the database is unavailable', async () => {
  const elsewhere = { DATABASE_URL: 'postgres://127.0.0.1:9/slipway' };
  const alone = await start({ ...buildCompleteEnvironment(), ...elsewhere });
  expect(alone.status).toBe(1);
  expect(alone.lines).toEqual([expect.stringMatching(/^the database at DATABASE_URL cannot be used/)]);
  const { lines } = await start({ ...buildCompleteEnvironment(), ...elsewhere, PUBLIC_URL: 'http://buy.example' });
  expect(lines).toEqual(['PUBLIC_URL must be an https:// address', 'DATABASE_URL leads to no usable database']);
});

test('reports what is missing when the server could sell nothing', async () => {
  const {
    PATH = '',
    PUBLIC_URL = '',
    DATABASE_URL = '',
    SLIPWAY_SECRET = '',
    PERSONAL_DATA_KEYS = '',
  } = buildCompleteEnvironment();
  const { status, lines } = await start({ PATH, PUBLIC_URL, DATABASE_URL, SLIPWAY_SECRET, PERSONAL_DATA_KEYS });
  expect(status).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^nothing can be delivered/),
    expect.stringMatching(/^nothing can be paid/),
    expect.stringMatching(/^no order can be fulfilled/),
    expect.stringMatching(/^buyers cannot log in without email/),
  ]);
});

test('starts the signer with a key on a token, unless its port or address cannot be used, and reviews its rows', async () => {
  const own = await createOwnerOnlyFolder();
  const tool = await writeFakeTool(own, 'c3f1a09e5b7d2468'.repeat(4));
  const pinFile = await own.write('pin', '1234');
  const healthPort = await findFreePort();
  const { DATABASE_URL = '', SLIPWAY_SECRET = '' } = buildCompleteEnvironment();
  const signer = {
    ...tool.environment,
    ROLE: 'signer',
    DATABASE_URL,
    SLIPWAY_SECRET,
    SIGNER_SECRET: '7d15c8f02ab94e63d70f1c5a8be24936fd0c8172e5a94b3c',
    SIGNER_SOCKET: `${own.folder}/socket`,
    SIGNER_FOLDER: `${own.folder}/record`,
    HEALTH_PORT: String(healthPort),
    METRICS_TOKEN: '5be24936fd0c8172',
    EVM_TREASURY_KEY_PKCS11: `pkcs11:token=treasury;id=%01?module-path=/usr/lib/token.so&pin-source=file:${pinFile}`,
  };
  const child = spawn(process.execPath, [MAIN], { env: signer, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes('the signer is ready')) break;
  }
  const ready = await fetch(`http://127.0.0.1:${healthPort}/readyz`);
  const headers = { authorization: 'Bearer 5be24936fd0c8172' };
  const metrics = await fetch(`http://127.0.0.1:${healthPort}/metrics`, { headers }).then((answer) => answer.text());
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  expect([ready.status, await ready.json()]).toEqual([200, { active: true, database: true, lock: true, socket: true }]);
  expect(metrics).toContain('slipway_signer_stopped 0\n');
  const taken = String((node.address() as AddressInfo).port);
  expect((await start({ ...signer, HEALTH_PORT: taken })).lines).toEqual([
    `port ${taken} is in use: stop the other program, or set PORT (of a worker or signer HEALTH_PORT)`,
  ]);
  expect((await start({ ...signer, LISTEN_ADDRESS: '203.0.113.1' })).lines).toEqual([
    'LISTEN_ADDRESS 203.0.113.1 is no address of this machine: set one of its own, or 0.0.0.0 for all',
  ]);
  const reviewed = await start({ ...signer, ROLE: 'review-configuration' });
  expect(reviewed).toMatchObject({ status: 0, out: expect.stringContaining('removed  crypto BTC') });
  expect(metrics).toContain('slipway_signer_limit_left_euros{within="day"} 500000\n');
  for (const secret of [signer.SIGNER_SECRET, SLIPWAY_SECRET, '1234']) expect(metrics).not.toContain(`"${secret}"`);
  expect(output).toMatch(/"network":"eip155:1","treasuryAddress":"0x[0-9a-fA-F]{40}"/);
  await own.remove();
});

test('refuses a node of another chain before any write, but not one that does not answer', async () => {
  const { status, lines } = await start({ ...buildCompleteEnvironment(), ROLE: 'worker' });
  expect(status).toBe(1);
  expect(lines).toEqual(['network ethereum: its node follows chain 5, not 1']);
  const database = openDatabase(testDatabase.url, { maxConnections: 1 });
  const { rows } = await database.one<{ rows: number }>(sql`select count(*)::int as rows from configuration`);
  await database.close();
  expect(rows).toBe(0);
});

test.each(['api', 'signer'])('names the variable of a missing secret file, with ROLE=%s', async (role) => {
  const { status, lines } = await start({
    ...buildCompleteEnvironment(),
    ROLE: role,
    SIGNER_SECRET_FILE: '/nowhere/signer',
  });
  expect({ status, lines }).toEqual({
    status: 1,
    lines: ['SIGNER_SECRET_FILE leads to no file that can be read (ENOENT)'],
  });
});

test('migrates the database with ROLE=migrate, and exits with status 0', async () => {
  const { PATH = '', DATABASE_URL = '' } = buildCompleteEnvironment();
  const ended = await start({ PATH, DATABASE_URL, ROLE: 'migrate', LOG_LEVEL: 'silent' });
  expect(ended).toMatchObject({ status: 0, lines: [''] });
});

test('waits for ROLE=migrate while its database role has no rights, and then starts', async () => {
  const role = `t${randomUUID().slice(0, 8)}_worker`;
  const url = new URL(testDatabase.url);
  url.searchParams.set('options', `-c role=${role}`);
  const database = openDatabase(testDatabase.url, { maxConnections: 1 });
  try {
    await database.pool.query(`create role ${role} nologin`);
    const environment = { ...buildCompleteEnvironment(), ROLE: 'worker', LOG_LEVEL: 'info', DATABASE_URL: url.href };
    const child = spawn(process.execPath, [MAIN], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = Promise.all([once(child, 'close'), text(child.stderr)]);
    for await (const line of child.stdout.setEncoding('utf8')) {
      if (!String(line).includes('waiting for ROLE=migrate')) continue;
      for (const grant of buildGrants('worker', role.replace('worker', ''))) await database.pool.query(grant);
    }
    const [[status], output] = await ended;
    // The process has come as far as the check of the node.
    expect({ status, output }).toEqual({
      status: 1,
      output: 'network ethereum: its node follows chain 5, not 1\n',
    });
  } finally {
    await database.pool.query(`drop owned by ${role}`);
    await database.pool.query(`drop role ${role}`);
    await database.close();
  }
});
