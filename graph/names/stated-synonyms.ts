/** Finds names that a paper itself declares to be the same: "OCT4 (also called POU5F1)", "rice (Oryza sativa)". */
import { SPECIES_AUTHORITY } from '../../core/index.ts'
import type { Mention, MentionKind, UnitMentions } from '../../corpus/index.ts'
import { isGenericNoun } from './generic-words.ts'
import type { PaperNames } from './mention.ts'
import { isEverydayWord } from './word-class.ts'

/** The whole text between two names of one thing: " (also known as the “", ", which is commonly called ". */
const SYNONYM_PHRASE =
  /^[”"'’]?(?: \p{Lu}[\p{L}.]{0,8}\.)?\s?[,;([]\s?(?:which (?:is|are) )?(?:(?:also|better|commonly|formerly|generally|locally|often|otherwise|popularly|previously|traditionally|widely) (?:called|designated|known|named|referred to|termed)(?: as)?|a\.?k\.?a\.?|syn(?:onyms?)?\b[.:]?)(?: an?| the)? ?[“"'‘]?$/iu
const OPENS_BRACKET = /^(?: (?:L|Linn)\.)? \($/u
const MAX_BETWEEN = 60
/** Names before the words that are considered: a place has at most four. */
const MAX_NAMES_BEFORE = 8
/** If the text continues, the name is another one: "aspirin" in "aspirin-triggered LX". */
const ENDS = /^[”"'’]?(?:$|[),.;:–—\]]|\s?[[(]|\s(?:or|and|in|is|are|was|were|has|have|by)(?!\p{L}))/u
/** "TRPML1 and TRPML3 (also called mucolipins 1-3)". */
const SEVERAL = /\p{N}[-–]\p{N}/u
const BY_WEIGHTS: ReadonlySet<MentionKind> = new Set([
  'abbreviation',
  'chemical',
  'disease',
  'gene',
  'species',
])
const BINOMIAL = /^\p{Lu}\p{Ll}{2,} \p{Ll}{3,}$/u
const COMMON_NAME = /^\p{L}\p{Ll}{3,}(?: \p{L}\p{Ll}{2,}){0,2}$/u
/** Other things named next to a species: its family, a part of it, some individuals. */
const NO_SPECIES =
  /^(?:fe)?male |^(?:adult|wild|young) |(?:aceae|idae|inae|ales)$|(?:^| )(?:lea(?:f|ves)|roots?|stems?|barks?|fruits?|seeds?|flowers?|rhizomes?|tubers?|peels?|oils?|extracts?|powders?|plants?|strains?|family)$/iu

type PlacedMention = Mention & { readonly start: number; readonly end: number }

/**
 * Gives two names that a paper declares to be the same one name in all its units: the one before the words, or a species' scientific one.
 * The other remains an alias, and a name in a unit that says so, which links papers that only use that one. The first statement wins.
 */
export function withStatedSynonyms(
  units: readonly { readonly text: string }[],
  found: readonly UnitMentions[],
  paper: PaperNames,
): UnitMentions[] {
  const meant = new Map<string, string>()
  function oneOf(name: string): string {
    const known = meant.get(name)
    return known === undefined ? name : oneOf(known)
  }
  const stating = new Set<UnitMentions>()
  for (const [at, of] of found.entries())
    for (const [other, name] of statementsIn(units[at]!.text, of.mentions, paper)) {
      const one = oneOf(name)
      if (one === other) continue
      if (!meant.has(other)) meant.set(other, one)
      stating.add(of)
    }
  if (meant.size === 0) return [...found]
  return found.map((of) => ({
    ...of,
    mentions: of.mentions.flatMap((mention) => {
      const name = oneOf(mention.name)
      if (name === mention.name) return [mention]
      return stating.has(of) ? [mention, { ...mention, name }] : [{ ...mention, name }]
    }),
  }))
}

function* statementsIn(
  text: string,
  mentions: readonly Mention[],
  paper: PaperNames,
): Generator<readonly [other: string, name: string]> {
  const placed = mentions.filter((one): one is PlacedMention => one.start !== null && one.kind !== 'quantity')
  for (const [at, behind] of placed.entries()) {
    const isPart = placed[at - 1]?.start === behind.start
    if (isPart || !ENDS.test(text.slice(behind.end, behind.end + MAX_BETWEEN))) continue
    const near = placed.slice(Math.max(0, at - MAX_NAMES_BEFORE), at)
    const before = (between: RegExp) =>
      near.filter(
        ({ end }) => end > behind.start - MAX_BETWEEN && between.test(text.slice(end, behind.start)),
      )
    const name = nameBefore(before(SYNONYM_PHRASE))
    if (name !== null && isNamed(behind, text)) yield [behind.name, name]
    const inFront = before(OPENS_BRACKET)
    const named = inFront.find(({ kind }) => kind === 'species') ?? inFront[0]
    if (named !== undefined) yield* ofSpecies(named, behind, text, paper)
  }
}

function isNamed({ name, start, end }: PlacedMention, text: string): boolean {
  return !SEVERAL.test(text.slice(start, end)) && !isEverydayWord(name)
}

/** Yields synonyms of a species: "rice (Oryza sativa)", "Ocimum sanctum (tulsi)". */
function* ofSpecies(
  before: PlacedMention,
  behind: PlacedMention,
  text: string,
  paper: PaperNames,
): Generator<readonly [other: string, name: string]> {
  const [first, second] = [before, behind].map(({ start, end }) => text.slice(start, end))
  const [isFirst, isSecond] = [before, behind].map(({ kind }) => kind === 'species')
  const isAlone = text[behind.end] === ')'
  if (isSecond && BINOMIAL.test(second!) && (isFirst || (isAlone && isCommonName(first!))))
    yield [before.name, behind.name]
  // One word that the paper never writes in lower case is a person or a place.
  const isKnown = second!.includes(' ') || paper.lowerCase.has(second!.toLowerCase())
  if (isFirst && BINOMIAL.test(first!) && isKnown && isCommonName(second!)) yield [behind.name, before.name]
}

/** Returns a name found by its kind, otherwise the longest. */
function nameBefore(places: readonly PlacedMention[]): string | null {
  return (places.find(({ kind }) => BY_WEIGHTS.has(kind)) ?? places[0])?.name ?? null
}

function isCommonName(written: string): boolean {
  const head = written.toLowerCase().split(' ').at(-1)!
  const isOther = NO_SPECIES.test(written) || SPECIES_AUTHORITY.test(written) || isGenericNoun(head)
  return COMMON_NAME.test(written) && !isOther
}
