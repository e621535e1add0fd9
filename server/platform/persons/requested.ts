import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { type Act, isAct } from './rights.ts';

/** What is to be done, as a row of operator_requests has it. */
export type Requested = {
  readonly action: string;
  readonly subject: string;
  readonly input: Readonly<Record<string, string>>;
};

/** The command by which something is asked for, where it has another name. */
const NAMES = { give_up: 'give-up', redirect: 'pay-to' } as const satisfies Readonly<Record<string, Act>>;

/** What an action is called in a statement, and in the table of rights; undefined for one that nobody can ask for. */
export function actOf(action: Act | keyof typeof NAMES): Act;
export function actOf(action: string): Act | undefined;
export function actOf(action: string): Act | undefined {
  if (Object.hasOwn(NAMES, action)) return NAMES[action as keyof typeof NAMES];
  return isAct(action) ? action : undefined;
}

/** What is signed of a request: all that is done by it. */
export function argumentsOf({ action, subject, input }: Requested): Readonly<Record<string, Json>> {
  return { action, subject, input };
}
