import { readFileSync } from 'node:fs';
import { type EvmNetwork, localEvmNetworks } from '../chains/localNetworks.ts';

/**
 * Credentials without access to anything outside this machine. Fixed, so that a restart finds the same customers, chains and
 * treasuries.
 */
const published = {
  stripe: {
    secretKey: 'sk_test_sandbox_slipway',
    publishableKey: 'pk_test_sandbox_slipway',
    webhookSecret: 'whsec_sandbox_slipway',
  },
  sumsub: {
    appToken: 'sbx:sandbox-slipway',
    secretKey: 'sandbox-slipway-sumsub-secret',
    webhookSecret: 'sandbox-slipway-sumsub-webhook',
    level: 'id-and-liveness',
    /** The level to which a workflow may move an applicant. */
    workflowLevel: 'id-and-address',
  },
  kraken: {
    apiKey: 'sandbox-slipway-kraken',
    /** Base64, like Kraken's. */
    apiSecret: 'c2FuZGJveC1zbGlwd2F5LWtyYWtlbi1zZWNyZXQ=',
  },
  /** The signer's key, which may withdraw; the other key may not. */
  krakenWithdrawals: {
    apiKey: 'sandbox-slipway-kraken-withdrawals',
    apiSecret: 'c2FuZGJveC1zbGlwd2F5LWtyYWtlbi13aXRoZHJhd2FscyE=',
  },
  moonpay: {
    publishableKey: 'pk_test_sandbox_slipway',
    secretKey: 'sk_test_sandbox_slipway',
    webhookKey: 'sandbox-slipway-moonpay-webhook',
  },
  coinbaseOnramp: {
    keyId: 'sandbox-slipway-coinbase-onramp',
    /** Base64 of an Ed25519 seed and its public key, Coinbase's format. */
    keySecret: 'avcOnbN19bDSxn7YOXa7f/XTnT6TrbR0eH3mXm6GbzDvi2mjchSyFeMOUbMVHgNUgHXAUgCEXkeadM8dsIea0w==',
    webhookSecret: 'sandbox-slipway-coinbase-onramp-webhook',
  },
  ramp: {
    hostApiKey: 'sandbox-slipway-ramp',
    /** PKCS #8 over secp256k1, base64. */
    privateKey:
      'MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQg4H83U6UDKXhuTI5jlQo8zjcFtVoVERYTgQkSGiJaYX+hRANCAAQknY79IAoCpeoYwsM1jp1238AkMPLHGFyxc+frLL+eoVKrsLYT+QVy90S2IePcVVFnNR5MtpaewwzhzRPshLsr',
    publicKey:
      'MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEJJ2O/SAKAqXqGMLDNY6ddt/AJDDyxxhcsXPn6yy/nqFSq7C2E/kFcvdEtiHj3FVRZzUeTLaWnsMM4c0T7IS7Kw==',
  },
  transak: {
    apiKey: 'sandbox-slipway-transak',
    apiSecret: 'sandbox-slipway-transak-secret',
  },
  identityProvider: {
    clientId: 'slipway-console',
    clientSecret: 'sandbox-slipway-identity-provider-secret',
  },
  rates: { appId: 'sandbox-slipway-rates' },
  treasury: {
    /** The same private key is used on every local EVM chain. */
    evmAddress: '0x978Ba4105ad081cefE8785dE68E3f4B993A35948',
    evmPrivateKey: '0x2b1f3a5d7c9e0b4d6f8091a2b3c4d5e6f70819a2b3c4d5e6f708192a3b4c5d6e',
    /** Key of the P2WPKH address on the local Bitcoin chain. */
    bitcoinAddress: 'bcrt1qmy8a0jhhrq6xlnenl5gf9jts6232ewrca9v27q',
    bitcoinPrivateKey: '3c5e7f9011a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c',
  },
  /** Chain ids of the local networks. */
  chainIds: Object.fromEntries(
    Object.entries(localEvmNetworks).map(([network, { chainId }]) => [network, chainId]),
  ) as Record<EvmNetwork, number>,
} as const;

type Shape<Value> = Value extends `0x${string}`
  ? `0x${string}`
  : Value extends string
    ? string
    : Value extends number
      ? number
      : { readonly [Name in keyof Value]: Shape<Value[Name]> };

export type Credentials = Shape<typeof published>;

/**
 * Keys with which the product authenticates to the stand-ins. SANDBOX_CREDENTIALS names a JSON file with other keys, by vendor:
 * a product without SLIPWAY_SANDBOX=1 refuses the published keys.
 */
export const credentials: Credentials = { ...published, ...readCredentialsFile(process.env['SANDBOX_CREDENTIALS']) };

function readCredentialsFile(file: string | undefined): Partial<Credentials> {
  return file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Partial<Credentials>);
}
