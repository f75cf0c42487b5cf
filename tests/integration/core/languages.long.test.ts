/** Tests that English is unaffected by other languages: real texts give the same terms and are detected as English. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { languageOfText, words, wordsIn } from '../../../core/index.ts'
import { francLanguage } from '../../../ingest/adapters/franc-languages.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

/** `stray`: how many of a set may be taken for another language. 2wiki-half has one text that is a French name of forty words. */
const SETS = [
  { name: 'scifact', stray: 0 },
  { name: 'covidqa', stray: 0 },
  { name: 'hotpotqa-train', stray: 0 },
  { name: 'musique-train', stray: 0 },
  { name: '2wiki-half', stray: 1 },
]

it.skipIf(!hasShared).each(SETS)(
  orSkipped('the English texts of $name keep their terms'),
  ({ name, stray }) => {
    const rows = readFileSync(sharedPath('data', name, 'corpus.jsonl'), 'utf8')
      .trim()
      .split('\n')
    let others = 0
    let changed = 0
    for (const row of rows) {
      const { title, text } = JSON.parse(row) as { title: string; text: string }
      const language = languageOfText(text, francLanguage(`${title}\n${text}`.slice(0, 6_000)))
      if (language !== 'eng') others++
      else if (wordsIn(text, language).join(' ') !== words(text).join(' ')) changed++
    }
    expect(rows.length).toBeGreaterThan(900)
    expect({ changed, others: Math.max(others, stray) }).toEqual({ changed: 0, others: stray })
  },
)
