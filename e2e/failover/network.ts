import { execFileSync } from 'node:child_process';
import type { PostgresAccount } from '../../tools/postgres/postgresAccount.ts';
import { MACHINE_NAMES, type MachineName } from './machineNames.ts';

/** Private addresses (RFC 1918) for the bridge (.1) and the machines (.11 and up). */
const SUBNET = '10.213.77';
const BRIDGE = 'slipway-fo';
/** The interface's name in each namespace. */
const INTERFACE = 'eth0';
const LOST_PERCENT = 1;
const DELAY_MS = 20;
const JITTER_MS = 10;

/** A network namespace per machine, joined by a bridge to this process's own network. */
export type MachineNetwork = {
  getAddress(name: MachineName): string;
  /** Returns the command, before a program and its parameters, that runs it on the machine. */
  runOn(name: MachineName, account: PostgresAccount): readonly string[];
  /** Loses and delays packets of every machine. Returns a description; without netem in the kernel nothing is delayed. */
  degrade(): string;
  /** Drops what the machine sends. It still receives what others send. */
  mute(name: MachineName): void;
  unmute(name: MachineName): void;
  remove(): void;
};

/** Creates the network, and first removes one that a killed run has left. Throws if the process does not run as root. */
export function createMachineNetwork(): MachineNetwork {
  if (process.getuid?.() !== 0) throw new Error('Only root may create network namespaces.');
  removeNetwork();
  try {
    run(`ip link add ${BRIDGE} type bridge`);
    run(`ip address add ${SUBNET}.1/24 dev ${BRIDGE}`);
    run(`ip link set ${BRIDGE} up`);
    MACHINE_NAMES.forEach(createNamespace);
  } catch (error) {
    removeNetwork();
    throw error;
  }
  return {
    getAddress: (name) => `${SUBNET}.${11 + MACHINE_NAMES.indexOf(name)}`,
    runOn: (name, { uid = 0, gid = 0 }) => [
      'nsenter',
      `--net=/run/netns/${buildNamespace(name)}`,
      `--setuid=${uid}`,
      `--setgid=${gid}`,
    ],
    degrade() {
      for (const name of MACHINE_NAMES)
        runOnMachine(name, `nft add rule inet faults received numgen random mod 100 < ${LOST_PERCENT} drop`);
      const loss = `${LOST_PERCENT} % of packets lost`;
      return MACHINE_NAMES.every(delayPackets)
        ? `${loss}, ${DELAY_MS} ± ${JITTER_MS} ms of delay`
        : `${loss}, no delay (this kernel has no netem)`;
    },
    mute: (name) => runOnMachine(name, 'nft add rule inet faults sent drop'),
    unmute: (name) => runOnMachine(name, 'nft flush chain inet faults sent'),
    remove: removeNetwork,
  };

  function createNamespace(name: MachineName, index: number): void {
    const namespace = buildNamespace(name);
    run(`ip netns add ${namespace}`);
    run(`ip link add ${namespace} type veth peer name ${INTERFACE} netns ${namespace}`);
    run(`ip link set ${namespace} master ${BRIDGE} up`);
    runOnMachine(name, `ip address add ${SUBNET}.${11 + index}/24 dev ${INTERFACE}`);
    runOnMachine(name, `ip link set ${INTERFACE} up`);
    runOnMachine(name, 'ip link set lo up');
    runOnMachine(name, 'nft add table inet faults');
    // A machine reaches its own address by `lo`, which loses nothing.
    for (const [chain, hook, direction] of [
      ['received', 'input', 'iifname'],
      ['sent', 'output', 'oifname'],
    ] as const) {
      runOnMachine(name, `nft add chain inet faults ${hook} { type filter hook ${hook} priority 0 ; }`);
      runOnMachine(name, `nft add chain inet faults ${chain}`);
      runOnMachine(name, `nft add rule inet faults ${hook} ${direction} ${INTERFACE} jump ${chain}`);
    }
  }
}

/** Returns false if the kernel cannot delay packets. */
function delayPackets(name: MachineName): boolean {
  try {
    runOnMachine(name, `tc qdisc add dev ${INTERFACE} root netem delay ${DELAY_MS}ms ${JITTER_MS}ms`);
    return true;
  } catch {
    return false;
  }
}

function removeNetwork(): void {
  const commands = [
    ...MACHINE_NAMES.map((name) => `ip netns delete ${buildNamespace(name)}`),
    ...MACHINE_NAMES.map((name) => `ip link delete ${buildNamespace(name)}`),
    `ip link delete ${BRIDGE}`,
  ];
  for (const command of commands) {
    try {
      run(command);
    } catch {
      // It does not exist.
    }
  }
}

/** Also the name of the machine's interface on the bridge, so at most 15 characters. */
function buildNamespace(name: MachineName): string {
  return `slipway-${name}`;
}

function runOnMachine(name: MachineName, command: string): void {
  run(`ip netns exec ${buildNamespace(name)} ${command}`);
}

function run(command: string): void {
  const [program = '', ...parameters] = command.split(' ');
  execFileSync(program, parameters, { stdio: 'pipe' });
}
