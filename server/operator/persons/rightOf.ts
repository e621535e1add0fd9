import { mayBeRemoved } from '../../configuration/changeConfiguration.ts';
import { isKind } from '../../configuration/kinds.ts';
import { rowRights } from '../../configuration/rowRights.ts';
import { actOf, type Requested } from '../../platform/persons/requested.ts';
import { type Right, rights } from '../../platform/persons/rights.ts';

/**
 * Who may ask for just this, and whose yes counts: by its word, and of a change of the configuration by the kind of its row.
 * Undefined for what nobody can ask for.
 */
export function rightOf({ action, input }: Pick<Requested, 'action' | 'input'>): Right | undefined {
  const act = actOf(action);
  if (!act) return undefined;
  return act === 'set' || act === 'remove' ? rightOfKind(kindIn(input?.['change'])) : rights[act];
}

/** Of a change of a row; undefined for no kind. */
export function rightOfKind(kind: string): Right | undefined {
  return isKind(kind) ? rowRights[kind] : undefined;
}

/** Every act by its name, with who may: changes of the configuration by the kind of their row, since that decides. */
export const rightsOfActs: readonly (Right & { readonly act: string })[] = Object.entries<Right>(rights).flatMap(
  ([act, right]) => {
    if (act !== 'set' && act !== 'remove') return [{ act, ...right }];
    return Object.entries(rowRights)
      .filter(([kind]) => act === 'set' || mayBeRemoved(kind))
      .map(([kind, ofKind]) => ({ act: `${act} ${kind}`, ...ofKind }));
  },
);

/** Whether a person with these roles is among those. */
export function isAmong(held: readonly string[], may: readonly string[] | null | undefined): boolean {
  return held.some((role) => may?.includes(role));
}

function kindIn(change: string | undefined): string {
  try {
    const { kind } = JSON.parse(change ?? '') as { readonly kind?: unknown };
    return typeof kind === 'string' ? kind : '';
  } catch {
    return '';
  }
}
