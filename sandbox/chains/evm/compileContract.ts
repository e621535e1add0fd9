import { readFileSync } from 'node:fs';
import solc from 'solc';

/** The part of the compiler's answer that is read here (docs.soliditylang.org, standard JSON). */
type CompilerAnswer = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Record<string, Record<string, { evm: { deployedBytecode: { object: string } } }>>;
};

/**
 * Compiles a contract and prints its bytecode. Runs in a separate process, since the compiler takes seconds and a hundred
 * megabytes of memory.
 */
function main(name: string): void {
  const file = `${name}.sol`;
  const source = readFileSync(new URL(`../contracts/${file}`, import.meta.url), 'utf8');
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: source } },
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { [name]: ['evm.deployedBytecode.object'] } },
    },
  };
  const answer = JSON.parse(solc.compile(JSON.stringify(input)) as string) as CompilerAnswer;
  const fault = answer.errors?.find(({ severity }) => severity === 'error');
  if (fault) throw new Error(fault.formattedMessage);
  process.stdout.write(`0x${answer.contracts?.[file]?.[name]?.evm.deployedBytecode.object ?? ''}`);
}

main(process.argv[2] ?? '');
