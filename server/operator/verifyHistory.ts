import { readAnchors } from '../platform/audit/anchorFile.ts';
import { headOf } from '../platform/audit/auditSeal.ts';
import { newestSeals } from '../platform/audit/auditSealStore.ts';
import { findAuditFault } from '../platform/audit/findAuditFault.ts';
import { loadPersons } from '../platform/persons/personStatementStore.ts';
import type { CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';

/** Says what the history was compared with. Throws {@link CommandError} with what is not as it was written. */
export async function verifyHistory({
  database,
  keys,
  auditAnchorFile,
  rootKeys,
}: Pick<CommandContext, 'database' | 'keys' | 'auditAnchorFile' | 'rootKeys'>): Promise<string> {
  const anchors = auditAnchorFile === undefined ? [] : await readAnchors(auditAnchorFile);
  const persons = await loadPersons(database, rootKeys);
  const fault = await findAuditFault(database, { keys: keys?.auditSeal, anchors, persons });
  if (fault !== undefined) throw new CommandError(fault);
  const [newest] = await newestSeals(database, 1);
  return [
    'the history is as it was written',
    keys ? 'its seals are the server’s' : 'its seals were not checked: set SLIPWAY_SECRET',
    auditAnchorFile === undefined
      ? 'no anchors were compared: set AUDIT_ANCHOR_FILE, or compare this with the letters of the daily report'
      : `${anchors.length} anchors fit it`,
    ...(newest ? [headOf(newest)] : []),
  ].join('\n');
}
