import { z } from 'zod';
import { defineAction, optional } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import { CommandError } from '../../action/commandError.ts';
import { CASE_STAFF_OR_ADMIN } from '../../action/roles.ts';
import { requireEndpoint, requirePartner } from '../../configuration/requirePartner.ts';
import { type ReplaySelection, replayEvents as replay } from '../../partner/replayStore.ts';
import { auditPartner, checkPartner } from './partnerActionHelpers.ts';

export const replayEvents = defineAction({
  name: 'replay-events',
  subject: 'other',
  input: z.strictObject({ event: optional(), from: optional() }),
  right: { requesters: CASE_STAFF_OR_ADMIN, approvers: null },
  secondPerson: never,
  title: (subject, { event, from }) => `Replay to partner ${subject}: ${event || `all since ${from}`}`,
  money: 'None',
  button: () => ({
    label: 'Replay events',
    effect: 'Sends one event again, or all since a position or a time, with the same ids. Receivers drop duplicates.',
  }),
  check: checkPartner,
  command: {
    usage: 'replay-events PARTNER EVENT | PARTNER --from POSITION|TIME',
    about: 'sends one event again, or all since a position or a time such as 2026-11-21T10:00:00Z, with the same ids',
    read: ({ options }, [id = '', event = '']) => ({ subject: id, input: { event, from: options['from'] ?? '' } }),
  },
  doneBy: 'clerk',
  async execute({ database }, request) {
    await requirePartner(database, request.subject);
    await requireEndpoint(database, request.subject);
    const wanted = buildReplay(request.input);
    return async (transaction) => {
      const count = await replay(transaction, request.subject, wanted);
      await auditPartner(transaction, request, wanted);
      return `${count} ${count === 1 ? 'event is' : 'events are'} sent again`;
    };
  },
});

function buildReplay({ event, from }: { readonly event: string; readonly from: string }): ReplaySelection {
  if (event !== '' && from === '') return { event };
  if (event === '' && /^\d{1,15}$/.test(from)) return { position: Number(from) };
  const time = /^\d{4}-\d{2}-\d{2}T/.test(from) ? new Date(from) : undefined;
  if (event !== '' || !time || Number.isNaN(time.getTime()))
    throw new CommandError('name an event, or give --from with a position or a time such as 2026-11-21T10:00:00Z');
  return { time };
}
