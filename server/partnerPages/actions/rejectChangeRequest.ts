import { defineAction, fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import { CommandError } from '../../action/commandError.ts';
import { parseRecordNumber } from '../../action/parseRecordNumber.ts';
import { CASE_STAFF_OR_ADMIN } from '../../action/roles.ts';
import { rejectChangeRequest as reject } from '../../partner/members/changeRequestStore.ts';
import { auditPartner } from './partnerActionHelpers.ts';

export const rejectChangeRequest = defineAction({
  name: 'reject-change',
  subject: 'other',
  input: fields('request', 'message'),
  right: { requesters: CASE_STAFF_OR_ADMIN, approvers: null },
  secondPerson: never,
  title: (subject, { request }) => `Reject change request ${request} of partner ${subject}`,
  money: 'None',
  button: () => ({ label: 'Reject', effect: 'Changes nothing. The partner reads your message.' }),
  command: {
    usage: 'reject-change PARTNER REQUEST --message TEXT',
    about: 'rejects what a person of the partner has requested on its pages; the partner reads the message',
    read: ({ options }, [id = '', request = '']) => ({
      subject: id,
      input: { request, message: options['message'] ?? '' },
    }),
  },
  async check(_, { input }) {
    if ((input['message'] ?? '').trim() === '')
      throw new CommandError('give the reason that the partner reads: --message TEXT');
  },
  doneBy: 'clerk',
  async execute(_, request) {
    const id = parseRecordNumber(request.input.request);
    const partnerId = request.subject;
    const reason = request.input.message.trim();
    return async (transaction) => {
      if (!(await reject(transaction, { partnerId, id, reason, operatorRequest: request.id })))
        throw new CommandError(`${partnerId} has no open change request ${id}`);
      await auditPartner(transaction, request, { changeRequest: id, message: reason });
      return `change request ${id} of ${partnerId} is rejected`;
    };
  },
});
