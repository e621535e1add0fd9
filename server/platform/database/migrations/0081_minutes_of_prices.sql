-- Minutes that are over are forgotten each minute.
create index price_history_by_minute on price_history (minute);
