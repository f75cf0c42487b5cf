/**
 * Real text labelled by topic, from the evaluation sets beside the project. Abstracts and paragraphs of SciFact and
 * CovidQA are biomedical by their source; passages of MuSiQue and HotpotQA are encyclopaedic and get the topic that
 * their first sentence states ("is a … film"). A passage that mentions the topic's words without stating it is
 * neither on nor off and is left out: that is how label noise is kept away, by words and not by any embedder.
 */
import { readFileSync } from 'node:fs'
import { sharedPath } from '../../lib/shared.ts'
import { unitNumber } from './seeded.ts'
import { type TopicRule, topicRules } from './topic-rules.ts'

/** Embedding all 5,183 abstracts of SciFact adds time and no other kind of text. */
const SCIFACT_SHARE = 0.4
/** Off-topic texts for each on-topic one at most, so that a topic of few texts is not judged by its few label errors. */
const OFF_PER_ON = 3

export interface LabelledText {
  readonly text: { readonly title: string; readonly abstract: string }
  readonly on: boolean
  readonly half: 'fit' | 'check'
}

export interface LabelledTopic {
  readonly name: string
  readonly positive: readonly string[]
  readonly texts: readonly LabelledText[]
  /** Texts that are neither on nor off topic. */
  readonly leftOut: number
}

interface Passage {
  readonly set: string
  readonly id: string
  readonly title: string
  readonly abstract: string
}

export function labelledTopics(): LabelledTopic[] {
  const passages = ['scifact', 'covidqa', 'musique-train', 'hotpotqa-train'].flatMap(readSet)
  return topicRules.map((rule) => labelledTopic(rule, passages))
}

function labelledTopic(rule: TopicRule, passages: readonly Passage[]): LabelledTopic {
  const labels = passages.map((passage) => ({ passage, label: rule.label(passage) }))
  const on = labels.filter(({ label }) => label === 'on')
  const off = labels
    .filter(({ label }) => label === 'off')
    .map((item) => ({
      ...item,
      order: unitNumber(`thin ${rule.name} ${item.passage.set} ${item.passage.id}`),
    }))
    .sort((a, b) => a.order - b.order)
    .slice(0, OFF_PER_ON * on.length)
  return {
    name: rule.name,
    positive: rule.positive,
    texts: [...on, ...off].map(({ passage, label }) => ({
      text: { title: passage.title, abstract: passage.abstract },
      on: label === 'on',
      half: unitNumber(`half ${passage.set} ${passage.id}`) < 0.5 ? 'fit' : 'check',
    })),
    leftOut: labels.filter(({ label }) => label === 'unsure').length,
  }
}

function readSet(set: string): Passage[] {
  return readFileSync(sharedPath('data', set, 'corpus.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { _id: string; title: string; text: string })
    .filter(({ _id }) => set !== 'scifact' || unitNumber(`sample ${_id}`) < SCIFACT_SHARE)
    .map(({ _id, title, text }) => ({ set, id: _id, title: title.trim(), abstract: text.trim() }))
}
