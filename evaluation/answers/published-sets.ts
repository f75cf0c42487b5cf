/** Are these the paper's own questions? Only then do its figures stand beside ours. */

import { type PublishedSystem, publishedSystems } from './published.ts'
import type { GoldQuestion } from './question-file.ts'

type SetName = 'hle' | 'supergpqa' | 'trqa'

interface KnownQuestions {
  readonly name: SetName
  /** Of the whole set; figures of a part of it are others. */
  readonly size: number
  /** How ids of some of its questions begin. */
  readonly ids: readonly string[]
}

const KNOWN: readonly KnownQuestions[] = [
  {
    // Humanity's Last Exam Bio/Chem Gold, by the questions that the paper discusses (specs/eigen1.md, section 8).
    name: 'hle',
    size: 149,
    ids: [
      '66e88728',
      '66ecfd03',
      '67335820',
      '67393de7',
      '67088052',
      '66efa01e',
      '6701638a',
      '66f87ab7',
      '66fc89ce',
      '67008f17',
      '671aa91f',
      '66ea1dd3',
      '66ef3de8',
    ],
  },
  {
    // SuperGPQA Biology hard, by five of its questions.
    name: 'supergpqa',
    size: 92,
    ids: ['d7af5548', '1e4bc89a', '1f15b77f', '111f4e7a', 'bfb2b073'],
  },
  { name: 'trqa', size: 172, ids: ['trqa_lit_0', 'trqa_lit_171'] },
]

type Questions = readonly Pick<GoldQuestion, 'id'>[]

/** The set of Table 3, Table A5, and Figures 7 and 8. */
export function isPublishedSet(questions: Questions): boolean {
  return setOf(questions) === 'hle'
}

/** Those of Tables 2 and A4 with their accuracy on these questions. */
export function systemsOn(
  questions: Questions,
): (Pick<PublishedSystem, 'table' | 'name' | 'base'> & { accuracyPercent: number })[] {
  const set = setOf(questions)
  if (set === null) return []
  return publishedSystems.flatMap(({ table, name, base, [set]: accuracyPercent }) =>
    accuracyPercent === null ? [] : [{ table, name, base, accuracyPercent }],
  )
}

function setOf(questions: Questions): SetName | null {
  const found = KNOWN.find(
    ({ size, ids }) =>
      questions.length === size && ids.every((start) => questions.some(({ id }) => id.startsWith(start))),
  )
  return found?.name ?? null
}
