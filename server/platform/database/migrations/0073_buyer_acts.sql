-- What compliance does about a buyer: who may not buy, who is to show a document, and a level that a person has set.

-- An account that may not buy. The mark is a keyed hash of its address and partner: it stays when the account is gone, and
-- finds one that is made again with the same address.
create table buyer_blocks (
  request_id bigint primary key references operator_requests (id),
  buyer_id text unique references buyers (id) on delete set null,
  account_mark bytea not null unique check (length(account_mark) = 32),
  blocked_at timestamptz not null
);

-- A block follows its address to the account that bears it at present. As the owner: whoever answers buyers lifts none by it,
-- since only of an account that is closed or gone is it taken.
create function carry_block(to_buyer text, marks bytea[]) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update buyer_blocks k set buyer_id = to_buyer
  where k.account_mark = any(marks)
    and (k.buyer_id is null or exists (select from buyers b where b.id = k.buyer_id and b.closed_at is not null))
$$;

-- A document that is asked for before the buyer's next order is paid, until one was accepted or the time is over.
create table document_requests (
  buyer_id text primary key references buyers (id) on delete cascade,
  request_id bigint not null references operator_requests (id),
  asked_at timestamptz not null,
  lapses_at timestamptz not null check (lapses_at > asked_at)
);

-- An order of a buyer is made while nobody closes or blocks the account: either waits for the other, and looks then.
create function keep_order(buyer text, expire_time bigint, crypto text, asset text, decimals integer)
returns setof timestamptz
language plpgsql volatile as $$
begin
  if buyer is not null then
    perform from buyers b where b.id = keep_order.buyer and b.closed_at is null for key share;
    if not found then
      raise exception 'the account is closed' using errcode = 'check_violation', constraint = 'buyer_is_open';
    end if;
    if exists (select from buyer_blocks b where b.buyer_id = keep_order.buyer) then
      raise exception 'the account may not buy' using errcode = 'check_violation', constraint = 'buyer_may_buy';
    end if;
  end if;
  return query select * from keep_quote(expire_time, crypto, asset, decimals);
end
$$;

-- The level that a buyer counts as by two persons' word, whatever is verified meanwhile, until a day.
create table set_levels (
  buyer_id text primary key references buyers (id) on delete cascade,
  request_id bigint not null references operator_requests (id),
  level integer not null check (level in (1, 2)),
  set_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > set_at)
);
create index set_levels_ending on set_levels (ends_at);

-- What was done and looked at of one thing, newest first, however long the history is.
create index audit_trail_by_subject on audit_trail (subject, id);
