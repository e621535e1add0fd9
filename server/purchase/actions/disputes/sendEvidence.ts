import { readFile } from 'node:fs/promises';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { evidenceFileKinds } from '@slipway/contract/statements/evidence.ts';
import { fields } from '../../../action/action.ts';
import { never } from '../../../action/approvalThreshold.ts';
import { CommandError } from '../../../action/commandError.ts';
import { SUPPORT_OR_COMPLIANCE } from '../../../action/roles.ts';
import { formatUtcMinute } from '../../../notification/duty/duty.ts';
import { findManualEvidence, insertManualEvidence } from '../../dispute/manualEvidenceStore.ts';
import { sendManualAnswer } from '../../dispute/sendManualAnswer.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { buildEvidenceInput, parseEvidence, requireAnswerable } from './submitEvidence.ts';

/**
 * Answers a dispute once, with the order's records and a person's text and files. Text and files are stored next to the
 * request, whose signature covers their hashes.
 */
export const sendEvidence = defineOrderAction({
  name: 'send-evidence',
  subject: 'other',
  input: fields('order', 'amount', 'text', 'files'),
  right: { requesters: SUPPORT_OR_COMPLIANCE, approvers: null },
  secondPerson: never,
  title: (_, { amount, order }) => `Submit evidence for the dispute of ${amount}, order ${order}`,
  money: 'The card’s bank decides; if you win, the disputed amount comes back',
  button: ({ amount, until }: { readonly amount: string; readonly until: Date | null }) => ({
    label: `Submit evidence for the dispute of ${amount}`,
    effect: `Our records, your text and your files are sent to the card’s bank, once${until ? `, by ${formatUtcMinute(until)}` : ''}.`,
  }),
  command: {
    usage: `send-evidence DISPUTE [--text FILE] ${evidenceFileKinds.map((kind) => `[--${kind} FILE]`).join(' ')}`,
    about:
      'answers a card dispute once and finally, from our records, with your text (plain text) and files (PDF, JPEG, PNG) for the bank',
    needsReason: true,
    async run({ database, options }, [disputeId = ''], requester) {
      const { text: textFile, ...given } = options;
      const files = await Promise.all(
        evidenceFileKinds.flatMap((kind) => {
          const path = given[kind];
          return path === undefined ? [] : [readEvidenceFile(path).then((bytes) => ({ kind, bytes }))];
        }),
      );
      const text = textFile === undefined ? '' : (await readEvidenceFile(textFile)).toString('utf8').trim();
      const evidence = parseEvidence({ text, files });
      await requireAnswerable(database, disputeId);
      const input = await buildEvidenceInput(database, disputeId, evidence);
      return requester.requestAndWait(
        { subject: disputeId, input },
        { store: (transaction, requestId) => insertManualEvidence(transaction, requestId, disputeId, evidence) },
      );
    },
  },
  doneBy: 'disputes',
  async execute(context, { id, subject, input }) {
    const storedEvidence = await findManualEvidence(context.database, id);
    // Checks that text and files are those that the person signed: database rows are not trusted.
    const isAsSigned =
      storedEvidence?.disputeId === subject &&
      canonicalJson(await buildEvidenceInput(context.database, subject, storedEvidence)) ===
        canonicalJson({ ...input });
    if (!isAsSigned)
      return { status: 'refused', result: 'the stored evidence is not what was signed: submit it again' };
    const sent = await sendManualAnswer(context, id);
    if (sent === 'later') return 'later';
    if (sent.kind === 'refused') return { status: 'refused', result: sent.why };
    return {
      status: 'done',
      result: 'the acquirer has received the evidence, which can no longer be changed: the bank decides',
    };
  },
});

async function readEvidenceFile(path: string): Promise<Buffer> {
  return readFile(path).catch(() => {
    throw new CommandError(`${path} cannot be read`);
  });
}
