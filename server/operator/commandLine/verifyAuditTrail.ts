import type { CommandContext } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { readAnchors } from '../../platform/audit/anchorFile.ts';
import { formatSealedState } from '../../platform/audit/auditSeal.ts';
import { listNewestSeals } from '../../platform/audit/auditSealStore.ts';
import { findAuditFault } from '../../platform/audit/findAuditFault.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';

/** Verifies the audit trail; returns what it was compared with. Throws {@link CommandError} with the first fault. */
export async function verifyAuditTrail({
  database,
  keys,
  auditAnchorFile,
  rootKeys,
}: Pick<CommandContext, 'database' | 'keys' | 'auditAnchorFile' | 'rootKeys'>): Promise<string> {
  const anchors = auditAnchorFile === undefined ? [] : await readAnchors(auditAnchorFile);
  const persons = await loadPersonRegistry(database, rootKeys);
  const fault = await findAuditFault(database, { keys: keys?.auditSeal, anchors, persons });
  if (fault !== undefined) throw new CommandError(fault);
  const [newest] = await listNewestSeals(database, 1);
  return [
    'the audit trail is unchanged',
    keys ? 'its seals match the server’s secret' : 'its seals were not checked: set SLIPWAY_SECRET',
    auditAnchorFile === undefined
      ? 'no anchors were compared: set AUDIT_ANCHOR_FILE, or compare this with the emails of the daily report'
      : `${anchors.length} anchors match`,
    ...(newest ? [formatSealedState(newest)] : []),
  ].join('\n');
}
