import type { Handlers } from '../../platform/http/handlers.ts';
import { type DeleteAccountContext, deleteAccount } from './deleteAccount.ts';

export function deletionCalls(context: DeleteAccountContext): Pick<Handlers, 'deleteAccount'> {
  return {
    async deleteAccount({ code }, caller) {
      const keptUntil = await deleteAccount(context, code, caller);
      for (const name of ['session', 'login', 'device'] as const) caller.cookies.clear(name);
      return { data: { keptUntil } };
    },
  };
}
