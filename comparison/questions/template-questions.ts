/**
 * Questions by template from the corpus' own facts and names, without a model: about one statement, or about two that share
 * a name which the question does not say. Stiff, but their right answers are known.
 */
import { sampled } from '../../core/index.ts'
import type { Fact, GraphReader, GraphUnit, Mention, MentionKind, Unit } from '../../corpus/index.ts'
import type { MadeQuestion, QuestionSource } from './ports.ts'

export interface TemplateGround {
  readonly graph: Pick<GraphReader, 'graphSince'>
  /** In the order of ids; null for those that are not there. */
  readonly units: (ids: readonly string[]) => Promise<readonly (Unit | null)[]>
  readonly seed?: number
}

const DEFAULT_SEED = 20_070_906
/** Every unit's names and facts are held in memory while questions are made: some 2 kB a unit. */
export function createTemplateQuestions({
  graph,
  units,
  seed = DEFAULT_SEED,
}: TemplateGround): QuestionSource {
  return {
    made: 'template',
    async make(count, signal) {
      const all: GraphUnit[] = []
      for await (const unit of graph.graphSince(0)) all.push(unit)
      signal.throwIfAborted()
      // Ids are hashes: in their order the sample does not depend on when a unit came.
      const byId = all.toSorted((a, b) => (a.unit < b.unit ? -1 : 1))
      const ground = sharedNamesOf(byId)
      const questions = new Map<string, MadeQuestion>()
      for (const unit of sampled(byId, byId.length, seed)) {
        if (questions.size >= count) break
        const draft = draftFrom(unit, ground, questions.size % 2 === 1)
        if (draft === null) continue
        const question = await spelled(draft, units)
        questions.set(question.text, questions.get(question.text) ?? question)
      }
      const missing = count - questions.size
      return {
        questions: [...questions.values()],
        losses: missing > 0 ? { nothing_to_ask_about: missing } : {},
      }
    },
  }
}

/** A question with its names as the corpus has them: canonical, or where the text spells them. */
interface Draft {
  readonly parts: readonly (string | Spelling)[]
  readonly units: readonly string[]
  readonly hops: 1 | 2
}

interface Spelling {
  readonly unit: string
  readonly mention: Mention
}

function draftFrom(unit: GraphUnit, ground: SharedNames, isForTwo: boolean): Draft | null {
  return isForTwo
    ? (twoHops(unit, ground) ?? oneHop(unit, ground))
    : (oneHop(unit, ground) ?? twoHops(unit, ground))
}

function oneHop({ unit, facts, mentions }: GraphUnit, { byName, bySubject }: SharedNames): Draft | null {
  const isAlone = ({ subject, predicate }: Fact) =>
    (bySubject.get(subject) ?? []).filter(({ fact }) => fact.predicate === predicate).length === 1
  const fact = facts.find((one) => isWhole(one) && isAlone(one))
  if (fact !== undefined) return { parts: [fact.subject, ` ${fact.predicate} what?`], units: [unit], hops: 1 }
  const [first, second] = tellingNames(mentions, byName)
  if (first === undefined || second === undefined) return null
  return {
    parts: ['How is ', { unit, mention: first }, ' related to ', { unit, mention: second }, '?'],
    units: [unit],
    hops: 1,
  }
}

function twoHops(from: GraphUnit, ground: SharedNames): Draft | null {
  return twoFacts(from, ground) ?? twoNames(from, ground)
}

/** `a inhibits b`, `b makes c`: what does that which a inhibits make? */
function twoFacts({ unit, facts }: GraphUnit, { bySubject }: SharedNames): Draft | null {
  for (const first of facts.filter(isWhole)) {
    const next = bySubject.get(first.object) ?? []
    if (next.length > MOST_UNITS_OF_NAME) continue
    const second = next.find(
      (one) => one.unit !== unit && isWhole(one.fact) && one.fact.object !== first.subject,
    )
    if (second === undefined) continue
    const text = `${first.subject} ${first.predicate} something that ${second.fact.predicate} what?`
    return { parts: [text], units: [unit, second.unit], hops: 2 }
  }
  return null
}

/** Two names that never stand together, in two units that share a third. */
function twoNames(from: GraphUnit, ground: SharedNames): Draft | null {
  const names = tellingNames(from.mentions, ground.byName)
  for (const start of names) {
    const near = new Set((ground.byName.get(start.name) ?? []).map(({ unit }) => unit))
    for (const bridge of names.filter((name) => name !== start)) {
      const end = beyond(bridge, from, near, ground)
      if (end === null) continue
      return {
        parts: ['What links ', { unit: from.unit, mention: start }, ' with ', end, '?'],
        units: [from.unit, end.unit],
        hops: 2,
      }
    }
  }
  return null
}

/** A name of another paper's unit that has the bridge but nothing else of `from`, and none of the units `near`. */
function beyond(
  bridge: Mention,
  from: GraphUnit,
  near: ReadonlySet<string>,
  { byName }: SharedNames,
): Spelling | null {
  for (const to of byName.get(bridge.name) ?? []) {
    if (near.has(to.unit) || to.paper === from.paper) continue
    const end = tellingNames(to.mentions, byName).find(
      ({ name }) => !from.mentions.some((mention) => mention.name === name),
    )
    if (end !== undefined) return { unit: to.unit, mention: end }
  }
  return null
}

function isWhole({ subject, predicate, object }: Fact): boolean {
  return subject !== '' && predicate !== '' && object !== ''
}

async function spelled(
  { parts, units: ids, hops }: Draft,
  units: TemplateGround['units'],
): Promise<MadeQuestion> {
  const texts = new Map((await units(ids)).flatMap((unit) => (unit === null ? [] : [[unit.id, unit.text]])))
  const words = parts.map((part) => {
    if (typeof part === 'string') return part
    const { name, start, end } = part.mention
    const text = texts.get(part.unit)
    return text === undefined || start === null || end === null ? name : text.slice(start, end)
  })
  const text = words.join('').replace(/\s+/g, ' ')
  return { text: text.charAt(0).toUpperCase() + text.slice(1), units: ids, hops }
}

/** The names and facts of a corpus, by which templates find statements that belong together. */

/** A name of more units does not lead to one of them. Chosen, not measured. */
const MOST_UNITS_OF_NAME = 8
const SPECIFIC: ReadonlySet<MentionKind> = new Set([
  'title',
  'quote',
  'abbreviation',
  'chemical',
  'disease',
  'gene',
  'species',
])
/** Numbers and headings are shared by units that have nothing to do with each other. */
const VAGUE: ReadonlySet<MentionKind> = new Set(['quantity', 'heading', 'term'])

interface SharedNames {
  readonly byName: ReadonlyMap<string, readonly GraphUnit[]>
  /** Facts by their subject. */
  readonly bySubject: ReadonlyMap<string, readonly { readonly unit: string; readonly fact: Fact }[]>
}

function sharedNamesOf(units: readonly GraphUnit[]): SharedNames {
  const byName = new Map<string, GraphUnit[]>()
  const bySubject = new Map<string, { unit: string; fact: Fact }[]>()
  for (const unit of units) {
    for (const name of new Set(unit.mentions.map((mention) => mention.name))) add(byName, name, unit)
    for (const fact of unit.facts) add(bySubject, fact.subject, { unit: unit.unit, fact })
  }
  return { byName, bySubject }
}

function add<Member>(lists: Map<string, Member[]>, key: string, member: Member): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [member])
  else list.push(member)
}

/** Names that lead to few units; what the unit is about first, then what has a kind of its own. */
function tellingNames(mentions: readonly Mention[], byName: SharedNames['byName']): Mention[] {
  const telling = mentions.filter(
    (mention) => isTelling(mention) && (byName.get(mention.name)?.length ?? 0) <= MOST_UNITS_OF_NAME,
  )
  const firstOfEach = telling.filter(({ name }, at) => telling.findIndex((one) => one.name === name) === at)
  const rank = ({ isSubject, kind }: Mention) => (isSubject ? 0 : 2) + (SPECIFIC.has(kind) ? 0 : 1)
  return firstOfEach.toSorted((a, b) => rank(a) - rank(b))
}

/** A single word without a kind of its own is often no name, only the capital at the start of a sentence. */
function isTelling({ name, kind }: Mention): boolean {
  return SPECIFIC.has(kind) || (!VAGUE.has(kind) && name.includes(' '))
}
