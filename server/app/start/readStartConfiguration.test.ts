import { expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { readStartConfiguration } from './readStartConfiguration.ts';

const { url } = await openOwnDatabase(1);

/** Variables that an api process needs to sell by card and by transfer; every secret was generated for this test. */
const OF_API = {
  ROLE: 'api',
  PUBLIC_URL: 'https://buy.example',
  DATABASE_URL: url,
  SLIPWAY_SECRET: 'f0a91c6be27d4583b1e6c09d7a5f2384e8b7160d9c3a4f52',
  PERSONAL_DATA_KEYS: '2026a:5d0f83a1c6be27d4583b1e6c09d7a5f2384e8b7160d9c3a4f52e91c07ab36d84',
  STRIPE_SECRET_KEY: 'sk_live_51Nq8ZkR2vXw7Tb',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51Nq8ZkR2vXw7Tb',
  STRIPE_WEBHOOK_SECRET: 'whsec_Qz7Lw2Xn9Rb4Tk6Vd1',
  BANK_FILES_FOLDER: '/var/lib/slipway/bank-files',
  ETHEREUM_RPC_URL: 'https://node.example',
  EVM_TREASURY_ADDRESS: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
};

/** Variables of the treasury, the exchange, the mail server and the signer. */
const OF_OTHERS = {
  SMTP_URL: 'smtps://shop:pw@mail.example:465',
  KRAKEN_API_KEY: 'Xk93LqPz07vTrWm2yB5nHc81',
  KRAKEN_API_SECRET: 'Zk3RvX9sQm1wL0yTn7bHc84pUj2dGf6K',
  EVM_TREASURY_KEY: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  BITCOIN_TREASURY_KEY: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
};

function read(source: Readonly<Record<string, string>>) {
  return readStartConfiguration(source, {
    now: () => new Date(),
    tokenContracts: () => [],
    openDatabase: ({ DATABASE_URL }) => openDatabase(DATABASE_URL, { maxConnections: 1 }),
  });
}

test('the api starts and sells without secrets of the treasury, exchange, mail server and bank', async () => {
  const { survey, offering } = await read(OF_API);
  const families = survey.on.map(({ family }) => family);
  expect(families).not.toContain('venue');
  expect(families).not.toContain('mail');
  const secrets = survey.on.flatMap((vendor) => Object.keys(vendor.secrets)).toSorted();
  expect(secrets).toEqual(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  expect([...offering.methods]).toEqual(expect.arrayContaining(['credit_debit_card', 'bank_transfer']));
  expect([...offering.chains]).toEqual(['eip155:1']);
  expect(offering.own).toBe(true);
});

test.each(Object.entries(OF_OTHERS))('the api refuses to start with %s', async (name, secret) => {
  const process = /^(?:KRAKEN|SMTP)_/.test(name) ? 'worker' : 'signer';
  await expect(read({ ...OF_API, [name]: secret })).rejects.toThrow(
    `${name} is only for the ${process}: remove it from the environment of this process`,
  );
});

test("the api refuses to start with the clerk's login", async () => {
  await expect(read({ ...OF_API, CLERK_DATABASE_URL: url })).rejects.toThrow('CLERK_DATABASE_URL is only for a worker');
});

test('a worker needs the secrets that the api may not have', async () => {
  await expect(read({ ...OF_API, ROLE: 'worker', SIGNER_SOCKET: '/run/slipway/signer.socket' })).rejects.toThrow(
    /no order can be fulfilled: set Kraken account \(KRAKEN_API_KEY[^]*buyers cannot log in without email: set SMTP \(SMTP_URL/,
  );
});
