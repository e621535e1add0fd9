import type { ClerkContext } from '../../action/clerkContext.ts';
import { deleteFinishedRequestFiles, hasFinishedRequestFiles } from '../../action/requests/requestFileStore.ts';
import { readApprovedRequests } from '../../action/requests/requestStore.ts';
import type { Log } from '../../platform/log/log.ts';
import { findAction, listActionNames } from '../actions.ts';
import { executeClerkRequest } from './executeClerkRequest.ts';

/**
 * Executes the approved requests whose action the clerk executes (`doneBy: 'clerk'`), such as changes of the configuration and
 * bookings. A failing request does not block others. Also deletes the files of finished requests.
 */
export async function executeClerkRequests(context: ClerkContext & { readonly log: Log }): Promise<void> {
  if (await hasFinishedRequestFiles(context.database)) await context.database.transaction(deleteFinishedRequestFiles);
  for await (const request of readApprovedRequests(context.database, { among: listActionNames('clerk') })) {
    const { id, action } = request;
    try {
      const found = findAction(action);
      if (found?.doneBy === 'clerk') await executeClerkRequest(context, found, request);
    } catch (error) {
      context.log.error({ error, request: id, action }, "an operator's request failed");
    }
  }
}
