import { Tag } from '../Tag.tsx';
import { Time } from '../time/Time.tsx';

type KeyRowProps = {
  readonly name: string;
  readonly createdAt: string;
  /** Null for the newest one. */
  readonly retiresAt: string | null;
  /** Null if it was never used; absent if its use is not recorded. */
  readonly lastUsedAt?: string | null;
  readonly className?: string;
};

/** A key or secret of a partner in a list: its name and dates, never its value. */
export function KeyRow({ name, createdAt, retiresAt, lastUsedAt, className }: KeyRowProps) {
  return (
    <li className={className}>
      <div>
        <b className="mono" translate="no">
          {name}
        </b>
        <p className="second">
          created <Time iso={createdAt} />
          {lastUsedAt === null && ', never used'}
          {lastUsedAt && (
            <>
              , last used about <Time iso={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {retiresAt === null ? (
        <Tag tone="good">Newest</Tag>
      ) : (
        <Tag tone="warn">
          valid until <Time iso={retiresAt} />
        </Tag>
      )}
    </li>
  );
}
