import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { COMPLIANCE, COMPLIANCE_OR_ADMIN } from '../../action/roles.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { acceptDoubt, findDoubt } from '../doubtStore.ts';

const inputSchema = fields('hash');

/** Accepts an edition of a sanctions list, if it is still the one that was rejected as doubtful. The next fetch uses it. */
export const acceptSanctionsList = defineAction({
  name: 'accept-list',
  subject: 'other',
  input: inputSchema,
  right: { requesters: COMPLIANCE, approvers: COMPLIANCE_OR_ADMIN },
  secondPerson: always,
  title: (subject, { hash }) => `Accept edition ${hash.slice(0, 12)} of the sanctions list ${subject}`,
  money: 'None',
  button: () => ({
    label: 'Accept this edition',
    effect:
      'First compare this edition with the publisher’s list. At the next fetch, the edition replaces the list in use.',
  }),
  command: {
    usage: 'accept-list SOURCE HASH',
    about:
      'accepts an edition of a sanctions list that was rejected as doubtful; the alert names SOURCE and HASH; needs two people',
    async read({ database }, [source = '', hash = '']) {
      const doubt = await findDoubt(database, source);
      if (doubt?.hash !== hash)
        throw new CommandError(`no edition ${hash || 'HASH'} of ${source || 'SOURCE'} was rejected as doubtful`);
      return { subject: source, input: { hash } };
    },
  },
  doneBy: 'clerk',
  execute,
});

async function execute(_: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { subject: source, who, why, approvedBy } = request;
  const { hash } = request.input;
  return async (transaction) => {
    const doubt = await findDoubt(transaction, source);
    if (!doubt || !(await acceptDoubt(transaction, source, hash, who)))
      throw new CommandError(`edition ${hash} of ${source} no longer needs to be accepted`);
    await appendAuditLine(transaction, {
      who,
      approvedBy,
      why,
      action: 'accept-list',
      subject: `sanctions list ${source}`,
      before: { doubted: doubt.reason, ...doubt.facts },
      after: { accepted: hash },
    });
    return `edition ${hash} of ${source} is used from the next fetch on`;
  };
}
