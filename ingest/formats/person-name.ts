/**
 * Splits names of persons by the rules of citation styles (CSL): given name, particle, family name, suffix. A paper keeps each name as one
 * text: `Given Family` if its words alone show the parts, else `Family, Given`.
 */

export interface PersonName {
  readonly given: string
  readonly family: string
  /** Particle such as `van der`, or empty. A capitalised particle, as in `Le Roux`, belongs to the family name. */
  readonly particle: string
  /** Suffix such as `Jr.` or `III`, or empty. */
  readonly suffix: string
}

const PARTICLES: ReadonlySet<string> = new Set(
  "'s 't aan af al bin da das de degli dei del dela della dello den der des di do dos du e el het ibn in la las le les lo los op san st st. te ten ter tot und van vom von vor y zu zum zur".split(
    ' ',
  ),
)
// Capitalised, these more often begin a family name than they are given names; "Da" and "Al" may be either.
const FAMILY_PARTICLES =
  /^(?:De|Del|Della|Den|Der|Di|Dos|Du|El|La|Le|Mac|San|St\.?|Ten|Ter|Vande[nr]?|Van|Von)$/
const SUFFIX = /^(?:jr\.?|sr\.?|ii|iii|iv)$/i
const BODY =
  /\b(?:academy|agency|association|collaboration|collaborators|college|committee|consortium|council|department|foundation|group|inc|institute|investigators|ltd|ministry|network|organi[sz]ation|project|society|team|university)\b\.?/i

/** Returns null for the name of an organisation and for a single word, which have no parts. */
export function partsOfName(name: string): PersonName | null {
  if (BODY.test(name)) return null
  const cells = name
    .split(',')
    .map((cell) => cell.trim().replace(/\s+/g, ' '))
    .filter((cell) => cell !== '')
  const suffixAt = cells.findIndex((cell, at) => at > 0 && SUFFIX.test(cell))
  const [suffix = ''] = suffixAt < 0 ? [] : cells.splice(suffixAt, 1)
  const [first = '', second] = cells
  if (cells.length > 2) return null
  const { words, last } = withoutSuffix(first)
  const found = second === undefined ? inOrder(words) : familyFirst(words, second)
  return found === null ? null : { ...found, suffix: suffix || last }
}

/** Returns the name as one text from which `partsOfName` reads the same parts. */
export function nameOfParts({ given, family, particle, suffix }: Partial<PersonName>): string {
  const joined = (parts: readonly (string | undefined)[], separator: string) =>
    parts.filter((part) => part !== undefined && part !== '').join(separator)
  const plain = joined([given, particle, family, suffix], ' ')
  const read = partsOfName(plain)
  const isSame = read === null || (read.family === family && read.given === (given ?? ''))
  return isSame ? plain : joined([joined([particle, family], ' '), given, suffix], ', ')
}

/** Returns `Last, First` and `Last, First, Jr.` in spoken order if that loses nothing; anything else stays as it is. */
export function nameInOrder(name: string): string {
  const parts = name.includes(',') ? partsOfName(name) : null
  if (parts !== null) return nameOfParts(parts)
  const [family = '', given = '', suffix = ''] = name.split(',').map((part) => part.trim())
  return [given, family, suffix].filter((part) => part !== '').join(' ')
}

function withoutSuffix(text: string): { words: string[]; last: string } {
  const words = text.split(' ')
  const hasSuffix = words.length > 1 && SUFFIX.test(words.at(-1) ?? '')
  return { words: hasSuffix ? words.slice(0, -1) : words, last: hasSuffix ? (words.at(-1) ?? '') : '' }
}

function inOrder(words: readonly string[]): Omit<PersonName, 'suffix'> | null {
  if (words.length < 2) return null
  let family = words.length - 1
  while (family > 1 && FAMILY_PARTICLES.test(words[family - 1] ?? '')) family--
  let particle = family
  while (particle > 1 && PARTICLES.has(words[particle - 1] ?? '')) particle--
  const [given, between, last] = [
    words.slice(0, particle),
    words.slice(particle, family),
    words.slice(family),
  ]
  return { given: given.join(' '), particle: between.join(' '), family: last.join(' ') }
}

/** Splits a name with the family name first: small words before it are its particle, and it may have several words. */
function familyFirst(words: readonly string[], given: string): Omit<PersonName, 'suffix'> {
  let at = 0
  while (at < words.length - 1 && PARTICLES.has(words[at] ?? '')) at++
  return { given, particle: words.slice(0, at).join(' '), family: words.slice(at).join(' ') }
}
