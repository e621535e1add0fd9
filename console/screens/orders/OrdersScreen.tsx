import './orders.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { useMemo, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { useCalmRows } from '../../api/useCalmRows.ts';
import { useFrame } from '../../app/frameState.ts';
import { type Search, writeSearch } from '../../app/search.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ListNews } from '../../parts/ListNews.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Table } from '../../parts/Table.tsx';
import { ChosenOrders } from './ChosenOrders.tsx';
import { FilterChips } from './FilterChips.tsx';
import { rememberList } from './listState.ts';
import { MoreRows } from './MoreRows.tsx';
import { orderColumns } from './orderColumns.tsx';
import { requestOf, viewQuery } from './orderSearch.ts';
import { SavedViews } from './SavedViews.tsx';
import { SearchField } from './SearchField.tsx';
import { type ListedOrder, useOrderPages } from './useOrderPages.ts';

const NO_ROWS: never[] = [];
const numberOf = ({ orderNo }: Pick<ListedOrder, 'orderNo'>) => orderNo;

/** Orders: find it. */
export default function OrdersScreen() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { heardAt } = useFrame();
  const request = useMemo(() => requestOf(search), [search]);
  const pages = useOrderPages(request);
  const { sums, understood } = pages;
  // A page more is another list: it is shown at once.
  const calm = useCalmRows(pages.rows ?? NO_ROWS, numberOf, `${JSON.stringify(request)} ${pages.count}`, {
    isFormer: pages.isFormer,
    isCut: pages.more,
  });
  const rows = pages.rows && calm.rows;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => orderColumns(sums, request.sort), [sums, request.sort]);
  const change = (next: Search) => void navigate({ to: '/orders', search: next, replace: true });

  return (
    <>
      <ScreenHead title="Orders" aside={<LiveBadge heardAt={heardAt} />} lead={leadOf(sums)} />
      <div className="orders-find">
        <SearchField value={search['q'] ?? ''} understood={understood} onChange={(q) => change({ ...search, q })} />
        <SavedViews
          query={viewQuery(search)}
          onOpen={(query) => change(Object.fromEntries(new URLSearchParams(query)))}
        />
        <FilterChips search={search} onChange={change} />
      </div>
      {chosen.size > 0 && <ChosenOrders chosen={chosen} onDone={() => setChosen(new Set())} />}
      <div className="orders-list">
        <Card label="Orders" flush>
          <ListNews fresh={calm.fresh} gone={calm.gone} goneWord="gone" onShow={calm.show} />
          <Table
            label="Orders"
            columns={columns}
            rows={rows}
            rowId={numberOf}
            isGone={({ gone }) => gone === true}
            onOpen={({ orderNo }) => {
              rememberList({
                title: viewQuery(search) === '' ? 'Orders' : 'Orders, by filter',
                numbers: (rows ?? []).map((row) => row.orderNo),
                query: writeSearch(search),
              });
              void navigate({ to: `/orders/${orderNo}` });
            }}
            empty={emptyWords(request.q ?? '', viewQuery(search))}
            selection={{ chosen, onChange: setChosen }}
            failed={pages.failed}
          />
          <MoreRows more={pages.more} working={pages.isLoadingMore} onMore={pages.loadMore} />
        </Card>
      </div>
      <ExportButton request={request} />
    </>
  );
}

function leadOf(sums: ReturnType<typeof useOrderPages>['sums']): string {
  if (!sums) return 'By number, mail, card, address, transaction or amount.';
  const count = sums.count.toLocaleString('en');
  return sums.more
    ? `More than ${count} orders, by filter.`
    : `${count} ${sums.count === 1 ? 'order' : 'orders'}, by filter.`;
}

function emptyWords(q: string, query: string): string {
  if (q !== '') return 'Nothing is known by that. Names and accounts are sealed and cannot be searched.';
  return query === '' ? 'No order was made yet.' : 'No order is like that. Take a filter away to see more.';
}

function ExportButton({ request }: { readonly request: ReturnType<typeof requestOf> }) {
  const [state, setState] = useState<{ working?: boolean; said?: string; failed?: string }>({});
  async function save() {
    setState({ working: true });
    try {
      const { sort: _sort, ...filter } = request;
      const { name, csv, count, more } = await consoleCall('exportOrders', filter);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
      setState({
        said: more ? `The newest ${count} orders are in ${name}; there are more.` : `${count} orders are in ${name}.`,
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
        As a file, with this filter
      </Button>
      {state.said !== undefined && <output className="second">{state.said}</output>}
      {state.failed !== undefined && <Note tone="bad">{state.failed}</Note>}
    </div>
  );
}
