import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInTopic, contrastCutoff, type Gate, isClose, openGate } from '../../../ingest/index.ts'
import { openMiniLmEmbedder } from '../../../models/adapters/minilm-embedder.ts'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../../models/index.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

interface Paper {
  readonly file: string
  readonly title: string
  readonly abstract: string
  readonly topic: 'on' | 'off'
}

/** Labelled when the topic was biology and chemistry alone. */
const HEALTH_SERVICES: ReadonlySet<string> = new Set(['example2.pdf'])

const forever = new AbortController().signal
const biochem = builtInTopic('biochem')!
const samples: readonly Paper[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'samples', 'labels.json'), 'utf8'),
)

const embedders = [
  { name: 'static', runs: true, open: () => openStaticEmbedder() },
  {
    name: orSkipped('MiniLM, float activations'),
    runs: hasShared,
    open: () => openMiniLmEmbedder({ folder: sharedPath('models'), dtype: 'q8' }),
  },
  {
    name: orSkipped('MiniLM, int8'),
    runs: hasShared,
    open: () => openMiniLmEmbedder({ folder: sharedPath('models'), dtype: 'int8' }),
  },
]

for (const { name, runs, open } of embedders) {
  describe.skipIf(!runs)(`the gate with ${name}`, () => {
    let embedder: Embedder
    let gate: Gate
    beforeAll(async () => {
      embedder = await open()
      gate = await openGate({ topic: biochem, embedder })
    })
    afterAll(() => embedder.close())

    it('has a calibrated cut-off', () => {
      expect(contrastCutoff(embedder.id).calibrated).toBe(true)
    })

    it('drops the off-topic sample papers and keeps the others', async () => {
      expect(await wrongDecisions(gate, samples)).toEqual([])
      expect(samples.filter(({ topic }) => topic === 'off')).toHaveLength(3)
    })

    it.skipIf(!hasShared)(
      orSkipped('decides on the labelled papers as a reader does, or marks the decision as a close call'),
      async () => expect(await wrongDecisions(gate, labelled(), true)).toEqual([]),
    )

    it.each([
      ['Long-term potentiation in hippocampal neurons', 'Neuroscience'],
      ['Habitat loss and natural selection in island birds', 'Ecology and Evolution'],
      ['Asymmetric total synthesis of an alkaloid', 'Organic'],
    ])('puts "%s" into %s', async (title, category) => {
      const { nearest } = await gate.decide({ title, abstract: '' }, forever)
      expect(nearest.find((keyword) => keyword.category !== '')?.category).toBe(category)
    })
  })
}

async function wrongDecisions(gate: Gate, papers: readonly Paper[], exceptClose = false): Promise<string[]> {
  const wrong: string[] = []
  for (const paper of papers) {
    const record = await gate.decide(paper, forever)
    const { keep, score, cutoff } = record
    if (exceptClose && isClose(record)) continue
    const isOn = paper.topic === 'on' || HEALTH_SERVICES.has(paper.file)
    if (keep !== isOn) wrong.push(`${paper.file}: ${score} against ${cutoff}`)
  }
  return wrong
}

/** Titles and the starts of abstracts; borderline papers may go either way. */
function labelled(): Paper[] {
  const rows: readonly { file: string; title: string | null; abstractStartsWith: string; topic: string }[] =
    JSON.parse(readFileSync(sharedPath('papers', 'labels.json'), 'utf8'))
  return rows.flatMap(({ file, title, abstractStartsWith, topic }) =>
    title !== null && (topic === 'on' || topic === 'off')
      ? [{ file, title, abstract: abstractStartsWith, topic }]
      : [],
  )
}
