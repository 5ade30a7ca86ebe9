-- Days on which verdicts turn by themselves (Q9): a failure becomes old enough between two checks. Edges judge with today's
-- day and say so at once; this is for those who follow the changes (D1, D3).
create table verdict_turn (
  url_id bigint primary key,
  due integer not null,
  -- Kept until the next check, which would tell it again otherwise.
  told boolean not null default false
);
create index verdict_turn_due on verdict_turn (due) where not told;
