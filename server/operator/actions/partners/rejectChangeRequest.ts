import { rejectChangeRequest as reject } from '../../../partner/members/changeRequestStore.ts';
import { defineAction, fields } from '../../action.ts';
import { CommandError } from '../../commandError.ts';
import { parseRecordNumber } from '../../parseRecordNumber.ts';
import { CASE_STAFF_OR_ADMIN } from '../../roles.ts';
import { never } from '../../thresholds/approvalThreshold.ts';
import { auditPartner } from './partnerActionHelpers.ts';

export const rejectChangeRequest = defineAction({
  name: 'reject-change',
  subject: 'other',
  input: fields('request'),
  right: { requesters: CASE_STAFF_OR_ADMIN, approvers: null },
  secondPerson: never,
  title: (subject, { request }) => `Reject change request ${request} of partner ${subject}`,
  money: 'None',
  button: () => ({ label: 'Reject', effect: 'Changes nothing. The partner reads your explanation.' }),
  command: {
    usage: 'reject-change PARTNER REQUEST',
    about: 'rejects what a person of the partner has requested on its pages; the partner reads the reason',
    read: (_, [id = '', request = '']) => ({ subject: id, input: { request } }),
  },
  doneBy: 'clerk',
  async execute(_, request) {
    const id = parseRecordNumber(request.input.request);
    const { subject: partnerId, why: reason } = request;
    return async (transaction) => {
      if (!(await reject(transaction, { partnerId, id, reason, operatorRequest: request.id })))
        throw new CommandError(`${partnerId} has no open change request ${id}`);
      await auditPartner(transaction, request, { changeRequest: id });
      return `change request ${id} of ${partnerId} is rejected`;
    };
  },
});
