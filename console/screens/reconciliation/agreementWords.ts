type Line = {
  readonly state: 'agrees' | 'pending' | 'open' | 'accepted';
  readonly halted: boolean;
  readonly unit: string;
};
type Page = { readonly places: readonly { readonly name: string; readonly lines: readonly Line[] }[] };

/** Whether the books agree, in three sentences, each empty where there is nothing to say. */
export function agreementWords({ places }: Page): {
  readonly differ: string;
  readonly agree: string;
  readonly halted: string;
} {
  const lines = places.flatMap(({ name, lines: of }) => of.map((line) => ({ ...line, name })));
  const open = lines.filter(({ state }) => state === 'open');
  const same = lines.length - open.length;
  const halts = open.filter(({ halted }) => halted).map(({ unit, name }) => `${unit} on ${name}`);
  const said = open.length === 0 ? '' : open.length === 1 ? '1 difference.' : `${open.length} differences.`;
  const all = open.length === 0 ? `${same}` : `${same} of ${lines.length}`;
  return {
    differ: said,
    agree:
      lines.length === 0 ? '' : `${all} ${lines.length === 1 ? 'balance agrees' : 'balances agree'} to the last digit.`,
    halted: halts.length === 0 ? '' : `${halts.join(', ')}: nothing of it leaves until somebody decides.`,
  };
}
