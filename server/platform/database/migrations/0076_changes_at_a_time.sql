-- What was said no to stays so: looked for by the statement that it is about, whenever something is to be done by it.
create index operator_statements_rejected on operator_statements ((text::jsonb -> 'arguments' ->> 'statement'))
  where act = 'reject';
