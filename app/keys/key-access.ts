/** Rights of a key, and the corpora that it has them in. */

export const RIGHTS = ['read', 'ask', 'add', 'admin'] as const
/**
 * `read`: papers, units, searches without a chat model, the graph. `ask`: everything that may ask a model or run code. `add`: new papers
 * and corpora. `admin`: all of these, and everything that removes or overrules.
 */
export type Right = (typeof RIGHTS)[number]

export interface Access {
  /** Name of the key; null if the service asks for none. */
  readonly name: string | null
  readonly rights: readonly Right[]
  /** Corpora that the key may use; null for all, including later ones. */
  readonly corpora: readonly string[] | null
  /** Expiry time in ISO 8601; null for a key that does not expire. */
  readonly expires: string | null
}

/** Access of the operator: the bearer of GLOSS_KEY, and every user of this machine if there is no key. */
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
