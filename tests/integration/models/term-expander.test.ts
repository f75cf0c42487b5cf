import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  openFolderTermExpander,
  openServedTermExpander,
} from '../../../models/adapters/folder-term-expander.ts'
import { openOnnxTermExpander } from '../../../models/adapters/onnx-term-expander.ts'
import { createLedger, type TermExpander, type WeightedTerms } from '../../../models/index.ts'
import { damagedModel, TINY } from '../../fixtures/tiny-models.ts'

const LIMITS = { timeoutMs: 60_000, maxRetries: 0 }

let model: TermExpander
beforeAll(async () => {
  model = await openFolderTermExpander(TINY.termExpander)
})
afterAll(() => model.close())

const named = ({ terms, weights }: WeightedTerms) =>
  Object.fromEntries(
    [...terms].map((term, at) => [model.term(term), Math.round(weights[at]! * 1_000) / 1_000]),
  )

/** A server as Text Embeddings Inference that answers with what `answer` makes of the texts. */
async function served(answer: (texts: readonly string[]) => unknown) {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer((JSON.parse(body) as { inputs: string[] }).inputs)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return openServedTermExpander({
    url,
    folder: TINY.termExpander,
    model: 'sparse',
    ...LIMITS,
  })
}

describe('sparse expansion from a folder', () => {
  test('gives a document its words and their synonyms by the greatest logit, and no special piece', async () => {
    const [heart, both, empty] = await model.expand(['heart', 'heart cardiac cell', ' '])
    expect(named(heart!)).toEqual({ heart: 1.386, cardiac: 1.099 })
    expect(named(both!)).toEqual({ heart: 1.386, cardiac: 1.386, cell: 1.386 })
    expect(empty!.terms).toHaveLength(0)
  })

  test('weighs a question by its own pieces alone, each once, with their rarity', () => {
    expect(named(model.weigh('The heart, the heart'))).toEqual({ the: 1, heart: 4, ',': 1 })
    expect(model.weigh('x').terms).toHaveLength(0)
  })

  test('weighs every piece 1 where there is no idf.json', async () => {
    const folder = damagedModel(TINY.termExpander, (copy) => rmSync(join(copy, 'idf.json')))
    const plain = await openServedTermExpander({
      url: 'http://127.0.0.1:9',
      folder,
      model: 'none',
      ...LIMITS,
    })
    expect(named(plain.weigh('the heart'))).toEqual({ the: 1, heart: 1 })
  })

  test('takes the logarithm twice where the folder says so', async () => {
    const folder = damagedModel(TINY.termExpander, (copy) => {
      mkdirSync(join(copy, 'document_1_SpladePooling'))
      writeFileSync(
        join(copy, 'document_1_SpladePooling', 'config.json'),
        '{"activation_function": "log1p_relu"}',
      )
    })
    const opened = await openOnnxTermExpander(folder)
    const [heart] = await opened.run({ texts: ['heart'] })
    await opened.close()
    expect(named(heart!)).toEqual({ heart: 0.87, cardiac: 0.741 })
  })

  test.each([
    ['a sentence model', () => TINY.sentenceModel, 'no output `logits`, only last_hidden_state'],
    ['a cross-encoder', () => TINY.crossEncoder, 'the shape [1, 1], not [1, 3, terms]'],
  ])('refuses %s in a sentence', async (_, folder, says) => {
    const opening = openOnnxTermExpander(folder())
    await expect(opening).rejects.toMatchObject({ code: 'MODEL_FOLDER_INVALID' })
    await expect(opening).rejects.toThrow(says)
  })
})

test('a broken idf.json is refused in a sentence', async () => {
  const folder = damagedModel(TINY.termExpander, (copy) =>
    writeFileSync(join(copy, 'idf.json'), '{"heart": "x"}'),
  )
  await expect(openFolderTermExpander(folder)).rejects.toThrow('idf.json is not an object of pieces')
})

describe('sparse expansion by a server', () => {
  test('reads its terms by number, and counts what it is asked', async () => {
    const expander = await served((texts) =>
      texts.map(() => [
        { index: 9, value: 2 },
        { index: 7, value: 0.5 },
        { index: 8, value: 0 },
      ]),
    )
    const ledger = createLedger(new Map())
    const [one] = await expander.expand(['heart'], undefined, ledger)
    expect([...one!.terms]).toEqual([7, 9])
    expect([...one!.weights]).toEqual([0.5, 2])
    expect(ledger.rows()).toMatchObject([{ role: 'sparse', calls: 1, estimated: true }])
    expect(named(expander.weigh('heart'))).toEqual({ heart: 4 })
  })

  test.each([
    ['fewer lists than texts', () => [[]]],
    [
      'a term that the vocabulary does not have',
      (texts: readonly string[]) => texts.map(() => [{ index: 99, value: 1 }]),
    ],
    ['no numbers', (texts: readonly string[]) => texts.map(() => [{ index: 1, value: null }])],
    ['no lists', () => ({ error: 'no' })],
  ])('that answers with %s is an error that says so', async (_, answer) => {
    const expanding = (await served(answer)).expand(['one', 'two'])
    await expect(expanding).rejects.toMatchObject({ code: 'MODEL_ANSWER_INVALID' })
    await expect(expanding).rejects.toThrow('one list of terms below 35')
  })
})
