import { findReview } from '../account/reviewStore.ts';
import { findDoubt } from '../risk/doubtStore.ts';
import { askClerk } from './asking.ts';
import type { Command } from './command.ts';
import { CommandError } from './commandError.ts';

/** The operator's word on an edition of a sanctions list that was not believed. */
export const acceptListCommand: Command = {
  usage: 'accept-list SOURCE HASH',
  about:
    'an edition of a sanctions list that was not believed is right after all; the alert names it. Two people agree',
  decides: 'asks',
  async run(context, [source = '', hash = '']) {
    const doubt = await findDoubt(context.database, source);
    if (doubt?.hash !== hash)
      throw new CommandError(`no edition ${hash || 'HASH'} of ${source || 'SOURCE'} is doubted`);
    return askClerk(context, { action: 'accept-list', subject: source, input: { hash } });
  },
};

/** A person's word on a buyer. One refuses alone; letting somebody in takes two. */
export const reviewCommand: Command = {
  usage: 'review REVIEW approve | refuse',
  about: 'decides about a buyer who waits for a person: list reviews; to approve takes two people',
  decides: 'asks',
  async run(context, [id = '', word = '']) {
    if (!/^\d{1,15}$/.test(id) || (word !== 'approve' && word !== 'refuse'))
      throw new CommandError('say review REVIEW approve, or review REVIEW refuse');
    const review = await findReview(context.database, Number(id));
    if (review?.status !== 'open') throw new CommandError(`there is no open review ${id}`);
    return askClerk(context, { action: 'review', subject: id, input: { subject: review.subject, decision: word } });
  },
};
