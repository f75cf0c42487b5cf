/**
 * Makes questions from the corpus's own facts and names by templates, without a model: about one statement, or about two that share a name
 * which the question leaves out. They are stiff, but their right answers are known.
 */

import { sampled } from '../../core/index.ts'
import type { Fact, GraphReader, GraphUnit, Mention, Unit } from '../../corpus/index.ts'
import { MAX_UNITS_PER_NAME, type SharedNames, sharedNamesOf, specificNames } from './ground.ts'
import type { GeneratedQuestion, QuestionSource } from './ports.ts'

export interface TemplateGround {
  readonly graph: Pick<GraphReader, 'graphSince'>
  /** Returns units in the order of ids; null for those that do not exist. */
  readonly units: (ids: readonly string[]) => Promise<readonly (Unit | null)[]>
  readonly seed?: number
}

const DEFAULT_SEED = 20_070_906
/** Creates the source. Every unit's names and facts are held in memory while questions are made: some 2 kB a unit. */
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
      // Ids are hashes: sorted by id, the sample does not depend on when a unit was added.
      const byId = all.toSorted((a, b) => (a.unit < b.unit ? -1 : 1))
      const ground = sharedNamesOf(byId)
      const questions = new Map<string, GeneratedQuestion>()
      for (const unit of sampled(byId, byId.length, seed)) {
        if (questions.size >= count) break
        const draft = draftFrom(unit, ground, questions.size % 2 === 1)
        if (draft === null) continue
        const question = await writeQuestion(draft, units)
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

/** A question with its names as the corpus has them: canonical, or as spelled in the text. */
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
  const [first, second] = specificNames(mentions, byName)
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

/** Combines two facts: `a inhibits b`, `b makes c`: what is made by the thing that a inhibits? */
function twoFacts({ unit, facts }: GraphUnit, { bySubject }: SharedNames): Draft | null {
  for (const first of facts.filter(isWhole)) {
    const next = bySubject.get(first.object) ?? []
    if (next.length > MAX_UNITS_PER_NAME) continue
    const second = next.find(
      (one) => one.unit !== unit && isWhole(one.fact) && one.fact.object !== first.subject,
    )
    if (second === undefined) continue
    const text = `${first.subject} ${first.predicate} something that ${second.fact.predicate} what?`
    return { parts: [text], units: [unit, second.unit], hops: 2 }
  }
  return null
}

/** Combines two names that never occur together, in two units that share a third name. */
function twoNames(from: GraphUnit, ground: SharedNames): Draft | null {
  const names = specificNames(from.mentions, ground.byName)
  for (const start of names) {
    const near = new Set((ground.byName.get(start.name) ?? []).map(({ unit }) => unit))
    for (const bridge of names.filter((name) => name !== start)) {
      const end = nameBeyond(bridge, from, near, ground)
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

/** Returns a name that `from` lacks, from a unit of another paper that has the bridge and is not in `near`. */
function nameBeyond(
  bridge: Mention,
  from: GraphUnit,
  near: ReadonlySet<string>,
  { byName }: SharedNames,
): Spelling | null {
  for (const to of byName.get(bridge.name) ?? []) {
    if (near.has(to.unit) || to.paper === from.paper) continue
    const end = specificNames(to.mentions, byName).find(
      ({ name }) => !from.mentions.some((mention) => mention.name === name),
    )
    if (end !== undefined) return { unit: to.unit, mention: end }
  }
  return null
}

function isWhole({ subject, predicate, object }: Fact): boolean {
  return subject !== '' && predicate !== '' && object !== ''
}

async function writeQuestion(
  { parts, units: ids, hops }: Draft,
  units: TemplateGround['units'],
): Promise<GeneratedQuestion> {
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
