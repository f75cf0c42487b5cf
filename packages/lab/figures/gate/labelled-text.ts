/**
 * Abstracts and passages of the evaluation sets, labelled by their source: those of SciFact and CovidQA are biomedical; those of MuSiQue
 * and HotpotQA are encyclopaedic and off the topic. Encyclopaedic ones that mention the life sciences are left out, by words and not by any
 * embedder.
 */
import { readFileSync } from 'node:fs'
import { contentId } from '../../../../core/index.ts'
import { sharedPath } from '../../../../tests/fixtures/shared.ts'

/** Embedding all 5,183 abstracts of SciFact would take longer, with no other kind of text. */
const SCIFACT_SHARE = 0.4
/** Maximum number of off-topic texts per on-topic text. */
const OFF_PER_ON = 3
const LIFE_WORDS =
  /\b(species|genus|genes?|genetic\w*|proteins?|virus(es)?|disease|disorder|enzyme|vaccin\w+|bacteri\w+|biolog\w+|botan\w+|zoolog\w+|physiolog\w+|biochem\w+|chemis\w+|chemical\w*|medicines?|medical|patients?|cancer|infect\w+|hormone\w*|molecul\w+|drugs?|neuro\w+|pharma\w+|syndrome|evolution\w*|psycholog\w+|psychiatr\w+|atom\w*|ions?|electron\w*|agricult\w+|health\w*|diagnos\w+|surg\w+|toxic\w*|mammals?|insects?|ecolog\w+|flora|fauna)\b/i

export interface LabelledText {
  readonly text: { readonly title: string; readonly abstract: string }
  readonly on: boolean
  readonly half: 'fit' | 'check'
}

interface Passage {
  readonly set: string
  readonly id: string
  readonly title: string
  readonly abstract: string
}

export function labelledTexts(): LabelledText[] {
  const on = ['scifact', 'covidqa'].flatMap(readSet)
  const off = ['musique-train', 'hotpotqa-train']
    .flatMap(readSet)
    .filter(({ title, abstract }) => !LIFE_WORDS.test(`${title}. ${abstract}`))
    .map((passage) => ({ passage, order: numberOf(`thin biochem ${passage.set} ${passage.id}`) }))
    .sort((a, b) => a.order - b.order)
    .slice(0, OFF_PER_ON * on.length)
    .map(({ passage }) => passage)
  const labelled =
    (isOn: boolean) =>
    ({ set, id, title, abstract }: Passage): LabelledText => ({
      text: { title, abstract },
      on: isOn,
      half: numberOf(`half ${set} ${id}`) < 0.5 ? 'fit' : 'check',
    })
  return [...on.map(labelled(true)), ...off.map(labelled(false))]
}

function readSet(set: string): Passage[] {
  return readFileSync(sharedPath('data', set, 'corpus.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { _id: string; title: string; text: string })
    .filter(({ _id }) => set !== 'scifact' || numberOf(`sample ${_id}`) < SCIFACT_SHARE)
    .map(({ _id, title, text }) => ({ set, id: _id, title: title.trim(), abstract: text.trim() }))
}

/** Returns a number in [0, 1) for a name: the same on every run and machine, so that halves and samples never change. */
function numberOf(name: string): number {
  return Number.parseInt(contentId(name).slice(0, 8), 16) / 2 ** 32
}
