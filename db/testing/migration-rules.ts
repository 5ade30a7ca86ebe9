import { parse } from "libpg-query";
import { headerOf } from "../migration-files.ts";

/** Of PostgreSQL's parser: `{ IndexStmt: { … } }`, with what is not said left out. */
type Tree = Readonly<Record<string, unknown>>;

const GIVES_NOTHING_AWAY: ReadonlySet<string> = new Set([
  "CreateStmt",
  "CreateSeqStmt",
  "CreateEnumStmt",
  "CommentStmt",
]);
/** Of `alter table`: they neither read the table's rows nor refuse what the version before writes. */
const QUICK: ReadonlySet<string> = new Set([
  "AT_AddColumn",
  "AT_ColumnDefault",
  "AT_DropNotNull",
  "AT_SetRelOptions",
  "AT_ResetRelOptions",
  "AT_SetStatistics",
  "AT_AddConstraint",
  "AT_AttachPartition",
]);

const QUICK_OF_COLUMN: ReadonlySet<string> = new Set(["CONSTR_NULL", "CONSTR_NOTNULL", "CONSTR_DEFAULT"]);
/** Tables with partitions. */
const DIVIDED: ReadonlySet<string> = new Set(["url", "page", "page_link"]);

const objectAt = (value: unknown): Tree =>
  typeof value === "object" && value !== null ? (value as Tree) : {};
const nameOf = (relation: unknown): string => String(objectAt(relation).relname ?? "");

/** Lists of the parser are of `{ Kind: tree }`. */
function each(list: unknown): { kind: string; tree: Tree }[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) =>
    Object.entries(objectAt(item)).map(([kind, tree]) => ({ kind, tree: objectAt(tree) })),
  );
}

/** What a column may not have that is added to a table of which the version before inserts rows, or that has many. */
function columnObjection(column: Tree): string | null {
  const constraints = each(column.constraints).map(({ tree }) => tree);
  const other = constraints.find(({ contype }) => !QUICK_OF_COLUMN.has(String(contype)));
  if (other !== undefined) return `${String(other.contype)} of a new column reads or rewrites the table`;
  if (/serial/.test(JSON.stringify(column.typeName)))
    return "a default that is not constant rewrites the table";
  const value = constraints.find(({ contype }) => contype === "CONSTR_DEFAULT");
  if (value !== undefined && !/^(\{"TypeCast":\{"arg":)?\{"A_Const"/.test(JSON.stringify(value.raw_expr)))
    return "a default that is not constant rewrites the table";
  const required = constraints.some(({ contype }) => contype === "CONSTR_NOTNULL");
  return required && value === undefined
    ? "the version before inserts rows without it: give it a default"
    : null;
}

function alterObjection(command: Tree): string | null {
  const subtype = String(command.subtype);
  if (!QUICK.has(subtype)) return `${subtype} breaks the version before, or reads the whole table`;
  const [def] = each([command.def]);
  if (subtype === "AT_AddColumn") return columnObjection(def?.tree ?? {});
  const checked = subtype === "AT_AddConstraint" && def?.tree.skip_validation !== true;
  return checked ? "a constraint reads the whole table under its lock: `not valid`, validated later" : null;
}

const isCallOf = (trigger: Tree, name: string): boolean =>
  each(trigger.funcname).some(({ tree }) => tree.sval === name);

function objectionTo(kind: string, tree: Tree, created: ReadonlySet<string>, alone: boolean): string | null {
  if (GIVES_NOTHING_AWAY.has(kind)) return null;
  if (kind === "GrantStmt" && tree.is_grant === true) return null;
  if (kind === "ViewStmt" && tree.replace !== true) return null;
  if (kind === "CreateFunctionStmt")
    return tree.replace === true
      ? "the version before calls the function as it was: give it another name"
      : null;
  if (kind === "CreateTrigStmt" && tree.row !== true && isCallOf(tree, "weboid_ring")) return null;
  const isNew = created.has(nameOf(tree.relation));
  if (kind === "IndexStmt") {
    const isConcurrent = tree.concurrent === true && tree.if_not_exists === true && tree.unique !== true;
    // `on only`: that of a divided table, which its partitions' are attached to.
    const isEmpty = DIVIDED.has(nameOf(tree.relation)) && objectAt(tree.relation).inh !== true;
    if (isNew || isEmpty || (isConcurrent && alone)) return null;
    return "in a file of its own, `-- concurrently` its first line: `create index concurrently if not exists`";
  }
  if (kind === "InsertStmt" && isNew) return null;
  if (kind !== "AlterTableStmt") return `${kind} breaks the version before, or works through a whole table`;
  if (isNew) return null;
  const found = each(tree.cmds).map(({ tree: command }) => alterObjection(command));
  return found.find((objection) => objection !== null) ?? null;
}

/**
 * Why a migration cannot be applied beside the version before, while it works (docs/decisions/0110-rolling-upgrades.md); [] if it can.
 * One that names the oldest program that can go on (`-- programs since N`) has said so itself.
 */
export async function objections(text: string): Promise<string[]> {
  const { oldest, concurrently: alone } = headerOf(text);
  if (oldest > 0) return [];
  const { stmts } = await parse(text.replaceAll("--> statement-breakpoint", ""));
  const statements = each((stmts ?? []).map(({ stmt }: { stmt?: unknown }) => stmt));
  const created = new Set(
    statements.filter(({ kind }) => kind === "CreateStmt").map(({ tree }) => nameOf(tree.relation)),
  );
  return statements.flatMap(({ kind, tree }) => {
    if (alone && kind !== "IndexStmt")
      return ["`-- concurrently` is for indexes alone: all else is a transaction"];
    return objectionTo(kind, tree, created, alone) ?? [];
  });
}
