import type { Command, Node, Operand, Pipeline } from './readTemplate.ts';
import { isTrue, templateFunctions, textOf, type Value } from './templateFunctions.ts';

/** A variable is set where it was declared, whichever block says so. */
class Scope {
  readonly #own = new Map<string, Value>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  declare(name: string, value: Value): void {
    this.#own.set(name, value);
  }

  assign(name: string, value: Value): void {
    if (this.#own.has(name)) this.#own.set(name, value);
    else if (this.#outer) this.#outer.assign(name, value);
    else throw new Error(`$${name} is not declared`);
  }

  find(name: string): Value {
    if (this.#own.has(name)) return this.#own.get(name);
    if (!this.#outer) throw new Error(`$${name} is not declared`);
    return this.#outer.find(name);
  }
}

type Place = { readonly dot: Value; readonly scope: Scope };

/** What the nodes say of the dot; `defined` are the templates that `include` finds. */
export function renderTemplate(
  nodes: readonly Node[],
  dot: Value,
  defined: ReadonlyMap<string, readonly Node[]>,
): string {
  function render(body: readonly Node[], place: Place): string {
    return body.map((node) => renderNode(node, place)).join('');
  }

  function renderNode(node: Node, place: Place): string {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'output':
        return textOf(evaluate(node.value, place));
      case 'assign': {
        const value = evaluate(node.value, place);
        if (node.declares) place.scope.declare(node.name, value);
        else place.scope.assign(node.name, value);
        return '';
      }
      case 'if':
      case 'with': {
        const value = evaluate(node.value, place);
        const inner = { dot: node.kind === 'with' && isTrue(value) ? value : place.dot, scope: new Scope(place.scope) };
        return render(isTrue(value) ? node.met : node.otherwise, inner);
      }
      case 'range':
        return entriesOf(evaluate(node.value, place))
          .map(([key, item]) => {
            const scope = new Scope(place.scope);
            if (node.key !== undefined) scope.declare(node.key, key);
            if (node.item !== undefined) scope.declare(node.item, item);
            return render(node.body, { dot: item, scope });
          })
          .join('');
    }
  }

  function evaluate({ commands }: Pipeline, place: Place): Value {
    const [first, ...others] = commands;
    if (!first) throw new Error('an empty pipeline');
    return others.reduce<Value>((value, command) => call(command, place, [value]), call(first, place, []));
  }

  function call([first, ...operands]: Command, place: Place, last: readonly Value[]): Value {
    const args = [...operands.map((operand) => valueOf(operand, place)), ...last];
    if (first.kind === 'call') return apply(first.name, args);
    const value = valueOf(first, place);
    if (typeof value === 'function') return (value as (...given: readonly Value[]) => Value)(...args);
    if (args.length > 0) throw new Error('a value is no function');
    return value;
  }

  function apply(name: string, args: readonly Value[]): Value {
    if (name === 'include') {
      const [of, about] = args as readonly [string, Value];
      const body = defined.get(of);
      if (!body) throw new Error(`there is no template ${of}`);
      return renderTemplate(body, about, defined);
    }
    const found = templateFunctions[name];
    if (!found) throw new Error(`the function ${name} is not known here`);
    return found(...args);
  }

  function valueOf(operand: Operand, place: Place): Value {
    if (operand.kind === 'literal') return operand.value;
    if (operand.kind === 'call') return apply(operand.name, []);
    if (operand.kind === 'pipeline') return evaluate(operand, place);
    const { variable, fields } = operand;
    return fields.reduce<Value>(fieldOf, variable === undefined ? place.dot : place.scope.find(variable));
  }

  const scope = new Scope();
  scope.declare('', dot);
  return render(nodes, { dot, scope });
}

/** A field that is not there is nothing; one of nothing is a fault, as in Go. */
function fieldOf(value: Value, field: string): Value {
  if (value === null || value === undefined) throw new Error(`.${field} of nothing`);
  return (value as Readonly<Record<string, Value>>)[field];
}

/** Tables by the order of their keys. */
function entriesOf(value: Value): readonly (readonly [Value, Value])[] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item] as const);
  return Object.entries(value ?? {}).toSorted(([left], [right]) => (left < right ? -1 : 1));
}
