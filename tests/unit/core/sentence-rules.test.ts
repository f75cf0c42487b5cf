/** What ends a sentence in other languages than English: `|` stands where the text is to be cut. */
import { describe, expect, it } from 'vitest'
import { sentences } from '../../../core/sentences.ts'

function cut(text: string, language: string): string {
  const joined = text.replaceAll('|', ' ')
  return sentences(joined, language)
    .map(({ start, end }) => joined.slice(start, end))
    .join('|')
}

describe('a sentence', () => {
  const cases = [
    { language: 'deu', name: 'a noun behind an abbreviation', text: 'Es war in Nr. Acht zu sehen.' },
    { language: 'deu', name: 'an article behind an abbreviation', text: 'Es war in Nr. Die zu sehen.' },
    { language: 'deu', name: 'a noun behind "usw."', text: 'Sie enthielt Zink usw. Blei war es nicht.' },
    {
      language: 'deu',
      name: 'an article behind "usw."',
      text: 'Sie enthielt Zink usw.|Die Probe war klein.',
    },
    { language: 'deu', name: 'a noun behind "o.ä."', text: 'Sie enthielt Zink o.ä. Blei war es nicht.' },
    {
      language: 'deu',
      name: 'an article behind "o.ä."',
      text: 'Sie enthielt Zink o.ä.|Die Probe war klein.',
    },
    { language: 'deu', name: 'single letters', text: 'Sie enthielt u. a. Blei und i. V. Zink.' },
    { language: 'deu', name: 'a noun behind a word', text: 'Sie war klein.|Proben waren es nicht.' },
    {
      language: 'deu',
      name: 'a noun behind an ordinal number',
      text: 'Es war der 3. Versuch und der iv. Band.',
    },
    { language: 'deu', name: 'an article behind a number', text: 'Es waren 3.|Die Probe war klein.' },
    {
      language: 'deu',
      name: 'a noun behind a number of three digits',
      text: 'Es waren 300.|Proben waren klein.',
    },
    { language: 'dan', name: 'an ordinal number', text: 'Det var den 3. p53-celle.' },
    { language: 'dan', name: 'a number before a capital', text: 'Der var 3.|Cellerne var små.' },
    {
      language: 'dan',
      name: 'a word before small letters',
      text: 'Der var celler.|p53-celler var der ikke.',
    },
    { language: 'fra', name: 'a number', text: 'Il y en a 3.|p53-nul est mort.' },
    { language: 'fra', name: 'an abbreviation', text: 'Il y en a env. Trois sont morts.' },
    { language: 'fra', name: 'capitals in an abbreviation', text: 'Il a vu M.m. Dupont hier.' },
    { language: 'fra', name: 'an English abbreviation', text: 'Il y en a approx. Trois sont morts.' },
    { language: 'spa', name: '"etc." before a sentence', text: 'Hay plantas, etc.|Las otras crecen.' },
    { language: 'nld', name: '"enz." before a sentence', text: 'Er zijn planten, enz.|De andere groeien.' },
    { language: 'nld', name: '"bijv." before a name', text: 'Er zijn er veel, bijv. De Vries.' },
    { language: 'nno', name: 'an abbreviation of its language', text: 'Det var mange, bl.a. Cellene.' },
    { language: 'fin', name: 'no abbreviations of its own', text: 'Se oli bijv.|Solut ovat pieniä.' },
    { language: 'vie', name: 'the rules of English alone', text: 'Se bijv.|Solut Fig. 3 e.g. Solut.' },
  ]
  it.each(cases)('in $language ends as it should with $name', ({ language, text }) => {
    expect(cut(text, language)).toBe(text)
  })
})
