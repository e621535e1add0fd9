import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { askAgain } from '../api/queryClient.ts';
import { useConsoleQuery } from '../api/useConsoleQuery.ts';
import { capital } from '../parts/capital.ts';
import { say } from '../parts/toasts.ts';
import { useEntered } from '../person/entered.ts';

type Take = NonNullable<ConsoleCallData<'desk'>['take']>;

export type Desk = {
  /** Who has it; null: nobody, undefined: not read yet. */
  readonly take: Take | null | undefined;
  readonly isMine: boolean;
  /** Whoever only reads takes nothing in hand. */
  readonly mayWork: boolean;
  /** To whom it may be handed. */
  readonly hands: readonly string[];
  readonly working: boolean;
  readonly failed: string | undefined;
  /** Takes it, or takes it over from whoever is said here to have it. */
  readonly takeIt: () => void;
  readonly putBack: () => void;
  readonly handTo: (to: string) => void;
};

/** Who has a thing in hand, and how that changes. The server's word counts: somebody else may have been quicker. */
export function useDesk(subject: string): Desk {
  const { person } = useEntered();
  const desk = useConsoleQuery('desk', { subject }, { topics: ['takes'] });
  const [state, setState] = useState<{ readonly working?: boolean; readonly failed?: string }>({});
  const take = desk.data?.take;
  const others = (desk.data?.hands ?? []).filter((name) => name !== person?.name);

  async function change(send: () => Promise<unknown>, words: string): Promise<void> {
    setState({ working: true });
    try {
      await send();
      setState({});
      say(words);
    } catch (error) {
      setState({ failed: error instanceof Error ? error.message : String(error) });
    }
    await askAgain();
  }

  const from = take && take.person !== person?.name ? take.person : undefined;
  return {
    take,
    isMine: take !== null && take !== undefined && take.person === person?.name,
    mayWork: person !== undefined && (desk.data?.hands ?? []).includes(person.name),
    hands: others,
    working: state.working ?? false,
    failed: state.failed,
    takeIt: () =>
      void change(
        () => consoleCall('take', { subjects: [subject], ...(from !== undefined && { from }) }),
        from === undefined ? 'You have it in hand.' : `Taken over from ${capital(from)}: you have it in hand.`,
      ),
    putBack: () => void change(() => consoleCall('putBack', { subjects: [subject] }), 'Put back: nobody has it.'),
    handTo: (to) =>
      void change(() => consoleCall('handTo', { subjects: [subject], to }), `Handed over: ${capital(to)} has it.`),
  };
}
