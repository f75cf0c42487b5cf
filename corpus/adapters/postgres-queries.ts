/**
 * Runs SQL statements on a corpus in PostgreSQL, each in its own transaction, which is rolled back. It creates the views and turns the
 * statement into a view, whose parse tree shows the relations and functions used. The statement then runs as a role that reads only views.
 */
import { randomUUID } from 'node:crypto'
import { createSemaphore, GlossError } from '../../core/index.ts'
import type { QueryableCorpus, QueryColumn, QueryLimits, QueryOutcome, QueryValue } from '../query.ts'
import { QUERY_VIEWS } from '../query-views.ts'
import { type PostgresQuery, type PostgresServer, withControls } from './postgres-connection.ts'
import { inCorpus } from './postgres-schema.ts'
import { MAX_ANSWER_CHARACTERS, refusalOfText } from './sqlite-query-text.ts'

const READER = 'gloss_reader'
/** Statements that one process runs at once: each takes a connection from other requests. Chosen, not measured. */
const MAX_CONCURRENT_STATEMENTS = 2

/** Immutable functions are allowed, and these stable ones, which depend on settings of the connection. */
const STABLE_FUNCTIONS = ['concat', 'concat_ws', 'format', 'to_char']

/** `asked.` is replaced by a schema that lives as long as the statement. Its operators and functions take precedence over PostgreSQL's. */
const MADE = `DO $made$ BEGIN ${[
  'CREATE SCHEMA asked',
  'CREATE DOMAIN asked.unit_id AS text COLLATE "C"',
  'CREATE DOMAIN asked.paper_id AS text COLLATE "C"',
  `CREATE VIEW asked.papers AS SELECT id::asked.paper_id AS paper_id, title,
     (SELECT coalesce(string_agg(author, '; ' ORDER BY place), '') FROM json_array_elements_text(authors::json) WITH ORDINALITY AS listed (author, place)) AS authors,
     abstract, year, doi, language, document, page_count FROM corpus.paper WHERE state = 'kept'`,
  `CREATE VIEW asked.units AS SELECT unit.id::asked.unit_id AS unit_id, paper::asked.paper_id AS paper_id, kind, name, topic, locator, page, ordinal,
     coalesce((SELECT year FROM corpus.paper WHERE paper.id = unit.paper), unit.year) AS year, text FROM corpus.unit`,
  `CREATE VIEW asked.names AS SELECT unit.id::asked.unit_id AS unit_id, unit.paper::asked.paper_id AS paper_id, mention.name, alias, mention.kind, is_subject
     FROM corpus.mention JOIN corpus.unit ON unit.row = mention.unit`,
  `CREATE VIEW asked.facts AS SELECT unit.id::asked.unit_id AS unit_id, unit.paper::asked.paper_id AS paper_id, subject, predicate, object
     FROM corpus.fact JOIN corpus.unit ON unit.row = fact.unit`,
  ...['paper', 'unit', 'name', 'fact'].map(
    (one) => `CREATE VIEW asked.${one} AS SELECT * FROM asked.${one}s`,
  ),
  'CREATE VIEW asked.mention AS SELECT * FROM asked.names',
  `CREATE FUNCTION asked.has_words(text, text) RETURNS boolean IMMUTABLE LANGUAGE sql
     RETURN to_tsvector('pg_catalog.english', $1) @@ plainto_tsquery('pg_catalog.english', $2)`,
  'CREATE FUNCTION asked.instr(text, text) RETURNS integer IMMUTABLE LANGUAGE sql RETURN strpos($1, $2)',
  // LIKE ignores case, as in SQLite.
  'CREATE OPERATOR asked.~~ (LEFTARG = text, RIGHTARG = text, FUNCTION = pg_catalog.texticlike)',
  'CREATE OPERATOR asked.!~~ (LEFTARG = text, RIGHTARG = text, FUNCTION = pg_catalog.texticnlike)',
  `GRANT USAGE ON SCHEMA asked TO ${READER}`,
  `GRANT SELECT ON ALL TABLES IN SCHEMA asked TO ${READER}`,
].join(';\n')}; END $made$`

/** Finds a relation or function that the statement may not use, from the parse tree that PostgreSQL stores for a view. */
const FORBIDDEN = `
  WITH tree AS (
    SELECT ev_action::text AS text FROM pg_rewrite WHERE ev_class = 'asked."the statement"'::regclass
  ), used AS (
    SELECT DISTINCT found[1] AS kind, found[2]::oid AS id FROM tree, regexp_matches(text, ':(relid|funcid|aggfnoid|winfnoid) (\\d+)', 'g') AS found
  )
  SELECT kind, coalesce(relname, proname)::text AS name FROM used
    LEFT JOIN pg_class ON kind = 'relid' AND pg_class.oid = id
    LEFT JOIN pg_proc ON kind <> 'relid' AND pg_proc.oid = id
  WHERE id <> 0 AND CASE WHEN kind = 'relid' THEN relnamespace <> 'asked'::regnamespace
    ELSE pronamespace NOT IN ('asked'::regnamespace, 'pg_catalog'::regnamespace) OR (provolatile <> 'i' AND proname <> ALL ($1)) END
  ORDER BY name LIMIT 1`

const COLUMNS = `
  SELECT attname::text AS name, CASE atttypid WHEN 'asked.unit_id'::regtype THEN 'unit' WHEN 'asked.paper_id'::regtype THEN 'paper' END AS holds
  FROM pg_attribute WHERE attrelid = 'asked."the statement"'::regclass AND attnum > 0 ORDER BY attnum`

/** Rows as JSON, up to the first that exceeds the limit of characters. */
const ROWS = `
  SELECT CASE WHEN sum(length(one::text)) OVER (ROWS UNBOUNDED PRECEDING) <= ${MAX_ANSWER_CHARACTERS} THEN row_to_json(one)::text END AS row
  FROM (SELECT * FROM asked."the statement" LIMIT $1) AS one`

/** Starts nothing until the first statement. */
export function openPostgresQueries(server: PostgresServer, corpus: number): QueryableCorpus {
  const places = createSemaphore(MAX_CONCURRENT_STATEMENTS)
  return {
    views: QUERY_VIEWS,
    functions: [
      {
        call: "has_words(text, 'two words')",
        about: 'true if the text has all of the words, whatever their case and ending.',
      },
    ],
    dialect: 'PostgreSQL',
    async query(sql, limits, signal = new AbortController().signal) {
      const refusal = refusalOfText(sql)
      if (refusal !== null) return { kind: 'refused', message: refusal }
      using _ = await places.enter(signal)
      return await runStatement(server, corpus, { sql: sql.replace(/[\s;]+$/, ''), limits, signal })
    },
    close: async () => undefined,
  }
}

interface StatementRequest {
  readonly sql: string
  readonly limits: QueryLimits
  readonly signal: AbortSignal
}

async function runStatement(
  server: PostgresServer,
  corpus: number,
  { sql, limits, signal }: StatementRequest,
): Promise<QueryOutcome> {
  await makeReader(server)
  using session = await server.session()
  const schema = `asked_${randomUUID().replaceAll('-', '')}`
  const state: { outcome: QueryOutcome | null; isOwn: boolean } = { outcome: null, isOwn: true }
  let stop = () => {}
  try {
    const [backend] = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    stop = () => void server.query('SELECT pg_cancel_backend($1)', [backend?.pid ?? 0]).catch(() => undefined)
    signal.addEventListener('abort', stop, { once: true })
    await session.transaction(async (query) => {
      const inBoth = inCorpus(query, corpus)
      const ours: PostgresQuery = (text, values) =>
        inBoth(text.replace(/\basked\b(?=\.| TO|;|'::regnamespace)/g, schema), values)
      await ours(MADE)
      await query(`SET LOCAL search_path = ${schema}, pg_catalog`)
      await query(`SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(limits.timeoutMs))}`)
      state.isOwn = false
      await query(`CREATE VIEW ${schema}."the statement" WITH (security_invoker = true) AS ${sql}`)
      state.outcome = await answer(ours, limits.rows)
      throw new Undo()
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Undo)) return outcomeOf(error, limits, state.isOwn)
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return state.outcome ?? { kind: 'failed', message: 'The statement gave nothing.' }
}

/** Rolls back a transaction that has served its purpose. */
class Undo extends Error {}

async function answer(query: PostgresQuery, mostRows: number): Promise<QueryOutcome> {
  const [forbidden] = await query<{ kind: string; name: string }>(FORBIDDEN, [STABLE_FUNCTIONS])
  if (forbidden !== undefined)
    return {
      kind: 'refused',
      message:
        forbidden.kind === 'relid'
          ? `Only the views may be read, not ${forbidden.name}.`
          : `The function ${forbidden.name} is not allowed: it does more than compute a value from what it is given.`,
    }
  const columns = await query<QueryColumn>(COLUMNS)
  await query(`GRANT SELECT ON asked."the statement" TO ${READER}`)
  await query('SET LOCAL transaction_read_only = on')
  await query(`SET LOCAL ROLE ${READER}`)
  const found = await query<{ row: string | null }>(ROWS, [mostRows + 1])
  const whole = found.slice(0, mostRows).flatMap(({ row }) => (row === null ? [] : [JSON.parse(row)]))
  return {
    kind: 'rows',
    columns: columns.map(({ name, holds }) => ({ name, holds: holds ?? holdsByName(name) })),
    rows: whole.map((row) => columns.map(({ name }) => plain(row[name]))),
    isTruncated: whole.length < found.length,
  }
}

/** Returns the kind of ids in a column by its name, for values that were computed from ids. */
function holdsByName(name: string): QueryColumn['holds'] {
  return name === 'unit_id' ? 'unit' : name === 'paper_id' ? 'paper' : null
}

function plain(value: unknown): QueryValue {
  if (typeof value === 'string') return withControls(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' ? value : null
}

/** Returns PostgreSQL's errors in the statement, for its author; throws errors of the server or the corpus. */
function outcomeOf(error: unknown, { timeoutMs }: QueryLimits, isOwn: boolean): QueryOutcome {
  const cause = error instanceof GlossError ? error.cause : error
  if (isOwn || !(cause instanceof Error) || !('code' in cause)) throw error
  const code = String(cause.code)
  if (!/^[0-9A-Z]{5}$/.test(code) || /^(08|57P|25006|XX00[12])/.test(code)) throw error
  if (code === '57014') return { kind: 'stopped', message: `The statement took longer than ${timeoutMs} ms.` }
  const message = `${cause.message}.`
  if (/^5[34]/.test(code)) return { kind: 'stopped', message }
  return { kind: code === '42501' ? 'refused' : 'failed', message }
}

/** Creates the role once for a server, which keeps it. Throws `STORE_UNREACHABLE` with the statements for an administrator to run. */
async function makeReader(server: PostgresServer): Promise<void> {
  const isThere = async () =>
    (
      await server.query(
        `SELECT FROM pg_roles WHERE rolname = '${READER}' AND pg_has_role(current_user, oid, 'MEMBER')`,
      )
    ).length > 0
  if (await isThere()) return
  const statements = [`CREATE ROLE ${READER} NOLOGIN`, `GRANT ${READER} TO CURRENT_USER`]
  const failures: unknown[] = []
  // The role may exist without this user as a member, or another process may be creating it.
  for (const statement of statements) await server.query(statement).catch((error) => failures.push(error))
  if (await isThere()) return
  const [user] = await server.query<{ name: string }>('SELECT current_user::text AS name')
  throw new GlossError(
    'STORE_UNREACHABLE',
    `${server.shown} does not let Gloss create the role ${READER}, with which statements written by a model may read only the views. ` +
      `Ask its administrator to run: CREATE ROLE ${READER} NOLOGIN; GRANT ${READER} TO "${user?.name}";`,
    { store: server.shown },
    failures[0],
  )
}
