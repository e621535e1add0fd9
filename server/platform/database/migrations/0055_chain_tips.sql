-- Where each chain was when its payouts were last looked at: of all workers, one looks for each block.
create table chain_tips (
  network text primary key,
  newest text not null,
  final text not null,
  seen_at timestamptz not null
);
