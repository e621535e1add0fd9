import { createHash } from 'node:crypto';
import {
  type EvidenceFileKind,
  formatEvidenceInput,
  MAX_EVIDENCE_BYTES,
} from '@slipway/contract/statements/evidence.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { findManualEvidence } from '../../purchase/dispute/manualEvidenceStore.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';
import { createReviewWorld } from './reviewWorld.testing.ts';

const world = await openConsoleWorld();
const { addDisputedOrder } = createReviewWorld(world.database);
const logInAs = async (name: string) => {
  const visitor = world.createVisitor(name);
  await visitor.logIn();
  return visitor;
};
const cleo = await logInAs('cleo');
const sam = await logInAs('sam');
const tess = await logInAs('tess');

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const PDF = Buffer.from('%PDF-1.7 a letter');

type File = { readonly kind: EvidenceFileKind; readonly bytes: Buffer };
type Given = { readonly text?: string; readonly files?: readonly File[] };
type Disputed = { readonly orderNo: string; readonly dispute: string };

/** Sends what the console's page sends. `signedFor` is what the person signed, if it differs. */
async function sendEvidence(
  visitor: typeof cleo,
  { orderNo, dispute }: Disputed,
  sent: Given,
  signedFor: Given = sent,
) {
  const { text = '', files = [] } = signedFor;
  const input = formatEvidenceInput({
    order: orderNo,
    amount: '100.00 EUR',
    text: sha256(text),
    files: files.map(({ kind, bytes }) => ({ kind, sha256: sha256(bytes) })),
  });
  const requestedAction = { action: 'send-evidence', subject: dispute, input };
  return visitor.call('sendEvidence', {
    statement: await visitor.sign('send-evidence', requestedAction, 'Other: a test'),
    text: sent.text ?? '',
    files: (sent.files ?? []).map(({ kind, bytes }) => ({ kind, contents: bytes.toString('base64') })),
  });
}

describe('evidence sent by a person', () => {
  test('is offered with dispute and amount, submitted as signed, and then no longer offered', async () => {
    const order = await addDisputedOrder(48);
    const id = `dispute-${order.dispute}`;
    const before = await sam.call('review', { id });
    expect(before.answer).toMatchObject({
      dispute: order.dispute,
      order: order.orderNo,
      amount: '100.00 EUR',
      allowed: true,
    });
    const given = { text: 'It came.', files: [{ kind: 'delivery', bytes: PDF }] } as const;
    const request = await sendEvidence(sam, order, given);
    expect(request).toMatchObject({
      action: 'send-evidence',
      subject: order.dispute,
      status: 'approved',
      requestedBy: 'sam',
    });
    const stored = await findManualEvidence(world.context.database, request.id);
    expect(stored).toMatchObject({ text: 'It came.', files: [{ kind: 'delivery', type: 'application/pdf' }] });
    expect(Buffer.from(stored?.files[0]?.bytes ?? [])).toEqual(PDF);
    const after = await cleo.call('review', { id });
    expect(after.answer).toMatchObject({
      allowed: false,
      why: expect.stringContaining('sam has already submitted evidence'),
    });
    expect(after.requests).toMatchObject([{ action: 'send-evidence', requestedBy: 'sam' }]);
    await expect(sendEvidence(cleo, order, given)).rejects.toThrow('sam has already submitted evidence');
  });

  test.each([
    ['another text', { text: 'It came.' }, { text: 'It came, I think.' }],
    [
      'another file',
      { files: [{ kind: 'delivery', bytes: PDF }] },
      { files: [{ kind: 'delivery', bytes: Buffer.from('%PDF-2') }] },
    ],
    ['an additional file', { files: [{ kind: 'delivery', bytes: PDF }] }, {}],
    [
      'a file of another kind',
      { files: [{ kind: 'receipt', bytes: PDF }] },
      { files: [{ kind: 'delivery', bytes: PDF }] },
    ],
  ] as const)(
    'with %s instead of what was signed is refused, and nothing is stored',
    async (_name, sent, signedFor) => {
      const order = await addDisputedOrder(48);
      await expect(sendEvidence(cleo, order, sent, signedFor)).rejects.toThrow('statement_refused');
      expect(await world.database.many(sql`select 1 from manual_evidence where dispute_id = ${order.dispute}`)).toEqual(
        [],
      );
    },
  );

  test.each([
    ['that is not a document', [{ kind: 'delivery', bytes: Buffer.from('GIF89a') }], 'not a PDF, JPEG or PNG'],
    ['that is a page', [{ kind: 'delivery', bytes: Buffer.from('<html>%PDF-') }], 'not a PDF, JPEG or PNG'],
    [
      'of the same kind as another',
      [
        { kind: 'other', bytes: PDF },
        { kind: 'other', bytes: PDF },
      ],
      'of the same kind',
    ],
    [
      'larger than the acquirer takes',
      [
        { kind: 'other', bytes: Buffer.concat([PDF, Buffer.alloc(MAX_EVIDENCE_BYTES / 2)]) },
        { kind: 'receipt', bytes: Buffer.concat([PDF, Buffer.alloc(MAX_EVIDENCE_BYTES / 2)]) },
      ],
      'larger than 4.5 MB',
    ],
  ] as const)('with a file %s is refused with the reason', async (_name, files, why) => {
    const order = await addDisputedOrder(48);
    await expect(sendEvidence(cleo, order, { files })).rejects.toThrow(why);
  });

  test('is refused after the deadline, which the review shows', async () => {
    const order = await addDisputedOrder(-1);
    await expect(sendEvidence(cleo, order, { text: 'late' })).rejects.toThrow('deadline has passed');
    const shown = await cleo.call('review', { id: `dispute-${order.dispute}` });
    expect(shown.answer).toMatchObject({ allowed: false, why: expect.stringContaining('deadline has passed') });
  });

  test('that costs an extra fee is left to the acquirer’s dashboard', async () => {
    const order = await addDisputedOrder(48);
    await world.database.run(sql`update disputes set needs_consent = true where id = ${order.dispute}`);
    await expect(sendEvidence(cleo, order, {})).rejects.toThrow('costs an extra fee');
    const { note, deadline } = await cleo.call('review', { id: `dispute-${order.dispute}` });
    expect(note).toContain('costs an extra fee');
    expect(deadline.otherwise).toContain('no evidence is sent');
  });

  test('is refused for a treasurer, with the roles that may send it', async () => {
    const order = await addDisputedOrder(48);
    await expect(sendEvidence(tess, order, {})).rejects.toThrow('console_not_for_role');
    const { answer: offered } = await tess.call('review', { id: `dispute-${order.dispute}` });
    expect(offered).toMatchObject({ allowed: false, why: 'Requires the support or compliance role.' });
  });

  test('is accepted only by the call that takes its files, which accepts no other action', async () => {
    const order = await addDisputedOrder(48);
    const input = formatEvidenceInput({ order: order.orderNo, amount: '100.00 EUR', text: sha256(''), files: [] });
    await expect(
      cleo.requestAction('send-evidence', { action: 'send-evidence', subject: order.dispute, input }),
    ).rejects.toThrow('open the review of the dispute');
    const hold = await cleo.sign('hold', { action: 'hold', subject: order.orderNo, input: {} }, 'a test');
    await expect(cleo.call('sendEvidence', { statement: hold, text: '', files: [] })).rejects.toThrow(
      'cannot be requested with files',
    );
  });

  test('without a session is rejected before the body is read; other calls reject a large body', async () => {
    const contents = Buffer.alloc(1_000_000).toString('base64');
    const { status, data } = await world.post('sendEvidence', { files: [{ kind: 'other', contents }] });
    expect({ status, data }).toMatchObject({ status: 403, data: { error: 'console_left' } });
    const large = await cleo.postRaw('notes', { contents });
    expect(large.status).toBe(413);
  });
});
