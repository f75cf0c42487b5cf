/** What the bearer of a key may do, and in which corpora. */

export const RIGHTS = ['read', 'ask', 'add', 'admin'] as const
/**
 * `read`: papers, units, searches without a chat model, the graph. `ask`: whatever may ask a model or run code. `add`: papers and corpora
 * that are new. `admin`: all of these, and what removes or overrules.
 */
export type Right = (typeof RIGHTS)[number]

export interface Access {
  /** Of the key; null where the service asks for none. */
  readonly name: string | null
  readonly rights: readonly Right[]
  /** Null: every corpus, also one that is made later. */
  readonly corpora: readonly string[] | null
  /** When the key ends, as ISO 8601; null for one that does not. */
  readonly expires: string | null
}

/** Of who runs the service: the bearer of GLOSS_KEY, and anybody on this machine where there is no key. */
export const WHOLE_ACCESS: Access = { name: null, rights: ['admin'], corpora: null, expires: null }

export function hasRight({ rights }: Pick<Access, 'rights'>, right: Right): boolean {
  return rights.includes(right) || rights.includes('admin')
}

export function reachesCorpus({ corpora }: Pick<Access, 'corpora'>, corpus: string): boolean {
  return corpora === null || corpora.includes(corpus)
}

export function isExpired({ expires }: Pick<Access, 'expires'>, nowMs: number): boolean {
  return expires !== null && Date.parse(expires) <= nowMs
}
