import { readRows } from '../configuration/configurationStore.ts';
import { isKind, kinds } from '../configuration/kinds.ts';
import { readSettings } from '../configuration/readSettings.ts';
import type { Database } from '../platform/database/database.ts';
import type { Act } from '../platform/persons/rights.ts';
import { joinReplay } from '../tracking/joinReplay.ts';
import { readParts } from '../tracking/replayStore.ts';
import { answerCommands } from './answerCommands.ts';
import { askAboutOrder, askClerk, askToChange } from './asking.ts';
import { booksCommands } from './booksCommands.ts';
import { buyerCommands } from './buyer/buyerCommands.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';
import { dutyCommands } from './duty/dutyCommands.ts';
import { endSessions } from './endSessions.ts';
import { evidenceCommand } from './evidence/evidenceCommand.ts';
import { exportTables, isExportName } from './exportTables.ts';
import { readFields } from './fieldValues.ts';
import { importCommand } from './importCommand.ts';
import { lists } from './lists.ts';
import { logIns } from './logIns.ts';
import { moneyCommands } from './moneyCommands.ts';
import { numberOf } from './numberOf.ts';
import { partnerCommands } from './partnerCommands.ts';
import { personCommands } from './persons/personCommands.ts';
import { printCsv, printTable, type TableRow } from './printTable.ts';
import type { OrderAction } from './requestActions.ts';
import { showOrders } from './show/showCommand.ts';
import { signingCommands } from './signingCommands.ts';
import { treasuryCommands } from './treasuryCommands.ts';
import { acceptListCommand, reviewCommand } from './trustCommands.ts';
import { verifyHistory } from './verifyHistory.ts';

/** Everything that an operator can do while the product runs; each has its row in the table of rights. */
export const commands: Readonly<Record<Act, Command>> = {
  list: {
    usage: `list KIND | ${Object.keys(lists).join(' | ')} [--status STATUS]`,
    about: `what is set, by kind (${Object.keys(kinds).join(', ')}), and what waits for a person`,
    async run(context, [what = '']) {
      const list = Object.hasOwn(lists, what) ? lists[what] : undefined;
      if (list) return printTable(await list(context));
      if (!isKind(what))
        throw new CommandError(`list what? ${[...Object.keys(kinds), ...Object.keys(lists)].join(', ')}`);
      const rows = (await readRows(context.database)).filter(({ kind }) => kind === what);
      return printTable(rows.map(({ key, value }) => ({ key, ...(value as TableRow) })));
    },
  },
  show: {
    usage:
      'show ORDER | TRANSACTION | PAYMENT | REFUND | REFERENCE | ATTEMPT | PAYOUT | BOOKING | E-MAIL [--format json]',
    about: 'all about an order and what it waits for, by whatever it is known by; the orders of a buyer',
    run: ({ database, options }, words) => showOrders(database, words.join(' ').trim(), options['format']),
  },
  set: {
    usage: 'set KIND KEY FIELD=VALUE … [--at 2026-12-01T06:00Z] (FIELD=none takes an optional field out)',
    about:
      'changes a row or makes one; every process follows within a second. Every change of a partner, and others by the limits, waits for a second person',
    decides: 'asks',
    async run(context, [kind = '', key = '', ...words]) {
      const fields = readFields(kind, key, words);
      return askToChange(context, { kind, key, fields, at: timeIn(context) });
    },
  },
  remove: {
    usage: 'remove KIND KEY [--at 2026-12-01T06:00Z]',
    about: 'takes a row out',
    decides: 'asks',
    async run(context, [kind = '', key = '']) {
      return askToChange(context, { kind, key, fields: null, at: timeIn(context) });
    },
  },
  hold: orderCommand('hold', 'stops an order until a person clears or refuses it'),
  clear: orderCommand('clear', 'lets a held order go on; identity and price are judged again'),
  refuse: orderCommand('refuse', 'ends a held order: the hold on the card is released, or the money goes back'),
  freeze: orderCommand('freeze', 'stops all that an order may pay out or give back, until two people lift it'),
  unfreeze: orderCommand('unfreeze', 'lifts a freeze; the order stays held where it was held'),
  refund: orderCommand('refund', 'gives the money of an order back, as long as nothing was signed for the chain'),
  'give-up': {
    usage: 'give-up ORDER [--sell-back]',
    about:
      'buys no more for an order and gives its money back; what was bought stays on your account at the venue, or is sold there',
    decides: 'asks',
    run: (context, [orderNo = '']) =>
      askAboutOrder(context, 'give_up', orderNo, { sellBack: context.options['sell-back'] ?? 'no' }),
  },
  ...moneyCommands,
  ...answerCommands,
  review: reviewCommand,
  'send-evidence': evidenceCommand,
  import: importCommand,
  'log-ins': logIns,
  'end-sessions': endSessions,
  ...buyerCommands,
  ...treasuryCommands,
  ...signingCommands,
  ...partnerCommands,
  settle: {
    usage: 'settle ALERT',
    about: 'an alert that has been dealt with',
    decides: 'asks',
    run: (context, [id = '']) => askClerk(context, { action: 'settle', subject: String(numberOf(id)), input: {} }),
  },
  ...dutyCommands,
  export: {
    usage: `export ${Object.keys(exportTables).join(' | ')} [--from YYYY-MM-DD] [--to YYYY-MM-DD], export replay RECORDING`,
    about: "a table as CSV, for reports; --to is not included. A recorded visit as rrweb's events in JSON",
    async run({ database, options }, [what = '', recording = '']) {
      if (what === 'replay') return exportReplay(database, recording);
      if (!isExportName(what)) throw new CommandError(`export what? ${Object.keys(exportTables).join(', ')}, replay`);
      const { from = '1970-01-01', to = '9999-01-01' } = options;
      for (const day of [from, to])
        if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
          throw new CommandError(`${day} is not a day: YYYY-MM-DD`);
      const { catalog } = await readSettings(database);
      return printCsv(await exportTables[what](database, catalog, { from, to }));
    },
  },
  ...booksCommands,
  'accept-list': acceptListCommand,
  ...personCommands,
  verify: {
    usage: 'verify',
    about:
      'checks that no line of the history was changed or taken out: by its hashes, by the seals (with SLIPWAY_SECRET) and by the anchors (with AUDIT_ANCHOR_FILE)',
    run: verifyHistory,
  },
};

async function exportReplay(database: Database, recording: string): Promise<string> {
  const events = joinReplay(await readParts(database, recording));
  if (events.length === 0) throw new CommandError(`there is no recording ${recording}`.trimEnd());
  return JSON.stringify(events);
}

/** In UTC, to the minute or nearer. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z$/;

/** When a change is to be done: `--at`. Throws {@link CommandError} for what is no time. */
function timeIn({ options }: Pick<CommandContext, 'options'>): Date | undefined {
  const { at } = options;
  if (at === undefined) return undefined;
  const time = new Date(at);
  if (!TIME.test(at) || Number.isNaN(time.getTime()))
    throw new CommandError(`${at} is no time: say it in UTC, as 2026-12-01T06:00Z`);
  return time;
}

function orderCommand(action: OrderAction, about: string): Command {
  return {
    usage: `${action} ORDER`,
    about,
    decides: 'asks',
    run: (context, [orderNo = '']) => askAboutOrder(context, action, orderNo, {}),
  };
}
