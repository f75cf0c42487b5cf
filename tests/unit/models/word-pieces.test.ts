import { readFileSync } from 'node:fs'
import { AutoTokenizer, type PreTrainedTokenizer } from '@huggingface/transformers'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createWordPieces } from '../../../models/index.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

const vocabulary = readFileSync(new URL('../../../models/static/vocabulary.txt', import.meta.url), 'utf8')
const pieces = createWordPieces(vocabulary.trimEnd().split('\n'))
const names = vocabulary.trimEnd().split('\n')

function encode(text: string, maxPieces = 4096): number[] {
  const ids = new Int32Array(maxPieces)
  return [...ids.subarray(0, pieces.encodeInto(text, ids))]
}

describe('word pieces', () => {
  test.each([
    ['a known word is one piece', 'protein', ['protein']],
    ['case and accents do not matter', 'CAFÉ', ['cafe']],
    ['an unknown word falls apart from the left', 'embeddings', ['em', '##bed', '##ding', '##s']],
    ['punctuation stands alone', "don't,", ['don', "'", 't', ',']],
    ['control characters vanish inside a word', 'pro\u0007tein', ['protein']],
    ['every Chinese character stands alone', '中国', ['中', '国']],
    ['a character without a piece makes its word unknown', 'x😀', ['[UNK]']],
    ['a word of more than 100 characters is unknown', 'a'.repeat(101), ['[UNK]']],
    ['a special name is ordinary text', '[MASK]', ['[', 'mask', ']']],
    ['white space alone has no pieces', ' \t\n\u00a0', []],
  ])('%s', (_, text, expected) => {
    expect(encode(text).map((id) => names[id])).toEqual(expected)
  })

  test('stop when the room is full, in the middle of a word too', () => {
    expect(encode('embeddings of proteins', 3)).toEqual(encode('embeddings of proteins').slice(0, 3))
    expect(encode('protein', 0)).toEqual([])
  })
})

describe.skipIf(!hasShared)(
  orSkipped('word pieces against the tokenizer of @huggingface/transformers'),
  () => {
    let tokenizer: PreTrainedTokenizer
    beforeAll(async () => {
      tokenizer = await AutoTokenizer.from_pretrained(sharedPath('models', 'Xenova', 'all-MiniLM-L6-v2'), {
        local_files_only: true,
      })
    })
    const reference = (text: string): number[] => {
      const { input_ids: ids } = tokenizer(text, { return_tensor: false, padding: false, truncation: false })
      return (ids as number[]).slice(1, -1)
    }

    test.each([{ set: 'scifact' }, { set: 'covidqa' }, { set: 'musique-train' }, { set: 'hotpotqa-train' }])(
      'agree on every tenth document of $set',
      ({ set }) => {
        const lines = readFileSync(sharedPath('data', set, 'corpus.jsonl'), 'utf8')
          .trimEnd()
          .split('\n')
        for (let i = 0; i < lines.length; i += 10) {
          const { title, text } = JSON.parse(lines[i]!) as { title: string; text: string }
          expect(encode(`${title}. ${text}`)).toEqual(reference(`${title}. ${text}`))
        }
      },
    )

    const oddCharacters = fc.oneof(
      fc.constantFrom(...'aZ0 -_.\'"[]#ÀéñßİſǅΣςσⅣﬁ½µ中国日本語한글ひらがなカタカナקהעربيةไทยहिन्दी😀👩‍🔬🇬🇧'),
      fc.constantFrom(
        '\u0000',
        '\u0007',
        '\u000b',
        '\u0085',
        '\u00a0',
        '\u00ad',
        '\u200b',
        '\u200d',
        '\u2028',
        '\ufeff',
      ),
      fc.constantFrom('\ufffd', '\ue000', '\u0301', '\u3000', '\u2014', '##', 'ing', 'protein', '\t', '\r\n'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )
    // The library separates Chinese characters of the basic plane only, the published tokenizer those of all planes.
    const isBasic = (text: string): boolean => !/[\u{20000}-\u{2fa1f}]/u.test(text)
    const isSpecial = (text: string): boolean => /\[(?:PAD|UNK|CLS|SEP|MASK)\]/.test(text)

    test('agree on any mixture of scripts, marks, control characters and emoji', () => {
      const texts = fc.array(oddCharacters, { maxLength: 40 }).map((parts) => parts.join(''))
      fc.assert(
        fc.property(
          texts.filter((text) => isBasic(text) && !isSpecial(text)),
          (text) => {
            expect(encode(text)).toEqual(reference(text))
          },
        ),
        { numRuns: 2000, seed: 7 },
      )
    })
  },
)
