import { type CallExpression, isCallExpression, isPropertyAccessExpression, type Node } from 'typescript/unstable/ast';
import { API, type Checker, type Type, TypeFlags, type TypeReference } from 'typescript/unstable/sync';
import { isSqlType, readSqlText, UnknownFragment } from './sqlText.testing.ts';

/** The type of a value: a primitive type, null, undefined, a date, another object, or `any` for unknown. */
export type ValueKind = 'string' | 'number' | 'bigint' | 'boolean' | 'null' | 'undefined' | 'date' | 'object' | 'any';

/** A call of `many`, `one` or `maybeOne` with the row type that it declares. */
export type DeclaredRow = {
  /** File and line. */
  readonly place: string;
  readonly kinds: ReadonlyMap<string, ReadonlySet<ValueKind>>;
  /** The text of the statement; undefined if it is known only at run time. */
  readonly text: string | undefined;
};

const READS: ReadonlySet<string> = new Set(['many', 'one', 'maybeOne']);

const KINDS_BY_FLAG: readonly (readonly [TypeFlags, ValueKind])[] = [
  [TypeFlags.AnyOrUnknown, 'any'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.BooleanLike, 'boolean'],
];

/** Returns every read of rows in the project's files whose path within the folder `isIncluded` accepts. */
export function readDeclaredRows(projectFolder: string, isIncluded: (path: string) => boolean): DeclaredRow[] {
  const api = new API({ cwd: projectFolder });
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${projectFolder}/tsconfig.json`] }).getProjects();
    if (!project) throw new Error('TypeScript opened no project');
    const rows: DeclaredRow[] = [];
    for (const fileName of project.program.getSourceFileNames()) {
      const path = fileName.slice(projectFolder.length + 1);
      const file = fileName.startsWith(projectFolder) && isIncluded(path) && project.program.getSourceFile(fileName);
      if (!file) continue;
      const visit = (node: Node): void => {
        if (isCallExpression(node)) {
          const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
          rows.push(...readCall(node, place, project.checker));
        }
        node.forEachChild(visit);
      };
      visit(file);
    }
    return rows;
  } finally {
    api.close();
  }
}

function readCall(call: CallExpression, place: string, checker: Checker): DeclaredRow[] {
  const [statement] = call.arguments;
  if (!statement || !isPropertyAccessExpression(call.expression) || !READS.has(call.expression.name.text)) return [];
  if (!isSqlType(checker.getTypeAtLocation(statement))) return [];
  const signature = checker.getResolvedSignature(call);
  const result = signature && checker.getReturnTypeOfSignature(signature);
  if (result?.getSymbol()?.name !== 'Promise') return [];
  const promised = readTypeArgument(result, checker);
  const row = promised && checker.isArrayLikeType(promised) ? readTypeArgument(promised, checker) : promised;
  if (!row) return [];
  const properties = checker.getPropertiesOfType(checker.getNonNullableType(row) ?? row);
  const kinds = properties.map(
    (property) => [property.name, new Set(listKinds(checker.getTypeOfSymbolAtLocation(property, call)))] as const,
  );
  return [{ place, kinds: new Map(kinds), text: readKnownText(statement, checker) }];
}

function readTypeArgument(type: Type, checker: Checker): Type | undefined {
  return checker.getTypeArguments(type as TypeReference)[0];
}

function readKnownText(statement: Node, checker: Checker): string | undefined {
  try {
    return readSqlText(statement, checker);
  } catch (error) {
    if (error instanceof UnknownFragment) return undefined;
    throw error;
  }
}

function listKinds(type: Type): ValueKind[] {
  if (type.isUnionType()) return type.getTypes().flatMap(listKinds);
  // A branded string is an intersection of `string` and an object.
  if (type.isIntersectionType())
    return [
      type
        .getTypes()
        .flatMap(listKinds)
        .find((kind) => kind !== 'object') ?? 'object',
    ];
  const [, kind] = KINDS_BY_FLAG.find(([flag]) => (type.flags & flag) !== 0) ?? [];
  return [kind ?? (type.getSymbol()?.name === 'Date' ? 'date' : 'object')];
}
