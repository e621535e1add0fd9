import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { refetchShownData } from '../api/queryClient.ts';
import { useConsoleQuery } from '../api/useConsoleQuery.ts';
import { showToast } from '../parts/overlays/toasts.ts';
import { capitalize } from '../parts/values/capitalize.ts';
import { useLoginState } from '../person/loginState.ts';

type Assignee = NonNullable<ConsoleCallData<'desk'>['take']>;

export type Assignment = {
  /** The assignee: null if none, undefined if not loaded. */
  readonly take: Assignee | null | undefined;
  readonly isMine: boolean;
  /** True if the person may assign the item; false until it is loaded. */
  readonly isAssignable: boolean;
  /** Other people to whom the item may be assigned. */
  readonly assignees: readonly string[];
  readonly working: boolean;
  readonly failed: string | undefined;
  /** Assigns the item to the person, or takes it over from the shown assignee. */
  readonly assignToMe: () => void;
  readonly unassign: () => void;
  readonly assignTo: (to: string) => void;
};

/**
 * Returns the assignment of an item, and functions that change it. The server may refuse a change, if another person was faster;
 * `failed` is then its message.
 */
export function useAssignment(subject: string): Assignment {
  const { person } = useLoginState();
  const desk = useConsoleQuery('desk', { subject }, { topics: ['takes'] });
  const [state, setState] = useState<{ readonly working?: boolean; readonly failed?: string }>({});
  const take = desk.data?.take;
  const others = (desk.data?.hands ?? []).filter((name) => name !== person?.name);

  async function change(send: () => Promise<unknown>, message: string): Promise<void> {
    setState({ working: true });
    try {
      await send();
      setState({});
      showToast(message);
    } catch (error) {
      setState({ failed: error instanceof Error ? error.message : String(error) });
    }
    await refetchShownData();
  }

  const from = take && take.person !== person?.name ? take.person : undefined;
  return {
    take,
    isMine: take !== null && take !== undefined && take.person === person?.name,
    isAssignable: person !== undefined && (desk.data?.hands ?? []).includes(person.name),
    assignees: others,
    working: state.working ?? false,
    failed: state.failed,
    assignToMe: () =>
      void change(
        () => consoleCall('take', { subjects: [subject], ...(from !== undefined && { from }) }),
        from === undefined ? 'Assigned to you.' : `Taken over from ${capitalize(from)}: assigned to you.`,
      ),
    unassign: () => void change(() => consoleCall('putBack', { subjects: [subject] }), 'Unassigned.'),
    assignTo: (to) =>
      void change(() => consoleCall('handTo', { subjects: [subject], to }), `Assigned to ${capitalize(to)}.`),
  };
}
