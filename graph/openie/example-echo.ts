/**
 * Removes echoes of the prompt's example: Gemma 3 270M says of a plant extract that it "plays songs in Hindi". What the example says and
 * the text does not is not a fact of the text.
 */
import { addedLosses } from '../formats/index.ts'
import { EXAMPLE_ANSWERS } from './prompts.ts'
import { type ReadAnswer, readEntities, readTriples, type Triple } from './read-answer.ts'

const exampleNames = new Set(
  [
    ...readEntities(EXAMPLE_ANSWERS.entities).items!,
    ...readTriples(EXAMPLE_ANSWERS.triples).items!.flatMap(endsOf),
  ].map((name) => name.toLowerCase()),
)

/** Returns the entities of the answer that are not the example's; removed ones count as `from_example`. */
export function withoutEchoedEntities(answer: ReadAnswer<string>, text: string): ReadAnswer<string> {
  const isEcho = echoIn(text)
  return withoutEchoes(answer, isEcho)
}

/** Returns the triples whose subject and object are both not from the example. */
export function withoutEchoedTriples(answer: ReadAnswer<Triple>, text: string): ReadAnswer<Triple> {
  const isEcho = echoIn(text)
  return withoutEchoes(answer, (triple) => endsOf(triple).some(isEcho))
}

function echoIn(text: string): (name: string) => boolean {
  const lower = text.toLowerCase()
  return (name) => {
    const known = name.trim().toLowerCase()
    return exampleNames.has(known) && !lower.includes(known)
  }
}

/** Removes echoes. An answer with nothing but the example counts as unreadable. */
function withoutEchoes<Item>(answer: ReadAnswer<Item>, isEcho: (item: Item) => boolean): ReadAnswer<Item> {
  const { items, losses } = answer
  if (items === null) return answer
  const own = items.filter((item) => !isEcho(item))
  const echoes = items.length - own.length
  if (echoes === 0) return answer
  const lost = { from_example: echoes, ...(own.length === 0 ? { unreadable: 1 } : {}) }
  return { items: own.length === 0 ? null : own, losses: addedLosses(losses, lost) }
}

function endsOf(triple: Triple): string[] {
  return [triple.at(0), triple.at(-1)].filter((end) => end !== undefined)
}
