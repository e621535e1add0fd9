import { readFileSync } from 'node:fs';

/** They open nothing outside this machine; they are fixed so that a restart finds the same customers, chains and treasuries. */
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
    /** Where a workflow may lead an applicant. */
    workflowLevel: 'id-and-address',
  },
  kraken: {
    apiKey: 'sandbox-slipway-kraken',
    /** Base64, as Kraken's are. */
    apiSecret: 'c2FuZGJveC1zbGlwd2F5LWtyYWtlbi1zZWNyZXQ=',
  },
  /** The signer's, which may withdraw; the other may not. */
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
    /** Base64 of an Ed25519 seed and its public key, as Coinbase gives them. */
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
    /** The same private key pays on every local EVM chain. */
    evmAddress: '0x978Ba4105ad081cefE8785dE68E3f4B993A35948',
    evmPrivateKey: '0x2b1f3a5d7c9e0b4d6f8091a2b3c4d5e6f70819a2b3c4d5e6f708192a3b4c5d6e',
    /** Pays on the local Bitcoin chain from its P2WPKH address. */
    bitcoinAddress: 'bcrt1qmy8a0jhhrq6xlnenl5gf9jts6232ewrca9v27q',
    bitcoinPrivateKey: '3c5e7f9011a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c',
  },
  /** Chain ids of the local networks: none of a public chain, so that nothing signed here means anything there. */
  chainIds: { ethereum: 31_337, base: 31_338, polygon: 31_339 },
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
 * Keys by which the sandbox's stand-ins know the product. SANDBOX_CREDENTIALS names a file of JSON with others, by vendor: a
 * product that does not run as the sandbox's refuses those that everybody can read.
 */
export const credentials: Credentials = { ...published, ...drawn(process.env['SANDBOX_CREDENTIALS']) };

function drawn(file: string | undefined): Partial<Credentials> {
  return file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Partial<Credentials>);
}
