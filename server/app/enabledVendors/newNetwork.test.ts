import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { ETH_TESTCHAIN, TESTCHAIN, USDC_TESTCHAIN } from '../../configuration/testchain.testing.ts';
import { checkAddress } from '../../purchase/address/checkAddress.ts';
import { findSoldCrypto, getNativeAsset, listTokenContracts, requireCrypto } from '../../purchase/catalog/catalog.ts';
import { createFixedScreening } from '../../risk/fixedScreening.testing.ts';
import { createGuard } from '../guard/guard.ts';
import { chainVendors, vendors } from '../vendors.ts';
import { configureVendors } from './configureVendors.ts';
import { buildOffering } from './offering.ts';
import { openVendors } from './openVendors.ts';

const ROWS = [
  { kind: 'network', key: 'testchain', value: TESTCHAIN },
  { kind: 'crypto', key: 'ETH_TESTCHAIN', value: ETH_TESTCHAIN },
  { kind: 'crypto', key: 'USDC_TESTCHAIN', value: USDC_TESTCHAIN },
];
const VARIABLES = {
  TESTCHAIN_RPC_URL: 'http://127.0.0.1:9',
  EVM_TREASURY_ADDRESS: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Slipway <no-reply@slipway.example>',
};

/** Starts with rows and variables, without any code that knows the network. */
async function startWith(variables: Readonly<Record<string, string>>) {
  const { catalog: described } = seededSettings(ROWS);
  const networks = described.networks.map((network) => ({
    ...network,
    nativeAsset: getNativeAsset(described, network),
  }));
  const surroundings = {
    now: () => new Date(),
    publicUrl: 'https://pay.example',
    tokenContracts: () => listTokenContracts(described),
  };
  const survey = configureVendors({ vendors, chainVendors }, variables, networks, surroundings);
  expect(survey.problems).toEqual([]);
  const offering = buildOffering(survey, new Map(described.networks.map(({ id, chain }) => [id, chain])));
  const { catalog } = seededSettings(ROWS, offering);
  const { chains } = await openVendors(survey, createGuard(survey.on), {
    sanctionsRefreshMs: 60_000,
    signerSocket: undefined,
  });
  return { catalog, chains };
}

test('adds an EVM network with its coins and address checks by rows and variables only', async () => {
  const { catalog, chains } = await startWith(VARIABLES);
  expect([...chains.keys()]).toEqual(['eip155:987654321987']);
  const chain = chains.get('eip155:987654321987');
  expect(chain?.nativeAsset).toEqual({ id: 'eip155:987654321987/slip44:60', code: 'ETH', decimals: 18 });
  expect(chain?.requiredConfirmations(0n)).toBe(20);
  expect(findSoldCrypto(catalog, 'USDC_TESTCHAIN')?.network.name).toBe('Testchain');
  expect(findSoldCrypto(catalog, 'USDC')).toBeUndefined();

  const check = (address: string) =>
    checkAddress(
      { addressReaders: chains, screening: createFixedScreening() },
      requireCrypto(catalog, 'USDC_TESTCHAIN'),
      address,
    );
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  expect(check(address)).toEqual({ valid: true, normalized: address });
  expect(check(`ethereum:${address}@987654321987`)).toEqual({ valid: true, normalized: address });
  expect(check(`ethereum:${address}@10`)).toMatchObject({ valid: false, fault: 'wrong_network' });
  expect(check(USDC_TESTCHAIN.asset)).toMatchObject({ valid: false, fault: 'token_contract' });
  expect(check(chain?.treasuryAddress ?? '')).toMatchObject({ valid: false, fault: 'treasury_address' });
});

test('sells nothing on a network without its node', async () => {
  const { catalog, chains } = await startWith({
    SMTP_URL: VARIABLES.SMTP_URL,
    MAIL_FROM: VARIABLES.MAIL_FROM,
  });
  expect(chains.size).toBe(0);
  expect(findSoldCrypto(catalog, 'USDC_TESTCHAIN')).toBeUndefined();
});
