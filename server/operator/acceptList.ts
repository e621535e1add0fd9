import { appendAudit } from '../platform/audit/auditStore.ts';
import { acceptDoubt, findDoubt } from '../risk/doubtStore.ts';
import { CommandError } from './asking.ts';
import type { Command } from './command.ts';

/** The operator's word on an edition of a sanctions list that was not believed. */
export const acceptList: Command = {
  usage: 'accept-list SOURCE HASH',
  about: 'an edition of a sanctions list that was not believed is right after all; the alert names it',
  decides: true,
  async run({ database, who, why }, [source = '', hash = '']) {
    const doubt = await findDoubt(database, source);
    if (doubt?.hash !== hash)
      throw new CommandError(`no edition ${hash || 'HASH'} of ${source || 'SOURCE'} is doubted`);
    await database.transaction(async (transaction) => {
      if (!(await acceptDoubt(transaction, source, hash, who))) throw new CommandError(`${hash} is accepted already`);
      await appendAudit(transaction, {
        who,
        approvedBy: null,
        why,
        action: 'accept-list',
        subject: `sanctions list ${source}`,
        before: { doubted: doubt.reason, ...doubt.facts },
        after: { accepted: hash },
      });
    });
    return `edition ${hash} of ${source} is taken when it is fetched next`;
  },
};
