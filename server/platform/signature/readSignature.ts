import { type BareItem, type InnerList, serializeInnerList } from 'structured-headers';
import { AppError } from '../http/appError.ts';
import { isInnerList, readByteSequence, readDictionary } from './structuredField.ts';

/** The single signature of a request, not verified yet. */
export type ParsedSignature = {
  readonly components: readonly string[];
  readonly parameters: ReadonlyMap<string, BareItem>;
  /** Components and parameters exactly as they are signed. */
  readonly parametersText: string;
  readonly signature: Buffer;
};

export type SignatureHeaders = { readonly input: string; readonly signature: string };

const SIGNATURE_BYTES = 64;

/** Parses Signature-Input and Signature. Throws `signature_malformed` and `signature_several`. */
export function readSignature(headers: SignatureHeaders): ParsedSignature {
  const inputs = readDictionary(headers.input) ?? throwMalformed('Signature-Input');
  const signatures = readDictionary(headers.signature) ?? throwMalformed('Signature');
  if (inputs.size > 1 || signatures.size > 1) throw new AppError('signature_several');
  const [label, input] = [...inputs].at(0) ?? throwMalformed('Signature-Input');
  if (!isInnerList(input)) return throwMalformed('Signature-Input');
  const signature = readByteSequence(signatures.get(label));
  if (signature?.length !== SIGNATURE_BYTES) return throwMalformed('Signature');
  return {
    components: readComponents(input),
    parameters: input[1],
    parametersText: serializeInnerList(input),
    signature,
  };
}

/** Returns the component names; those with parameters are refused, since parameters change their meaning. */
function readComponents([items]: InnerList): string[] {
  const names = items.map(([name, parameters]) =>
    typeof name === 'string' && parameters.size === 0 ? name : throwMalformed('Signature-Input'),
  );
  return new Set(names).size === names.length ? names : throwMalformed('Signature-Input');
}

function throwMalformed(header: 'Signature-Input' | 'Signature'): never {
  throw new AppError('signature_malformed', { header });
}
