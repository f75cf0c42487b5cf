/**
 * Checks a text before it is given to a database at all. Some statements act while they are compiled (such as PRAGMA), so only SELECTs
 * pass. What a SELECT reads is not judged from its text, but from its compiled form (sqlite-query-program.ts, postgres-queries.ts).
 */

/** SQLite's own lexical rules, in which every character from U+0080 on is part of a name. */
const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|(?:\d|\.\d)[\w.]*|[-+*/%&|<>=!~(),.;:]/y
const LEFT_OUT = /^(\s|--|\/\*)/
const QUOTED_WORD = /^['"`[](\w+)['"`\]]$/
/** Longest statement. A model writes some hundred characters. Chosen, not measured. */
const MAX_CHARACTERS = 20_000
/** Most characters of all values of an answer together. Chosen, not measured: 1000 units of 2000 characters. */
export const MAX_ANSWER_CHARACTERS = 2_000_000

/** Returns a sentence about what is not allowed; null for a single SELECT over unqualified names. */
export function refusalOfText(sql: string): string | null {
  if (sql.length > MAX_CHARACTERS) return `The statement is longer than ${MAX_CHARACTERS} characters.`
  const tokens = tokensOf(sql)
  if (typeof tokens === 'string') return tokens
  const [first] = tokens
  if (first !== 'select' && first !== 'with')
    return 'Only a SELECT is allowed, or a WITH … SELECT; the statement must begin with one of the two.'
  const end = tokens.indexOf(';')
  if (end !== -1 && tokens.slice(end).some((token) => token !== ';')) return 'Only one statement is allowed.'
  const schema = tokens.find((token, i) => (token === 'main' || token === 'temp') && tokens[i + 1] === '.')
  return schema === undefined ? null : `Names of tables stand without a schema: leave out \`${schema}\`.`
}

/** Returns the tokens in lower case, single words without quotes, no spaces or comments; or a sentence about text that is no token. */
function tokensOf(sql: string): string[] | string {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < sql.length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(sql)?.[0]
    if (token === undefined)
      return `The text cannot be read from here on: ${JSON.stringify(sql.slice(at, at + 20))}.`
    if (!LEFT_OUT.test(token)) tokens.push(bare(token).toLowerCase())
  }
  return tokens
}

/** Returns a quoted word without its quotes: SQLite accepts even 'main' as a name where it expects one. */
function bare(token: string): string {
  return QUOTED_WORD.exec(token)?.[1] ?? token
}
