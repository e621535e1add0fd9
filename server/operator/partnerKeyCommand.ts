import { readFile } from 'node:fs/promises';
import { newKeyWords, newSigningPair, readPublicKey, type SigningPair, writeKey } from '../partner/api/partnerKey.ts';
import { insertNextKey } from '../partner/api/partnerKeyStore.ts';
import type { Command } from './command.ts';
import { CommandError } from './commandError.ts';
import { decided } from './partnerDecision.ts';
import { requirePartner } from './requirePartner.ts';

/** Makes the next key of a partner's server. */
export const partnerKey: Command = {
  usage: 'partner-key PARTNER [--public-key FILE] [--at-once]',
  about:
    "makes a partner's next key for its server and shows it this once; the one before is good for 24 hours more, or with --at-once no longer. FILE: the Ed25519 public key by which it signs, in PEM; without it a pair is made, and the private key shown this once too",
  decides: 'does',
  async run(context, [id = '']) {
    const partner = await requirePartner(context.database, id);
    const atOnce = context.options['at-once'] === 'yes';
    const { publicKey, privatePem } = await signingKeyOf(context.options['public-key']);
    const words = newKeyWords();
    await decided(context, 'partner-key', partner, { keyId: words.keyId, atOnce }, (transaction) =>
      insertNextKey(transaction, { partnerId: id, words, publicKey, atOnce }),
    );
    return [writeKey(words), ...(privatePem === '' ? [] : ['', privatePem.trim(), '']), 'It is not shown again.'].join(
      '\n',
    );
  },
};

/** The public key of a file, or a new pair. */
async function signingKeyOf(file: string | undefined): Promise<SigningPair> {
  if (file === undefined) return newSigningPair();
  const pem = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read`);
  });
  try {
    return { publicKey: readPublicKey(pem), privatePem: '' };
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message}`);
  }
}
