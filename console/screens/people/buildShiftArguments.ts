import { parseUtcMinute } from '../../parts/time/parseUtcMinute.ts';

/** A shift as typed. `starts` is undefined for now; `first` and `second` are undefined until chosen. */
export type ShiftDraft = {
  readonly starts: string | undefined;
  readonly ends: string;
  readonly first: string | undefined;
  readonly second: string | undefined;
};

export const EMPTY_SHIFT: ShiftDraft = { starts: undefined, ends: '', first: undefined, second: undefined };

/** The option for no person. Names begin with a lower-case letter, so no person has this name. */
export const NO_PERSON = '-';

type ShiftArguments = { readonly from: string; readonly to: string; readonly first: string; readonly second: string };

/** Returns the signed arguments of a shift, or the first missing or invalid value. */
export function buildShiftArguments(
  { starts, ends, first, second }: ShiftDraft,
  nowMs: number,
): { readonly input: ShiftArguments } | { readonly fault: string } {
  const from = starts === undefined ? new Date(nowMs).toISOString() : parseUtcMinute(starts);
  const to = parseUtcMinute(ends);
  if (from === undefined) return { fault: 'Enter the start in UTC, such as 2026-12-01 18:00.' };
  if (to === undefined) return { fault: 'Enter the end in UTC, such as 2026-12-02 06:00.' };
  if (to <= from) return { fault: 'The end must be after the start.' };
  if (Date.parse(to) <= nowMs) return { fault: 'The end must be in the future.' };
  if (first === undefined) return { fault: 'Choose who is on duty.' };
  const other = second === undefined || second === NO_PERSON ? '' : second;
  if (first === NO_PERSON && other !== '') return { fault: 'If no one is on duty, leave the second person empty.' };
  if (first === other) return { fault: 'The second person must be someone else.' };
  return { input: { from, to, first: first === NO_PERSON ? '' : first, second: other } };
}
