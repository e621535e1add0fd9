import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { defineAction, optional } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import { CommandError } from '../../action/commandError.ts';
import { ADMIN } from '../../action/roles.ts';
import { approveSecretRequest } from '../../configuration/partnerChanges.ts';
import { requirePartner } from '../../configuration/requirePartner.ts';
import {
  formatPartnerKey,
  generateKeyParts,
  generateSigningKeyPair,
  parsePublicKeyPem,
  type SigningKeyPair,
} from '../../partner/api/partnerKey.ts';
import { insertPartnerKey } from '../../partner/api/partnerKeyStore.ts';
import {
  auditPartner,
  checkPartner,
  encryptAnswerLines,
  formatSecretEnding,
  isAtOnce,
  readAtOnce,
  requestPartnerSecret,
  secretFields,
} from './partnerActionHelpers.ts';

export const rotatePartnerKey = defineAction({
  name: 'partner-key',
  subject: 'other',
  input: z.strictObject({ publicKey: optional(), ...secretFields }),
  right: { requesters: ADMIN, approvers: ADMIN },
  secondPerson: always,
  isSealed: true,
  title: (subject, input) => `Rotate the key of partner ${subject}${formatSecretEnding(input)}`,
  money: 'None',
  button: () => ({
    label: 'Rotate partner key',
    effect:
      'The previous key stays valid for 24 hours. To end it immediately, add --at-once to the command. After a second admin has approved, you can collect the new key once.',
  }),
  check: checkPartner,
  command: {
    usage: 'partner-key PARTNER [--public-key FILE] [--at-once]',
    about:
      "requests a partner's next key for its server; a second admin approves it, and you collect it once. The previous key stays valid for 24 hours; with --at-once it ends immediately. FILE: the partner’s Ed25519 public key in PEM; without --public-key a key pair is created, and you collect the private key too",
    needsReason: true,
    async run(context, [id = ''], requester) {
      const file = context.options['public-key'];
      const publicKey = file === undefined ? '' : await readPublicKeyFile(file);
      return requestPartnerSecret(context, requester, id, { publicKey, ...readAtOnce(context) });
    },
  },
  doneBy: 'clerk',
  async execute({ database }, request) {
    await requirePartner(database, request.subject);
    const { publicKey, privatePem } = parseOrGenerateKey(request.input.publicKey);
    const parts = generateKeyParts();
    const pem = privatePem === '' ? [] : ['', privatePem.trim(), ''];
    const answer = await encryptAnswerLines(request, [formatPartnerKey(parts), ...pem, 'It is not shown again.']);
    return async (transaction) => {
      const atOnce = isAtOnce(request);
      await insertPartnerKey(transaction, { partnerId: request.subject, parts, publicKey, atOnce });
      await approveSecretRequest(transaction, request.subject, 'key', request.id);
      await auditPartner(transaction, request, { keyId: parts.keyId, atOnce });
      return answer;
    };
  },
});

/** Returns the given public key without a private key, or a new key pair if none is given. Throws {@link CommandError}. */
function parseOrGenerateKey(pem: string): SigningKeyPair {
  if (pem === '') return generateSigningKeyPair();
  try {
    return { publicKey: parsePublicKeyPem(pem), privatePem: '' };
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/** Returns the text of a public key's file. Throws {@link CommandError} if it is not a key that verifies signatures. */
async function readPublicKeyFile(file: string): Promise<string> {
  const pem = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read`);
  });
  try {
    parsePublicKeyPem(pem);
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message}`);
  }
  return pem;
}
