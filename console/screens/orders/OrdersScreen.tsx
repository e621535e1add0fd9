import './orders.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { useEffect, useMemo, useRef, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { useStableRows } from '../../api/useStableRows.ts';
import { useFrameState } from '../../app/frameState.ts';
import { formatSearchParams, type SearchParams } from '../../app/searchParams.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { downloadFile } from '../../parts/downloadFile.ts';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { ListChangesNote } from '../../parts/tables/ListChangesNote.tsx';
import { Table } from '../../parts/tables/Table.tsx';
import { splitOrderNumber } from '../../parts/values/splitOrderNumber.ts';
import { buildOrderColumns } from './buildOrderColumns.tsx';
import { FilterChips } from './FilterChips.tsx';
import { setOpenedList } from './openedList.ts';
import { buildOrdersRequest, buildViewQuery } from './orderSearch.ts';
import { SavedViews } from './SavedViews.tsx';
import { SearchField } from './SearchField.tsx';
import { SelectedOrdersActions, SelectedOrdersLink } from './SelectedOrdersActions.tsx';
import { type ListedOrder, useOrderPages } from './useOrderPages.ts';

const NO_ROWS: never[] = [];
const getOrderNo = ({ orderNo }: Pick<ListedOrder, 'orderNo'>) => orderNo;
const formatOrderName = (orderNo: string) => `order ${splitOrderNumber(orderNo).join(' ')}`;

/** List and search of orders. */
export default function OrdersScreen() {
  const search: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const { updatedAt } = useFrameState();
  const request = useMemo(() => buildOrdersRequest(search), [search]);
  const pages = useOrderPages(request);
  const { sums, understood } = pages;
  // The number of loaded pages is part of the list's identity, so that the rows of a further page are shown at once.
  const stableList = useStableRows(
    pages.rows ?? NO_ROWS,
    getOrderNo,
    `${JSON.stringify(request)} ${pages.loadedPageCount}`,
    {
      isPreviousFilter: pages.isPreviousFilter,
      isCut: pages.more,
    },
  );
  const rows = pages.rows && stableList.rows;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => buildOrderColumns(sums, request.sort), [sums, request.sort]);
  const change = (next: SearchParams) => void navigate({ to: '/orders', search: next, replace: true });

  return (
    <>
      <ScreenHead title="Orders" aside={<LiveBadge updatedAt={updatedAt} />} lead={formatLead(sums)} />
      <div className="orders-find">
        <SearchField value={search['q'] ?? ''} understood={understood} onChange={(q) => change({ ...search, q })} />
        <SavedViews
          query={buildViewQuery(search)}
          onOpen={(query) => change(Object.fromEntries(new URLSearchParams(query)))}
        />
        <FilterChips search={search} onChange={change} />
      </div>
      {chosen.size > 0 && (
        <SelectedOrdersActions chosen={chosen} rows={rows ?? NO_ROWS} onDone={() => setChosen(new Set())} />
      )}
      <div className="orders-list">
        <Card label="Orders" flush>
          <ListChangesNote fresh={stableList.fresh} gone={stableList.gone} goneLabel="gone" onShow={stableList.show} />
          <Table
            label="Orders"
            columns={columns}
            rows={rows}
            rowId={getOrderNo}
            isGone={({ gone }) => gone === true}
            onOpen={({ orderNo }) => {
              setOpenedList({
                title: buildViewQuery(search) === '' ? 'Orders' : 'Filtered orders',
                numbers: (rows ?? []).map((row) => row.orderNo),
                query: formatSearchParams(search),
              });
              void navigate({ to: `/orders/${orderNo}` });
            }}
            empty={formatEmptyMessage(request.q ?? '', buildViewQuery(search))}
            selection={{ chosen, onChange: setChosen, getName: formatOrderName, plural: 'orders' }}
            failed={pages.failed}
          />
          <MoreRows more={pages.more} working={pages.isLoadingMore} onMore={pages.loadMore} />
        </Card>
      </div>
      {chosen.size > 0 && <SelectedOrdersLink count={chosen.size} />}
      <ExportButton request={request} />
    </>
  );
}

function formatLead(sums: ReturnType<typeof useOrderPages>['sums']): string {
  if (!sums) return 'Search by number, email, card, address, transaction or amount.';
  const count = sums.count.toLocaleString('en');
  return sums.more ? `More than ${count} orders` : `${count} ${sums.count === 1 ? 'order' : 'orders'}`;
}

function formatEmptyMessage(q: string, query: string): string {
  if (q !== '') return 'No matching orders. Names and accounts are encrypted and cannot be searched.';
  return query === '' ? 'No orders yet.' : 'No matching orders. Remove a filter to see more.';
}

function ExportButton({ request }: { readonly request: ReturnType<typeof buildOrdersRequest> }) {
  const [state, setState] = useState<{ working?: boolean; summary?: string; failed?: string }>({});
  async function save() {
    setState({ working: true });
    try {
      const { sort: _sort, ...filter } = request;
      const { name, csv, count, more } = await consoleCall('exportOrders', filter);
      downloadFile(name, csv);
      setState({
        summary: more
          ? `Exported the newest ${count} orders to ${name}; there are more.`
          : `Exported ${count} orders to ${name}.`,
      });
    } catch (error) {
      setState({ failed: error instanceof Error ? error.message : String(error) });
    }
  }
  return (
    <div className="orders-foot">
      <Button
        kind="plain"
        size="small"
        icon={<Download size={15} strokeWidth={2} aria-hidden="true" />}
        working={state.working ?? false}
        onClick={() => void save()}
      >
        Export CSV
      </Button>
      {state.summary !== undefined && <output className="second">{state.summary}</output>}
      {state.failed !== undefined && <Note tone="bad">{state.failed}</Note>}
    </div>
  );
}

type MoreRowsProps = { readonly more: boolean; readonly working: boolean; readonly onMore: () => void };

/** Loads the next page when the end of the list becomes visible, or on a click. */
function MoreRows({ more, working, onMore }: MoreRowsProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!more || working || !end.current) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onMore(),
      { rootMargin: '200px' },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [more, working, onMore]);
  if (!more) return null;
  return (
    <div ref={end} className="orders-more">
      <Button kind="quiet" size="small" working={working} onClick={onMore}>
        {' '}
        Show 50 more
      </Button>
    </div>
  );
}
