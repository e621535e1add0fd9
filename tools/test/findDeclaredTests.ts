import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser';

/** A test as its source declares it. */
export type DeclaredTest = {
  /** The title as written: placeholders of a table (`%s`, `$name`) and of a template (`${name}`) are not filled in. */
  readonly title: string;
  /** True if the test or a group around it is skipped, always or on some machines, or is expected to fail. */
  readonly isSkipped: boolean;
};

const SKIPPING_MEMBERS = ['skip', 'skipIf', 'runIf', 'todo', 'fixme', 'fail', 'fails'];
const GROUPING_MEMBERS = ['describe', 'parallel', 'serial'];
/** Members of `test` that declare tests or groups; the others, such as `test.use` and `test.step`, do not. */
const DECLARING_MEMBERS = new Set([
  ...SKIPPING_MEMBERS,
  ...GROUPING_MEMBERS,
  'each',
  'for',
  'only',
  'concurrent',
  'sequential',
]);

/** The file, a group or a test that is being read. */
type Frame = { readonly start: number; readonly from: number; readonly isTest: boolean; isSkipped: boolean };

/** Returns the tests that a module declares with Vitest's or Playwright's functions. */
export function findDeclaredTests(file: string, source: string): DeclaredTest[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: { readonly title: string; isSkipped: boolean }[] = [];
  const frames: Frame[] = [{ start: -1, from: 0, isTest: false, isSkipped: false }];
  new Visitor({
    CallExpression({ callee, arguments: given, start }) {
      const [base = '', ...members] = readChain(callee);
      if (!['test', 'it', 'describe'].includes(base) || !members.every((name) => DECLARING_MEMBERS.has(name))) return;
      const isSkipped = members.some((name) => SKIPPING_MEMBERS.includes(name));
      const title = readTitle(source, given[0]);
      const isGroup = base === 'describe' || members.some((name) => GROUPING_MEMBERS.includes(name));
      if (isGroup || given.slice(1).some(isBody)) {
        frames.push({ start, from: found.length, isTest: !isGroup, isSkipped });
        if (!isGroup && title !== undefined) found.push({ title, isSkipped: frames.some((frame) => frame.isSkipped) });
      } else if (isSkipped && callee.type === 'MemberExpression') {
        // `test.skip(condition)` skips the test or the group that contains the call.
        const frame = frames.at(-1);
        if (frame) frame.isSkipped = true;
        for (const test of found.slice(frame?.from, frame?.isTest ? frame.from + 1 : undefined)) test.isSkipped = true;
      }
    },
    'CallExpression:exit'({ start }) {
      if (frames.at(-1)?.start === start) frames.pop();
    },
  }).visit(program);
  return found;
}

/** Returns the names in a call: `test` and `each` for `test.each`, also for `test.each(table)` and its form with a template. */
function readChain(callee: Expression): string[] {
  switch (callee.type) {
    case 'Identifier':
      return [callee.name];
    case 'MemberExpression':
      return callee.property.type === 'Identifier' && !callee.computed
        ? [...readChain(callee.object), callee.property.name]
        : [];
    case 'CallExpression':
      return readChain(callee.callee);
    case 'TaggedTemplateExpression':
      return readChain(callee.tag);
    default:
      return [];
  }
}

function isBody(given: Argument): boolean {
  return !['Literal', 'ObjectExpression', 'TemplateLiteral'].includes(given.type);
}

function readTitle(source: string, given: Argument | undefined): string | undefined {
  if (given?.type === 'Literal') return typeof given.value === 'string' ? given.value : undefined;
  if (given?.type !== 'TemplateLiteral') return undefined;
  return given.quasis
    .map(({ value }, index) => {
      const expression = given.expressions[index];
      return (value.cooked ?? '') + (expression ? `\${${source.slice(expression.start, expression.end)}}` : '');
    })
    .join('');
}

/** `${expression}`, `%s` and `$name` in the title of a table's test. */
const PLACEHOLDER = /\$\{[^}]*\}|%[sdifjoOc#$%]|\$[\w.#]+/;
/** A title with fewer characters outside of its placeholders would match the titles of too many tests. */
const MIN_TITLE_CHARACTERS = 5;

/** Returns true if the title equals the declared one, or matches it with other texts in place of its placeholders. */
export function matchesDeclaredTitle({ title: declared }: Pick<DeclaredTest, 'title'>, title: string): boolean {
  if (declared === title) return true;
  const parts = declared.split(PLACEHOLDER);
  if (parts.length === 1 || parts.join('').replaceAll(/\W/g, '').length < MIN_TITLE_CHARACTERS) return false;
  const pattern = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('.+');
  return new RegExp(`^${pattern}$`, 's').test(title);
}
