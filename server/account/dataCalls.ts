import type { Handlers } from '../platform/http/handlers.ts';
import { type DeleteAccountContext, deleteAccount } from './deleteAccount.ts';
import { type ExportContext, exportBuyer } from './exportBuyer.ts';

export type DataContext = DeleteAccountContext & ExportContext;

/** The buyer's rights to their own data. */
export function dataCalls(context: DataContext): Pick<Handlers, 'exportData' | 'deleteAccount'> {
  return {
    async exportData(_input, { session }) {
      return { data: await exportBuyer(context, session) };
    },

    async deleteAccount({ code }, caller) {
      const keptUntil = await deleteAccount(context, code, caller);
      for (const name of ['session', 'login', 'device'] as const) caller.cookies.clear(name);
      return { data: { keptUntil } };
    },
  };
}
