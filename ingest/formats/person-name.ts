/** Names of persons between the two forms that catalogues know: `First Last` and `Last, First`. */

export interface PersonName {
  readonly given: string
  readonly family: string
}

const PARTICLES: ReadonlySet<string> = new Set(
  'af al bin da das de del della der des di do dos du el la le les ten ter van vom von zu zum zur'.split(' '),
)
const GENERATION = /^(?:jr|sr)\.?$|^(?:ii|iii|iv)$/i
const BODY =
  /\b(?:academy|agency|association|collaboration|collaborators|college|committee|consortium|council|department|foundation|group|inc|institute|investigators|ltd|ministry|network|organi[sz]ation|project|society|team|university)\b\.?/i

/** Returns null for the name of a body, and for one word: it has no parts. */
export function partsOfName(name: string): PersonName | null {
  const words = name.trim().split(/\s+/)
  if (words.length < 2 || name.includes(',') || BODY.test(name)) return null
  let from = words.length - (words.length > 2 && GENERATION.test(words.at(-1) ?? '') ? 2 : 1)
  while (from > 1 && PARTICLES.has(words[from - 1] ?? '')) from--
  return { given: words.slice(0, from).join(' '), family: words.slice(from).join(' ') }
}

/** `Last, First` and `Last, First, Jr.` are turned round; anything else stays as it is. */
export function nameInOrder(name: string): string {
  const [family = '', given = '', suffix = ''] = name.split(',').map((part) => part.trim())
  return [given, family, suffix].filter((part) => part !== '').join(' ')
}
