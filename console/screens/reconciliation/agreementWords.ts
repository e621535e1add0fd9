type Line = {
  readonly state: 'agrees' | 'pending' | 'open' | 'accepted';
  readonly halted: boolean;
  readonly unit: string;
};
type Page = { readonly places: readonly { readonly name: string; readonly lines: readonly Line[] }[] };

/** Whether the books agree, each part empty where there is nothing to say. What has its time, or is accepted, does not agree. */
export function agreementWords({ places }: Page): {
  readonly differ: string;
  readonly agree: string;
  readonly halted: string;
} {
  const lines = places.flatMap(({ name, lines: of }) => of.map((line) => ({ ...line, name })));
  const open = lines.filter(({ state }) => state === 'open');
  const same = count(lines, 'agrees');
  const [pending, accepted] = [count(lines, 'pending'), count(lines, 'accepted')];
  const halts = open.filter(({ halted }) => halted).map(({ unit, name }) => `${unit} on ${name}`);
  const said = open.length === 0 ? '' : open.length === 1 ? '1 difference.' : `${open.length} differences.`;
  const all = same === lines.length ? `${same}` : `${same} of ${lines.length}`;
  const others = [
    ...(pending === 0 ? [] : [`${pending} ${pending === 1 ? 'has its' : 'have their'} time.`]),
    ...(accepted === 0 ? [] : [`${accepted} ${accepted === 1 ? 'is' : 'are'} accepted.`]),
  ];
  return {
    differ: said,
    agree:
      lines.length === 0
        ? ''
        : [`${all} ${lines.length === 1 ? 'balance agrees' : 'balances agree'} to the last digit.`, ...others].join(
            ' ',
          ),
    halted: halts.length === 0 ? '' : `${halts.join(', ')}: nothing of it leaves until somebody decides.`,
  };
}

function count(lines: readonly Line[], state: Line['state']): number {
  return lines.filter((line) => line.state === state).length;
}
