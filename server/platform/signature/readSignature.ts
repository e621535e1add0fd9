import { type BareItem, type InnerList, serializeInnerList } from 'structured-headers';
import { AppError } from '../http/appError.ts';
import { bytesOf, isInnerList, readDictionary } from './structuredField.ts';

/** The one signature of a request, nothing of it believed yet. */
export type ReadSignature = {
  readonly components: readonly string[];
  readonly parameters: ReadonlyMap<string, BareItem>;
  /** Components and parameters as they are signed. */
  readonly parametersText: string;
  readonly signature: Buffer;
};

export type SignatureHeaders = { readonly input: string; readonly signature: string };

const SIGNATURE_BYTES = 64;

/** Reads Signature-Input and Signature. Throws `signature_malformed` and `signature_several`. */
export function readSignature(headers: SignatureHeaders): ReadSignature {
  const inputs = readDictionary(headers.input) ?? malformed('Signature-Input');
  const signatures = readDictionary(headers.signature) ?? malformed('Signature');
  if (inputs.size > 1 || signatures.size > 1) throw new AppError('signature_several');
  const [label, input] = [...inputs].at(0) ?? malformed('Signature-Input');
  if (!isInnerList(input)) return malformed('Signature-Input');
  const signature = bytesOf(signatures.get(label));
  if (signature?.length !== SIGNATURE_BYTES) return malformed('Signature');
  return {
    components: componentsOf(input),
    parameters: input[1],
    parametersText: serializeInnerList(input),
    signature,
  };
}

/** Names alone: whatever has parameters of its own means something else than its name. */
function componentsOf([items]: InnerList): string[] {
  const names = items.map(([name, parameters]) =>
    typeof name === 'string' && parameters.size === 0 ? name : malformed('Signature-Input'),
  );
  return new Set(names).size === names.length ? names : malformed('Signature-Input');
}

function malformed(header: 'Signature-Input' | 'Signature'): never {
  throw new AppError('signature_malformed', { header });
}
