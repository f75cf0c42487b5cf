/** Maps failures of PostgreSQL to named errors. The server's own messages contain no password, and its address is shown without one. */
import { type ErrorCode, GlossError } from '../../core/index.ts'

/** Meanings by SQLSTATE; the first match applies. */
const MEANINGS: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/^(08|57P0|53300)/, 'STORE_UNREACHABLE', 'does not answer'],
  [/^(28|3D000|42501)/, 'STORE_UNREACHABLE', 'refuses access'],
  [/^(25006|53)/, 'STORE_UNWRITABLE', 'cannot be written'],
  [/^(40|55P03)/, 'CORPUS_BUSY', 'is being changed by another process'],
  [/^(3F000|42P01)/, 'CORPUS_NOT_FOUND', 'no longer has the corpus'],
  [/^XX00[12]/, 'STORE_DAMAGED', 'reports damage'],
]
/** Messages and codes of Node, and of `pg` for a lost connection. */
const CONNECTION =
  /^(E(CONN\w+|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT)|EAI_AGAIN)$|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/

/** Returns the failure as a named error if a caller can act on it, and unchanged if it is a bug. */
export function postgresFailure(shown: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const text = error.message === '' ? code : error.message
  const isConnection = CONNECTION.test(code) || CONNECTION.test(error.message)
  const [, meaning, what] = MEANINGS.find(([pattern]) => pattern.test(code)) ?? [
    null,
    isConnection ? ('STORE_UNREACHABLE' as const) : null,
    'does not answer',
  ]
  return meaning === null
    ? error
    : new GlossError(meaning, `${shown} ${what}: ${text}.`, { store: shown }, error)
}
