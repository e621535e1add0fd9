-- Whatever is compared with a volatile function is looked for row by row: no index helps. Within one statement it is one moment.
alter function slipway_now() stable;

-- Minutes that are over are forgotten each minute.
create index price_history_by_minute on price_history (minute);
