import { type RoleName, roleNames } from './roleNames.ts';

/** The roles that may call a function. Trigger functions need no right; a function without a row is reserved to the owner. */
export const functionRights: Readonly<Record<string, readonly RoleName[]>> = {
  'slipway_now()': roleNames,
  // Used by an index of orders
  'client_network(text)': ['api', 'worker'],
  'insert_quote(bigint,text,text,integer)': ['api'],
  'insert_order(text,bigint,text,text,integer)': ['api'],
  'carry_block(text,bytea[])': ['api'],
  'journal_step(bigint,text,text,text,text,text,text,integer)': ['worker'],
  'sum_ledger(integer)': ['worker'],
  'maintain_ledger_days(integer)': ['worker'],
  'prove_sums()': ['worker'],
  'sum_ended_orders(integer)': ['worker'],
  // Used by a trigger's condition
  'is_ended(text)': ['api', 'worker'],
  // Used by the policies of heartbeats
  'may_report_as(text,text)': ['api', 'worker'],
  // Used by the policies of operator_alerts
  'may_write_alert(text,text)': ['api', 'worker', 'clerk', 'operator'],
  'pgboss.job_now()': ['api', 'worker'],
};

/** The roles that may take a number of a sequence. The sequence of a table's key needs no row here. */
export const sequenceRights: Readonly<Record<string, readonly RoleName[]>> = {
  partner_event_positions: ['worker'],
};

export const schemaRights: Readonly<Record<string, readonly RoleName[]>> = {
  public: roleNames,
  pgboss: ['api', 'worker'],
};
