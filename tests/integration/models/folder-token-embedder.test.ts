import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOnnxTokenEmbedder } from '../../../models/adapters/onnx-token-embedder.ts'
import { damagedModel, TINY } from '../../fixtures/tiny-models.ts'

type Opened = Awaited<ReturnType<typeof openOnnxTokenEmbedder>>

let model: Opened
beforeAll(async () => {
  model = await openOnnxTokenEmbedder(TINY.sentenceModel)
})
afterAll(() => model.close())

const rowsOf = async (opened: Opened, text: string, form: 'question' | 'document') =>
  (await opened.run({ texts: [text], form }))[0]!

/** A folder as PyLate writes it. */
function lateFolder(settings: object): string {
  return damagedModel(TINY.sentenceModel, (copy) =>
    writeFileSync(join(copy, 'config_sentence_transformers.json'), JSON.stringify(settings)),
  )
}

describe('a model of token vectors from a folder', () => {
  test('has a row for each piece and the two special ones, alike for words that mean the same', async () => {
    const [heart, cardiac, bridge] = await Promise.all(
      ['heart', 'cardiac', 'bridge'].map((word) => rowsOf(model, word, 'document')),
    )
    expect(heart!.rows).toBe(3)
    const cosine = (one: Float32Array, other: Float32Array) =>
      one.subarray(8, 16).reduce((sum, value, axis) => sum + value * other[8 + axis]!, 0)
    expect(cosine(heart!.values, cardiac!.values)).toBeGreaterThan(0.9)
    expect(cosine(heart!.values, bridge!.values)).toBeLessThan(0.9)
  })

  test('cuts at its window', async () => {
    expect((await rowsOf(model, 'heart '.repeat(100), 'document')).rows).toBe(32)
  })

  test('follows what PyLate writes: marks, lengths, questions filled with masks, pieces left out', async () => {
    const late = await openOnnxTokenEmbedder(
      lateFolder({
        query_prefix: 'drug ',
        document_prefix: 'blood ',
        query_length: 10,
        document_length: 6,
        do_query_expansion: true,
        skiplist_words: ['.', ','],
      }),
    )
    const question = await rowsOf(late, 'heart', 'question')
    const document = await rowsOf(late, 'heart, cell.', 'document')
    const long = await rowsOf(late, 'heart '.repeat(20), 'document')
    const marked = await rowsOf(model, 'drug heart', 'question')
    await late.close()
    // [CLS] drug heart [SEP] and six masks; [CLS] blood heart cell [SEP], cut at six pieces before the comma and the stop are left out.
    expect([question.rows, document.rows, long.rows]).toEqual([10, 5, 6])
    expect(question.values.subarray(0, 8 * 4)).toEqual(marked.values)
    expect(question.values.subarray(8 * 4, 8 * 5)).toEqual(question.values.subarray(8 * 9))
  })

  test.each([
    { name: 'a cross-encoder', folder: () => TINY.crossEncoder, says: 'it has none of the outputs' },
    {
      name: 'a model with one vector for a text',
      folder: () =>
        damagedModel(TINY.crossEncoder, (copy) => {
          const path = join(copy, 'onnx', 'model.onnx')
          // The output by another name of the same length.
          writeFileSync(
            path,
            Buffer.from(readFileSync(path, 'latin1').replaceAll('logits', 'output'), 'latin1'),
          )
        }),
      says: 'has the shape [1, 1], not [1, 3, width]',
    },
  ])('refuses $name in a sentence', async ({ folder, says }) => {
    const opening = openOnnxTokenEmbedder(folder())
    await expect(opening).rejects.toMatchObject({ code: 'MODEL_FOLDER_INVALID' })
    await expect(opening).rejects.toThrow(says)
  })
})
