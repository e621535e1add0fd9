/**
 * Go's template language as far as our chart uses it (https://pkg.go.dev/text/template); anything else is refused by name, so that
 * the chart stays within what is tested here.
 */

export type Operand =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** `.a.b` of the dot, `$x.a` of a variable; `$` alone is the whole. */
  | { readonly kind: 'path'; readonly variable: string | undefined; readonly fields: readonly string[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Operand[] }
  | { readonly kind: 'pipeline'; readonly commands: readonly Command[] };

/** A function with its arguments, or one value; each but the first gets the result of the one before it as its last argument. */
export type Command = readonly [Operand, ...Operand[]];

export type Pipeline = { readonly kind: 'pipeline'; readonly commands: readonly Command[] };

export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly value: Pipeline }
  | { readonly kind: 'assign'; readonly name: string; readonly declares: boolean; readonly value: Pipeline }
  | {
      readonly kind: 'if' | 'with';
      readonly value: Pipeline;
      readonly met: readonly Node[];
      readonly otherwise: readonly Node[];
    }
  | {
      readonly kind: 'range';
      readonly key: string | undefined;
      readonly item: string | undefined;
      readonly value: Pipeline;
      readonly body: readonly Node[];
    };

export type Template = { readonly body: readonly Node[]; readonly defined: ReadonlyMap<string, readonly Node[]> };

type Part = { readonly text: string } | { readonly action: string };

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+\b)|(:=|=|\||\(|\)|,)|(\$?\w*(?:\.\w+)*\.?))/y;

/** Throws with the place where something is not understood. */
export function readTemplate(source: string): Template {
  const parts = partsOf(source);
  const defined = new Map<string, readonly Node[]>();
  let at = 0;

  function readNodes(): { readonly nodes: readonly Node[]; readonly ended: string | undefined } {
    const nodes: Node[] = [];
    while (at < parts.length) {
      const part = parts[at++];
      if (!part) break;
      if ('text' in part) {
        if (part.text !== '') nodes.push({ kind: 'text', text: part.text });
        continue;
      }
      const { action } = part;
      if (action.startsWith('/*')) continue;
      const [, word = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(action) ?? [];
      if (word === 'end' || word === 'else') return { nodes, ended: action };
      if (word === 'define') defined.set(JSON.parse(rest) as string, endOf(readNodes()));
      else if (word === 'if' || word === 'with') nodes.push(readBranch(word, rest));
      else if (word === 'range') nodes.push(readRange(rest));
      else nodes.push(readPlain(action));
    }
    return { nodes, ended: undefined };
  }

  function endOf({ nodes, ended }: ReturnType<typeof readNodes>): readonly Node[] {
    if (ended !== 'end') throw new Error(`{{ end }} is missing, and ${ended ?? 'the end of the file'} is there`);
    return nodes;
  }

  function readBranch(kind: 'if' | 'with', condition: string): Node {
    const { nodes, ended = '' } = readNodes();
    const value = readPipeline(condition);
    if (ended === 'end') return { kind, value, met: nodes, otherwise: [] };
    const chained = /^else if\s+([\s\S]+)$/.exec(ended)?.[1];
    if (chained !== undefined) return { kind, value, met: nodes, otherwise: [readBranch('if', chained)] };
    if (ended !== 'else') throw new Error(`{{ end }} of ${kind} ${condition} is missing`);
    return { kind, value, met: nodes, otherwise: endOf(readNodes()) };
  }

  function readRange(text: string): Node {
    const [, key, item, over] = /^(?:(?:\$(\w+), )?\$(\w+) := )?([\s\S]+)$/.exec(text) ?? [];
    return { kind: 'range', key, item, value: readPipeline(over ?? ''), body: endOf(readNodes()) };
  }

  const { nodes, ended } = readNodes();
  if (ended !== undefined) throw new Error(`{{ ${ended} }} ends nothing`);
  return { body: nodes, defined };
}

function readPlain(action: string): Node {
  const [, name, sign, value] = /^\$(\w+) (:?=) ([\s\S]+)$/.exec(action) ?? [];
  return name === undefined || value === undefined
    ? { kind: 'output', value: readPipeline(action) }
    : { kind: 'assign', name, declares: sign === ':=', value: readPipeline(value) };
}

/** Texts and actions by turns; `{{-` and `-}}` take the white space beside them away. */
function partsOf(source: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  let trims = false;
  for (const found of source.matchAll(/\{\{(-(?=\s))?\s*([\s\S]*?)\s*((?<=\s)-)?\}\}/g)) {
    const [whole, before, action = '', after] = found;
    const text = source.slice(from, found.index);
    const left = trims ? text.trimStart() : text;
    parts.push({ text: before === undefined ? left : left.trimEnd() }, { action });
    from = found.index + whole.length;
    trims = after !== undefined;
  }
  const rest = source.slice(from);
  if (/\{\{|\}\}/.test(parts.map((part) => ('text' in part ? part.text : '')).join('') + rest))
    throw new Error('braces do not match');
  return [...parts, { text: trims ? rest.trimStart() : rest }];
}

function readPipeline(source: string): Pipeline {
  const tokens = tokensOf(source);
  let at = 0;

  function pipeline(end: string | undefined): Pipeline {
    const commands: Command[] = [];
    let operands: Operand[] = [];
    for (;;) {
      const token = tokens[at++];
      if (token === end || token === '|') {
        const [first, ...others] = operands;
        if (!first) throw new Error(`a value is missing in ${source}`);
        commands.push([first, ...others]);
        operands = [];
        if (token === end) return { kind: 'pipeline', commands };
      } else if (token === undefined) throw new Error(`${end ?? 'an end'} is missing in ${source}`);
      else operands.push(token === '(' ? pipeline(')') : operandOf(token));
    }
  }
  return pipeline(undefined);
}

function tokensOf(source: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const before = TOKEN.lastIndex;
    const found = TOKEN.exec(source);
    if (!found || TOKEN.lastIndex === before) throw new Error(`not understood: ${source}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

const CONSTANTS: Readonly<Record<string, boolean | null>> = { true: true, false: false, nil: null };

function operandOf(token: string): Operand {
  if (token.startsWith('"')) return { kind: 'literal', value: JSON.parse(token) as string };
  if (/^-?\d+$/.test(token)) return { kind: 'literal', value: Number(token) };
  if (token in CONSTANTS) return { kind: 'literal', value: CONSTANTS[token] ?? null };
  const [, variable, path = ''] = /^\$(\w*)((?:\.\w+)*)$/.exec(token) ?? [];
  if (variable !== undefined) return { kind: 'path', variable, fields: fieldsOf(path) };
  if (token === '.') return { kind: 'path', variable: undefined, fields: [] };
  if (/^(?:\.\w+)+$/.test(token)) return { kind: 'path', variable: undefined, fields: fieldsOf(token) };
  if (/^[a-z]\w*$/i.test(token)) return { kind: 'call', name: token, args: [] };
  throw new Error(`not understood: ${token}`);
}

function fieldsOf(path: string): string[] {
  return path.split('.').slice(1);
}
