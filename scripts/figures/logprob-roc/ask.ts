/** Open questions with short answers, put to a completion server that gives log probabilities, and graded by their gold answers. */
import { readFile } from 'node:fs/promises'
import { sharedPath } from '../../lib/shared.ts'
import { hasAnswer } from './grade.ts'

/** What is kept of an answer: not the question and its gold, whose licences stay with their sets. */
export interface AskedQuestion {
  readonly set: string
  readonly id: string
  /** Yes-or-no questions are half right by guessing. */
  readonly isYesNo: boolean
  readonly isRight: boolean
  /** Token and log probability, in order. */
  readonly tokens: readonly (readonly [string, number])[]
}

interface OpenQuestion {
  readonly set: string
  readonly id: string
  readonly text: string
  readonly gold: readonly string[]
}

interface CompletionAnswer {
  readonly choices: readonly {
    readonly logprobs: { readonly content: readonly { readonly token: string; readonly logprob: number }[] }
  }[]
}

const SETS = ['hotpotqa-train', '2wiki-half', 'musique-train', '2wiki-half'] as const
const MOST_TOKENS = 70
// A base model continues examples. Two of six doubt, or the words could tell nothing.
const EXAMPLES = `Question: Who wrote the novel that the film Blade Runner is based on?
Thought: Blade Runner is based on Do Androids Dream of Electric Sheep?, a novel by Philip K. Dick.
Answer: Philip K. Dick

Question: Were Erwin Rommel and Niels Bohr of the same nationality?
Thought: Erwin Rommel was German. Niels Bohr was Danish.
Answer: no

Question: In which city was the composer of the opera Fidelio born?
Thought: Fidelio is by Beethoven. I am not sure where he was born, but I think that it was Bonn.
Answer: Bonn

Question: Which is older, the University of Bologna or Harvard College?
Thought: Bologna was founded in 1088 and Harvard in 1636.
Answer: University of Bologna

Question: Who is the spouse of the director of the film Tillsammans?
Thought: I don't remember who directed Tillsammans; maybe Lukas Moodysson. He is married to Coco Moodysson, if I recall correctly.
Answer: Coco Moodysson

Question: Are the Rhine and the Rhone both rivers of France?
Thought: The Rhine runs along the border of France, and the Rhone flows through it.
Answer: yes

`

/** One set after the other in turn, so that a run that is stopped early has some of each. */
export async function readQuestions(count: number): Promise<OpenQuestion[]> {
  const left = new Map<string, OpenQuestion[]>()
  for (const set of new Set(SETS)) left.set(set, await questionsOf(set))
  const chosen: OpenQuestion[] = []
  while (chosen.length < count && [...left.values()].some((rest) => rest.length > 0))
    for (const set of SETS) chosen.push(...(left.get(set)?.splice(0, 1) ?? []))
  return chosen.slice(0, count)
}

async function questionsOf(set: string): Promise<OpenQuestion[]> {
  const lines = (await readFile(sharedPath('data', set, 'queries.jsonl'), 'utf8')).trimEnd().split('\n')
  return lines.map((line) => {
    const {
      _id: id,
      text,
      metadata,
    } = JSON.parse(line) as {
      readonly _id: string
      readonly text: string
      readonly metadata: { readonly answer: string; readonly answer_aliases?: readonly string[] }
    }
    return { set, id, text, gold: [metadata.answer, ...(metadata.answer_aliases ?? [])] }
  })
}

/** @throws where the server does not answer, or without log probabilities. */
export async function askOne({ set, id, text, gold }: OpenQuestion, url: string): Promise<AskedQuestion> {
  const answer = await fetch(`${url}/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      prompt: `${EXAMPLES}Question: ${text}\nThought:`,
      max_tokens: MOST_TOKENS,
      temperature: 0,
      logprobs: 1,
      stop: ['\n\n', 'Question:'],
    }),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  const { choices } = (await answer.json()) as CompletionAnswer
  const content = choices[0]?.logprobs?.content
  if (content === undefined) throw new Error(`${url} gives no log probabilities`)
  const tokens = content.map(({ token, logprob }) => [token, Number(logprob.toFixed(3))] as const)
  const said = tokens.map(([token]) => token).join('')
  const isYesNo = /^(?:yes|no)$/i.test(gold[0] ?? '')
  return { set, id, isYesNo, isRight: hasAnswer(said, gold), tokens }
}
