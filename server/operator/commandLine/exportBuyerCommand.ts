import { findAccountId } from '../../account/actions/buyerActionHelpers.ts';
import type { Command } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { COMPLIANCE } from '../../action/roles.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { exportBuyerData } from './exportBuyerData.ts';

export const exportBuyerCommand: Command = {
  usage: 'export-buyer ACCOUNT',
  about:
    'prints everything that is stored about a buyer, as the JSON that the buyer can download; the export is recorded in the audit trail',
  roles: COMPLIANCE,
  async run({ database, who, why }, [account = '']) {
    const id = await findAccountId({ database }, account);
    const { catalog } = await readSettings(database);
    const by = { who, why: why === '' ? 'exported by the command line' : why };
    const exported = await exportBuyerData({ database, catalog }, id, by);
    if (!exported) throw new CommandError(`there is no account ${id}`);
    return exported.json;
  },
};
