import type { ActionCommand } from '../../action/action.ts';
import type { Command } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { COMPLIANCE_OR_TREASURER, EVERYONE } from '../../action/roles.ts';
import { canBeRemoved } from '../../configuration/changeConfiguration.ts';
import { configurationKinds, isConfigurationKind } from '../../configuration/configurationKinds.ts';
import { readConfigurationRows } from '../../configuration/configurationStore.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { rowRights } from '../../configuration/rowRights.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ActionRight } from '../../platform/persons/actionRight.ts';
import { formatCsv, formatTable, type TableRow } from '../../platform/text/formatTable.ts';
import { joinRecordingParts } from '../../tracking/joinRecordingParts.ts';
import { readParts } from '../../tracking/recordingStore.ts';
import { type ActionName, actions, requireAction } from '../actions.ts';
import type { OperatorAction } from '../operatorAction.ts';
import { personCommands } from '../persons/personCommands.ts';
import { createActionRequester, requestActionAndWait } from '../requests/requestAction.ts';
import { showOrders } from '../show/showCommand.ts';
import { exportTables, isExportName } from '../tables/exportTables.ts';
import { answerCommands } from './answerCommands.ts';
import { booksCommands } from './booksCommands.ts';
import { collectCommand } from './collectCommand.ts';
import { embedDoctor } from './embedDoctor.ts';
import { exportBuyerCommand } from './exportBuyerCommand.ts';
import { formatTreasuryReport } from './formatTreasuryReport.ts';
import { lists } from './lists.ts';
import { loginsCommand } from './loginsCommand.ts';
import { showPartner } from './showPartner.ts';
import { verifyAuditTrail } from './verifyAuditTrail.ts';

/** Commands that do not request an action: they create no row of operator_requests. */
const ownCommands = {
  list: {
    usage: `list KIND | ${Object.keys(lists).join(' | ')} [--status STATUS]`,
    about: `lists configuration rows by kind (${Object.keys(configurationKinds).join(', ')}), and what needs attention`,
    roles: EVERYONE,
    async run(context, [what = '']) {
      const list = Object.hasOwn(lists, what) ? lists[what] : undefined;
      if (list) return formatTable(await list(context));
      if (!isConfigurationKind(what))
        throw new CommandError(
          `give what to list: ${[...Object.keys(configurationKinds), ...Object.keys(lists)].join(', ')}`,
        );
      const rows = (await readConfigurationRows(context.database)).filter(({ kind }) => kind === what);
      return formatTable(rows.map(({ key, value }) => ({ key, ...(value as TableRow) })));
    },
  },
  show: {
    usage:
      'show ORDER | TRANSACTION | PAYMENT | REFUND | REFERENCE | ATTEMPT | PAYOUT | BOOKING | EMAIL [--format json]',
    about:
      'shows everything about an order, found by any of its identifiers, and what it waits for; or a buyer’s orders',
    roles: EVERYONE,
    run: ({ database, options }, args) => showOrders(database, args.join(' ').trim(), options['format']),
  },
  export: {
    usage: `export ${Object.keys(exportTables).join(' | ')} [--from YYYY-MM-DD] [--to YYYY-MM-DD], export replay RECORDING`,
    about: "prints a table as CSV, without the day of --to; or a recorded visit as rrweb's events in JSON",
    roles: COMPLIANCE_OR_TREASURER,
    async run({ database, options }, [what = '', recording = '']) {
      if (what === 'replay') return exportReplay(database, recording);
      if (!isExportName(what))
        throw new CommandError(`give what to export: ${Object.keys(exportTables).join(', ')}, replay`);
      const { from = '1970-01-01', to = '9999-01-01' } = options;
      for (const day of [from, to])
        if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
          throw new CommandError(`${day} is not a day: YYYY-MM-DD`);
      const { catalog } = await readSettings(database);
      return formatCsv(await exportTables[what](database, catalog, { from, to }));
    },
  },
  verify: {
    usage: 'verify',
    about:
      'checks that no line of the audit trail was changed or removed: by its hashes, by the seals (with SLIPWAY_SECRET) and by the anchors (with AUDIT_ANCHOR_FILE)',
    roles: EVERYONE,
    run: verifyAuditTrail,
  },
  treasury: {
    usage: 'treasury',
    about:
      'shows where your own money is, by the ledger and by the external accounts; what the coming days need, and what to move',
    roles: EVERYONE,
    run: formatTreasuryReport,
  },
  partner: {
    usage: 'partner PARTNER [EVENT]',
    about:
      "shows a partner's keys, and the changes that its people request; where its events go, which secrets sign them, how many wait or were given up, and the newest; of an event, its attempts with their answers",
    roles: EVERYONE,
    run: ({ database }, [id = '', event]) => showPartner(database, id, event),
  },
  'embed-doctor': embedDoctor,
  'log-ins': loginsCommand,
  'export-buyer': exportBuyerCommand,
  collect: collectCommand,
  ...booksCommands,
  ...answerCommands,
  ...personCommands,
} satisfies Readonly<Record<string, Command>>;

export type CommandName = Exclude<ActionName, 'redirect'> | keyof typeof ownCommands;

/** Every command by its name. */
export const commands = {
  ...ownCommands,
  ...Object.fromEntries(
    actions.flatMap((action: OperatorAction) =>
      action.command ? [[action.name, buildCommand(action, action.command)]] : [],
    ),
  ),
} as unknown as Readonly<Record<CommandName, Command>>;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

type NamedRight = ActionRight & { readonly act: string };

/** Every command and action with its right; a change of the configuration has one right for each kind of row. */
export const commandRights: readonly NamedRight[] = [
  ...Object.entries<Command>(ownCommands).map(([act, { roles: requesters }]) => ({ act, requesters, approvers: null })),
  ...actions.flatMap(({ name, right }): readonly NamedRight[] => {
    if (name !== 'set' && name !== 'remove') return [{ act: name, ...right }];
    return Object.entries(rowRights)
      .filter(([kind]) => name === 'set' || canBeRemoved(kind))
      .map(([kind, ofKind]) => ({ act: `${name} ${kind}`, ...ofKind }));
  }),
];

function buildCommand(action: OperatorAction, command: ActionCommand): Command {
  const { usage, about } = command;
  const shared = { usage, about, roles: action.right.requesters };
  if ('run' in command)
    return {
      ...shared,
      ...(command.needsReason && { decides: 'asks' }),
      run: (context, typedArguments) => command.run(context, typedArguments, createActionRequester(context, action)),
    };
  return {
    ...shared,
    decides: 'asks',
    async run(context, typedArguments) {
      const wanted = await command.read(context, typedArguments);
      const requested = wanted.action === undefined ? action : requireAction({ action: wanted.action });
      return requestActionAndWait(context, requested, wanted);
    },
  };
}

async function exportReplay(database: Database, recording: string): Promise<string> {
  const events = joinRecordingParts(await readParts(database, recording));
  if (events.length === 0) throw new CommandError(`there is no recording ${recording}`.trimEnd());
  return JSON.stringify(events);
}
