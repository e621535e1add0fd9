import type pg from 'pg';
import { toPropertyName } from '../propertyName.ts';

/** A column of a statement's result, as PostgreSQL describes it. `name` is the name of the row's property. */
export type DescribedColumn = {
  readonly name: string;
  readonly typeId: number;
  /** The table and its column that the value is read from; undefined for computed values. */
  readonly source: { readonly tableId: number; readonly columnNumber: number } | undefined;
};

type Field = {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
};

/** Describes a statement without executing it. */
export async function describeColumns(client: pg.Client, text: string): Promise<DescribedColumn[]> {
  const fields = await new Promise<readonly Field[]>((resolve, reject) => {
    let described: readonly Field[] = [];
    // `pg` calls these methods of a submitted query; https://www.postgresql.org/docs/current/protocol-flow.html
    const query = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, false);
        connection.describe({ type: 'S', name: '' }, false);
        connection.sync();
      },
      handleRowDescription: (message: { readonly fields: readonly Field[] }) => {
        described = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(described),
    };
    client.query(query as unknown as pg.Submittable);
  });
  return fields.map(({ name, tableID, columnID, dataTypeID }) => ({
    name: toPropertyName(name),
    typeId: dataTypeID,
    source: tableID === 0 ? undefined : { tableId: tableID, columnNumber: columnID },
  }));
}
