/** The committed samples are what their script makes of their source, byte for byte. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeSamples } from '../../research/sample-papers/samples.ts'

const SAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'samples')
const MAX_PDF_BYTES = 60_000

test('making the sample papers again gives the committed files, byte for byte, and no others', async () => {
  const made: string[] = []
  for await (const { path, bytes } of makeSamples()) {
    made.push(path)
    expect(
      readFileSync(join(SAMPLES, path)).equals(bytes),
      `${path} differs: run node packages/lab/research/sample-papers/make.ts`,
    ).toBe(true)
    if (path.endsWith('.pdf')) expect(bytes.length).toBeLessThan(MAX_PDF_BYTES)
  }
  const papers = readdirSync(join(SAMPLES, 'papers')).map((name) => `papers/${name}`)
  expect(made.filter((path) => path.startsWith('papers/'))).toEqual(papers.sort())
})

test('twelve samples are on topic and three are not', () => {
  const labels: { topic: string }[] = JSON.parse(readFileSync(join(SAMPLES, 'labels.json'), 'utf8'))
  expect(labels.filter((label) => label.topic === 'on')).toHaveLength(12)
  expect(labels.filter((label) => label.topic === 'off')).toHaveLength(3)
})
