import { EnvironmentError } from '../../platform/config/environment.ts';
import type { Log } from '../../platform/log/log.ts';
import type { DigestSigner } from '../../providers/chain/digestSigner.ts';
import { KeyRefusal } from '../../providers/chain/keyRefusal.ts';
import { getSourceField } from '../../providers/chain/keySource.ts';
import { openKeySource } from '../../providers/chain/openKeySource.ts';
import type { TreasuryKey } from '../../providers/chain/signerPort.ts';
import type { ConfiguredKey, EnvironmentSource, OpenSigner } from '../../providers/vendor.ts';
import { findPublication } from '../guard/publishedSecrets.ts';

export type OpenKeysOptions = {
  readonly environment: EnvironmentSource;
  readonly isSandbox: boolean;
  readonly log: Log;
};

/**
 * Opens the keys of all networks, by CAIP-2 id, sequentially: a token may allow only one session, and counts wrong PINs.
 * Throws an {@link EnvironmentError} that lists every key that cannot be opened or is publicly known.
 */
export async function openTreasuryKeys(
  configured: readonly ConfiguredKey[],
  { environment, isSandbox, log }: OpenKeysOptions,
): Promise<ReadonlyMap<string, TreasuryKey>> {
  let hasTokenRefused = false;
  const openSigner = memoizeBySource(async (source) => {
    if (source.pkcs11 && hasTokenRefused)
      throw new KeyRefusal('pkcs11', 'is not tried: another key on a token was refused, and wrong PINs lock a token');
    const signer = await openKeySource(source, environment).catch((error: unknown) => {
      hasTokenRefused ||= source.pkcs11 !== undefined;
      throw error;
    });
    if (!isSandbox && isPublishedKey(signer))
      throw new KeyRefusal(getSourceField(source), 'contains a published key: anyone can take its coins');
    return signer;
  });
  const keys = new Map<string, TreasuryKey>();
  const problems: string[] = [];
  for (const key of configured) {
    const opened = await key.open(openSigner);
    if ('problems' in opened) problems.push(...opened.problems);
    else keys.set(key.network, opened);
  }
  if (problems.length > 0) throw new EnvironmentError([...new Set(problems)].join('\n'));
  const inEnvironment = new Set(configured.flatMap(({ secrets }) => Object.keys(secrets)));
  if (!isSandbox && inEnvironment.size > 0)
    log.warn(
      { variables: [...inEnvironment] },
      'a treasury key is in plain text in the environment: use a key file or a token',
    );
  for (const [network, { address }] of keys) log.info({ network, treasuryAddress: address }, 'pays from this address');
  return keys;
}

function isPublishedKey({ publicKey }: DigestSigner): boolean {
  return findPublication(Buffer.from(publicKey).toString('hex')) !== undefined;
}

/** Memoizes by source: all networks of a kind share one source, and its refusal applies to all of them. */
function memoizeBySource(open: OpenSigner): OpenSigner {
  const opened = new Map<string, Promise<DigestSigner>>();
  return (source) => {
    const { privateKey, keyFile, passphraseFile, pkcs11 } = source;
    const name = JSON.stringify([privateKey, keyFile, passphraseFile, pkcs11]);
    const signer = opened.get(name) ?? open(source);
    opened.set(name, signer);
    return signer;
  };
}
