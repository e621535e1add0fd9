import { defineAction, fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import { CASE_STAFF_OR_ADMIN } from '../../action/roles.ts';
import { requirePartner } from '../../configuration/requirePartner.ts';
import { switchEndpointOn } from '../../partner/endpointStore.ts';
import { auditPartner, checkPartner } from './partnerActionHelpers.ts';

export const reenablePartnerEndpoint = defineAction({
  name: 'switch-on',
  subject: 'other',
  input: fields(),
  right: { requesters: CASE_STAFF_OR_ADMIN, approvers: null },
  secondPerson: never,
  title: (subject) => `Re-enable the endpoint of partner ${subject}`,
  money: 'None',
  button: () => ({
    label: 'Re-enable endpoint',
    effect: 'Events that waited are sent first, in sequence for each order.',
  }),
  check: checkPartner,
  command: {
    usage: 'switch-on PARTNER',
    about:
      're-enables a webhook endpoint that was disabled because it answered that it is gone; pending events are sent first',
    read: (_, [id = '']) => ({ subject: id, input: {} }),
  },
  doneBy: 'clerk',
  async execute({ database }, request) {
    const { subject: id } = request;
    await requirePartner(database, id);
    return async (transaction) => {
      const changed = await switchEndpointOn(transaction, id);
      await auditPartner(transaction, request, {});
      return `the endpoint of ${id} ${changed ? 'is enabled' : 'was already enabled'}`;
    };
  },
});
