-- One run of a step. The same end again, of a step that is asked every second, counts up the row that is there. A function,
-- since its statements are planned once a connection: it is done at every step of every order.
create function journal_step(
  for_order bigint, of_step text, about text, ended text, refused text, said text, concluded text, took integer
) returns void language plpgsql as $$
declare
  newest record;
  present timestamptz := slipway_now();
begin
  select id, try, outcome = ended and refusal is not distinct from refused and words = said and conclusion = concluded as alike
    into newest from order_steps
    where order_id = for_order and step = of_step and subject = about order by id desc limit 1;
  if newest.alike then
    update order_steps set try = try + 1, times = times + 1, milliseconds = took, at = present where id = newest.id;
  else
    insert into order_steps (order_id, step, subject, try, outcome, refusal, words, conclusion, milliseconds, first_at, at)
    values (for_order, of_step, about, coalesce(newest.try, 0) + 1, ended, refused, said, concluded, took, present, present);
  end if;
end $$;
