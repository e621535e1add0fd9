/** The longest listed address has 95 characters; a Monero address with a payment id has 106. */
const LONGEST_ADDRESS = 128;

const ADDRESS = /^[0-9A-Za-z:]{20,}$/;
const OUTSIDE_ASCII = /[^\t\r -~]/;
const BLANKS_AROUND = /^[\t ]+|[\t\r ]+$/g;

/**
 * Returns the addresses of a file with one per line, unchanged. Throws with the line number if a line contains anything
 * else: skipping it could mean paying a listed person.
 */
export function readAddresses(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const fault = findLineFault(line);
    if (fault) throw new Error(`line ${index + 1} ${fault}`);
    const address = line.replaceAll(BLANKS_AROUND, '');
    if (address === '') return [];
    if (!ADDRESS.test(address)) throw new Error(`line ${index + 1} is no address`);
    return [address];
  });
}

function findLineFault(line: string): string | undefined {
  if (line.length > LONGEST_ADDRESS) return `has ${line.length} characters`;
  if (OUTSIDE_ASCII.test(line)) return 'is not plain ASCII';
  return undefined;
}
