import { buyersOfEmail } from '../../account/buyerStore.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { askWorker } from '../asking.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../commandError.ts';
import type { BuyerAction } from '../requestActions.ts';
import { againstAsking } from './againstAsking.ts';
import { exportBuyerData } from './exportBuyerData.ts';

/** What compliance does about a buyer. An account is named by its id, or by its e-mail address where it has one account. */
export const buyerCommands: Readonly<Record<BuyerAction | 'export-buyer', Command>> = {
  'ask-document': buyerCommand(
    'ask-document',
    'asks a buyer to show a document, again too, before their next order is paid; a letter tells them. It lapses after 30 days',
  ),
  'set-level': {
    usage: 'set-level ACCOUNT 1 | 2 --until YYYY-MM-DD [--because TEXT]',
    about:
      'what level a buyer counts as until a day, whatever is verified meanwhile; --because says what shows it, above what was verified. Two people agree',
    decides: 'asks',
    run: (context, [account = '', level = '']) =>
      askAbout(context, 'set-level', account, {
        level,
        until: context.options['until'] ?? '',
        because: context.options['because'] ?? '',
      }),
  },
  block: buyerCommand(
    'block',
    'an account may neither order nor pay; open orders are put on hold where they still can be, signed payouts complete. Two people agree',
  ),
  unblock: buyerCommand('unblock', 'an account may buy again; orders that are held stay held. Two people agree'),
  erase: buyerCommand(
    'erase',
    'erases an account and what was kept of its buyer, for good: once no order is open and the law keeps none',
  ),
  'export-buyer': {
    usage: 'export-buyer ACCOUNT',
    about: 'all that is kept of a buyer as JSON, as they may load it themselves; who has it is noted in the history',
    async run({ database, who, why }, [account = '']) {
      const id = await accountOf({ database }, account);
      const { catalog } = await readSettings(database);
      const by = { who, why: why === '' ? 'exported by the command line' : why };
      const exported = await exportBuyerData({ database, catalog }, id, by);
      if (!exported) throw new CommandError(`there is no account ${id}`);
      return exported.json;
    },
  },
};

function buyerCommand(action: Exclude<BuyerAction, 'set-level'>, about: string): Command {
  return {
    usage: `${action} ACCOUNT`,
    about,
    decides: 'asks',
    run: (context, [account = '']) => askAbout(context, action, account, {}),
  };
}

async function askAbout(
  context: CommandContext,
  action: BuyerAction,
  account: string,
  input: Readonly<Record<string, string>>,
): Promise<string> {
  const { database } = context;
  const subject = await accountOf(context, account);
  const { rules } = await readSettings(database);
  const against = await againstAsking(database, rules, { action, subject, input });
  if (against !== undefined) throw new CommandError(against);
  return askWorker(context, { action, subject, input });
}

/** What is signed is kept for ever: it names an account, and no address. */
async function accountOf({ database }: Pick<CommandContext, 'database'>, named: string): Promise<string> {
  if (named === '') throw new CommandError('whose? An account, or the e-mail address of one');
  if (!named.includes('@')) return named;
  const [id, ...others] = await buyersOfEmail(database, named.toLowerCase());
  if (id === undefined) throw new CommandError('no buyer has that address');
  if (others.length > 0) throw new CommandError(`that address has several accounts: ${[id, ...others].join(', ')}`);
  return id;
}
