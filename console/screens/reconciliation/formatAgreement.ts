type Line = {
  readonly state: 'agrees' | 'pending' | 'open' | 'accepted';
  readonly halted: boolean;
  readonly unit: string;
};
type ComparedAccounts = { readonly places: readonly { readonly name: string; readonly lines: readonly Line[] }[] };

/**
 * Returns the summary of a comparison of the ledger with the external accounts, in three texts that may be empty. Pending
 * and accepted differences are not counted as matching.
 */
export function formatAgreement({ places }: ComparedAccounts): {
  readonly differ: string;
  readonly agree: string;
  readonly halted: string;
} {
  const lines = places.flatMap(({ name, lines: of }) => of.map((line) => ({ ...line, name })));
  const open = lines.filter(({ state }) => state === 'open');
  const same = countLines(lines, 'agrees');
  const [pending, accepted] = [countLines(lines, 'pending'), countLines(lines, 'accepted')];
  const halts = open.filter(({ halted }) => halted).map(({ unit, name }) => `${unit} on ${name}`);
  const breaksText = open.length === 0 ? '' : open.length === 1 ? '1 break.' : `${open.length} breaks.`;
  const all = same === lines.length ? `${same}` : `${same} of ${lines.length}`;
  const others = [
    ...(pending === 0 ? [] : [`${pending} pending.`]),
    ...(accepted === 0 ? [] : [`${accepted} accepted.`]),
  ];
  return {
    differ: breaksText,
    agree:
      lines.length === 0
        ? ''
        : [`${all} ${lines.length === 1 ? 'balance matches' : 'balances match'}.`, ...others].join(' '),
    halted: halts.length === 0 ? '' : `${halts.join(', ')}: outgoing payments are halted until someone decides.`,
  };
}

function countLines(lines: readonly Line[], state: Line['state']): number {
  return lines.filter((line) => line.state === state).length;
}
