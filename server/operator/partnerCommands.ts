import { readFile } from 'node:fs/promises';
import { readPublicKey } from '../partner/api/partnerKey.ts';
import { findEntry } from '../purchase/payment/bankEntryStore.ts';
import { askClerk } from './asking.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';
import { embedDoctor } from './embedDoctor.ts';
import type { PartnerAction } from './requestActions.ts';
import { requirePartner } from './requirePartner.ts';
import { askForSecret, collectCommand } from './secretCommands.ts';
import { amountOfEntry, judgeSharePayment } from './sharePayment.ts';
import { showPartner } from './showPartner.ts';

/** What an operator does about partners: their keys, the events that they are sent, and the page that they have. */
export const partnerCommands: Readonly<
  Record<PartnerAction | 'partner' | 'collect' | 'pay-shares' | 'embed-doctor', Command>
> = {
  partner: {
    usage: 'partner PARTNER',
    about:
      "a partner's keys; where its events go, which secrets sign them, how many stand where, and the newest deliveries",
    run: ({ database }, [id = '']) => showPartner(database, id),
  },
  'embed-doctor': embedDoctor,
  collect: collectCommand,
  'partner-key': {
    usage: 'partner-key PARTNER [--public-key FILE] [--at-once]',
    about:
      "asks for a partner's next key for its server, which a second admin approves and you collect once; the one before is good for 24 hours more, or with --at-once no longer. FILE: the Ed25519 public key by which it signs, in PEM; without it a pair is made, and the private key collected with the key",
    decides: 'asks',
    async run(context, [id = '']) {
      const file = context.options['public-key'];
      const publicKey = file === undefined ? '' : await publicKeyIn(file);
      return askForSecret(context, 'partner-key', id, { publicKey });
    },
  },
  'rotate-secret': {
    usage: 'rotate-secret PARTNER [--at-once]',
    about:
      "asks for a partner's next webhook secret, which a second admin approves and you collect once; the one before signs for 24 hours more, or with --at-once no longer",
    decides: 'asks',
    run: (context, [id = '']) => askForSecret(context, 'rotate-secret', id, {}),
  },
  'rotate-link-key': {
    usage: 'rotate-link-key PARTNER [--at-once]',
    about:
      'asks for the key that a partner signs its next links with, which a second admin approves and you collect once; links of the one before open for 24 hours more, or with --at-once no longer',
    decides: 'asks',
    run: (context, [id = '']) => askForSecret(context, 'rotate-link-key', id, {}),
  },
  'replay-events': {
    usage: 'replay-events PARTNER EVENT | PARTNER --from POSITION|TIME',
    about: 'posts one event once more, or all since a position or a time such as 2026-11-21T10:00:00Z, by the same ids',
    decides: 'asks',
    run: (context, [id = '', event = '']) =>
      askAbout(context, 'replay-events', id, { event, from: context.options['from'] ?? '' }),
  },
  'test-events': {
    usage: 'test-events PARTNER [TYPE]',
    about: 'posts an event of each type, or of one, that says of itself that it is a test',
    decides: 'asks',
    run: (context, [id = '', type = '']) => askAbout(context, 'test-events', id, { type }),
  },
  'switch-on': {
    usage: 'switch-on PARTNER',
    about: 'posts to an endpoint again that had said it was gone; what has waited goes out first',
    decides: 'asks',
    run: (context, [id = '']) => askAbout(context, 'switch-on', id, {}),
  },
  'pay-shares': {
    usage: 'pay-shares PARTNER ENTRY --until TIME',
    about:
      'a booking of the bank that waits has paid what a partner had earned before a time such as 2026-12-01T00:00:00Z, or brought it back; never more than is owed, and two people agree',
    decides: 'asks',
    async run(context, [partnerId = '', entryId = '']) {
      const { until = '' } = context.options;
      const entry = await findEntry(context.database, entryId);
      const amount = entry ? amountOfEntry(entry) : '';
      // Nobody is called for what would be refused in the end.
      const asked = { partnerId, entryId, until, amount };
      await judgeSharePayment(context.database, asked, await context.database.now());
      return askClerk(context, {
        action: 'pay-shares',
        subject: partnerId,
        input: { entry: entryId, until, amount },
      });
    },
  },
};

async function askAbout(
  context: CommandContext,
  action: PartnerAction,
  id: string,
  input: Readonly<Record<string, string>>,
): Promise<string> {
  await requirePartner(context.database, id);
  return askClerk(context, { action, subject: id, input });
}

/** As it stands in the file. Throws {@link CommandError} for what is no key to sign with. */
async function publicKeyIn(file: string): Promise<string> {
  const pem = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read`);
  });
  try {
    readPublicKey(pem);
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message}`);
  }
  return pem;
}
