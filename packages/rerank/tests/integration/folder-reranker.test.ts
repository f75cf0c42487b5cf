import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openCrossEncoder } from '../../../../models/adapters/onnx-cross-encoder.ts'
import { hasShared, orSkipped, sharedPath } from '../../../../tests/fixtures/shared.ts'
import { damagedModel, TINY } from '../../../../tests/fixtures/tiny-models.ts'
import { openFolderReranker } from '../../folder-reranker.ts'

/** Adds a token to the tokenizer that the weights and config.json lack. */
function addPiece(folder: string): void {
  const path = join(folder, 'tokenizer.json')
  const tokenizer = JSON.parse(readFileSync(path, 'utf8'))
  tokenizer.model.vocab['gene'] = Object.keys(tokenizer.model.vocab).length
  writeFileSync(path, JSON.stringify(tokenizer))
}

function sayVocabulary(folder: string, size: number): void {
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), vocab_size: size }))
}

describe('a cross-encoder from a folder', () => {
  test('reads both texts as a pair: the score of its logit, by hand', async () => {
    const reranker = await openFolderReranker(TINY.crossEncoder)
    const scores = await reranker.score('heart muscle of a cell', ['the heart', 'cell of the heart muscle'])
    await reranker.close()
    const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit))
    expect(scores[0]).toBeCloseTo(sigmoid(2 * 1 - 3), 6)
    expect(scores[1]).toBeCloseTo(sigmoid(2 * 4 - 3), 6)
  })

  test('cuts the end of a long text and half of the window of a long question', async () => {
    const reranker = await openFolderReranker(TINY.crossEncoder)
    const filler = 'bridge '.repeat(60)
    const [front, end] = await reranker.score('heart', [`heart ${filler}`, `${filler} heart`])
    const [answered] = await reranker.score(`heart ${filler}`, ['heart'])
    await reranker.close()
    expect(front).toBeGreaterThan(end!)
    expect(answered).toBeCloseTo(front!, 6)
  })

  test('takes quantised weights first and is named by what it read', async () => {
    const folder = damagedModel(TINY.crossEncoder, (copy) =>
      renameSync(join(copy, 'onnx', 'model.onnx'), join(copy, 'onnx', 'model_quantized.onnx')),
    )
    const reranker = await openFolderReranker(folder)
    await reranker.close()
    expect(reranker.id).toMatch(/\/model-q8-[0-9a-f]{12}$/)
  })

  test.each([
    ['a sentence model', () => TINY.sentenceModel, 'no output `logits`, only last_hidden_state'],
    ['no folder', () => join(TINY.crossEncoder, 'nothing'), 'there is no such folder'],
    ['a file', () => join(TINY.crossEncoder, 'config.json'), 'there is no such folder'],
    [
      'a folder without weights',
      () => damagedModel(TINY.crossEncoder, (copy) => rmSync(join(copy, 'onnx'), { recursive: true })),
      'none of onnx/model_quantized.onnx, onnx/model.onnx, onnx/model_int8.onnx is there',
    ],
    [
      'a folder without a tokenizer',
      () => damagedModel(TINY.crossEncoder, (copy) => rmSync(join(copy, 'tokenizer.json'))),
      'tokenizer.json is missing',
    ],
    [
      'a tokenizer of another model, as config.json tells',
      () => damagedModel(TINY.crossEncoder, addPiece),
      'its tokenizer has 36 pieces, and config.json says 35',
    ],
    [
      'a tokenizer of another model, as only the weights tell',
      () =>
        damagedModel(TINY.sentenceModel, (copy) => {
          addPiece(copy)
          sayVocabulary(copy, 36)
        }),
      'its weights do not read the last piece of its tokenizer',
    ],
    [
      'damaged weights',
      () =>
        damagedModel(TINY.crossEncoder, (copy) => writeFileSync(join(copy, 'onnx', 'model.onnx'), 'text')),
      'it cannot be loaded',
    ],
    [
      'a broken config',
      () => damagedModel(TINY.crossEncoder, (copy) => writeFileSync(join(copy, 'config.json'), '{')),
      'it cannot be loaded',
    ],
  ])('refuses %s in a sentence', async (_, folder, says) => {
    const opening = openCrossEncoder(folder())
    await expect(opening).rejects.toMatchObject({ code: 'MODEL_FOLDER_INVALID' })
    await expect(opening).rejects.toThrow(says)
    await expect(opening).rejects.toThrow(/cannot be used as a cross-encoder: .*\.$/)
  })

  test('is refused in the same words where it runs in a thread of its own', async () => {
    const opening = openFolderReranker(TINY.sentenceModel)
    await expect(opening).rejects.toMatchObject({ code: 'MODEL_FOLDER_INVALID' })
    await expect(opening).rejects.toThrow('no output `logits`')
  })

  test.skipIf(!hasShared)(orSkipped('refuses MiniLM, a real sentence model'), async () => {
    await expect(openCrossEncoder(sharedPath('models', 'Xenova', 'all-MiniLM-L6-v2'))).rejects.toThrow(
      'it has no output `logits`, only last_hidden_state',
    )
  })
})
