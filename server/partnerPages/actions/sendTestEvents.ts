import { type WebhookType, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import { z } from 'zod';
import { defineAction, optional } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import { CommandError } from '../../action/commandError.ts';
import { CASE_STAFF_OR_ADMIN } from '../../action/roles.ts';
import { requireEndpoint, requirePartner } from '../../configuration/requirePartner.ts';
import { sendTestEvent } from '../../partner/sendTestEvent.ts';
import { readTransactionTime } from '../../purchase/order/orderStore.ts';
import { auditPartner, checkPartner } from './partnerActionHelpers.ts';

export const sendTestEvents = defineAction({
  name: 'test-events',
  subject: 'other',
  input: z.strictObject({ type: optional() }),
  right: { requesters: CASE_STAFF_OR_ADMIN, approvers: null },
  secondPerson: never,
  title: (subject, { type }) =>
    `Send partner ${subject} ${type === '' ? 'a test event of each type' : `a test of ${type}`}`,
  money: 'None',
  button: () => ({
    label: 'Send test events',
    effect: 'Sends one event of each type, marked as a test. No order is affected.',
  }),
  check: checkPartner,
  command: {
    usage: 'test-events PARTNER [TYPE]',
    about: 'sends an event of each type, or of one, marked as a test',
    read: (_, [id = '', type = '']) => ({ subject: id, input: { type } }),
  },
  doneBy: 'clerk',
  async execute({ database }, request) {
    const { subject: id } = request;
    await requirePartner(database, id);
    await requireEndpoint(database, id);
    const types = listTypes(request.input.type);
    return async (transaction) => {
      const now = await readTransactionTime(transaction);
      for (const type of types) await sendTestEvent(transaction, id, { type, now });
      await auditPartner(transaction, request, { types });
      const sent = types.length === 1 ? '1 test event is sent' : `${types.length} test events are sent`;
      return `${sent}: npm run operate -- partner ${id} shows the results`;
    };
  },
});

function listTypes(requestedType: string): readonly WebhookType[] {
  const all = Object.keys(webhookTypes) as WebhookType[];
  if (requestedType === '') return all;
  const found = all.find((type) => type === requestedType);
  if (!found) throw new CommandError(`there is no event type ${requestedType}: ${all.join(', ')}`);
  return [found];
}
