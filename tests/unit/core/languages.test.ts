/** Words, sentences and languages of text that is not English. */
import { describe, expect, it } from 'vitest'
import {
  languageOfQuestion,
  languageOfText,
  questionTerms,
  sentences,
  words,
  wordsIn,
} from '../../../core/index.ts'

describe('wordsIn', () => {
  const cases = [
    {
      name: 'stems German and leaves its stop words out',
      language: 'deu',
      text: 'Die Häuser überlebten, weil TNF-α in den Zellen fehlte',
      terms: ['haus', 'uberlebt', 'tnf', 'alpha', 'zell', 'fehlt'],
    },
    {
      name: 'takes what is elided off French words',
      language: 'fra',
      text: "L'ADN des bactéries d’une forêt s'est dégradé",
      terms: ['adn', 'bacter', 'foret', 'degrad'],
    },
    {
      name: 'stems Spanish',
      language: 'spa',
      text: '¿Cómo crecieron las células bacterianas?',
      terms: ['crec', 'celul', 'bacterian'],
    },
    {
      name: 'cuts Chinese by the dictionary, and longer words into pairs as well',
      language: 'cmn',
      text: '土壤微生物对PM2.5的影响',
      terms: ['土壤', '微生物', '微生', '生物', 'pm2', '5', '影响'],
    },
    {
      name: 'pairs the syllables of Korean',
      language: 'kor',
      text: '세포의 성장',
      terms: ['세포', '포의', '성장'],
    },
    {
      name: 'takes what is elided off Italian words, and nothing within a word',
      language: 'ita',
      text: "dell'acqua d’oro aujourd'hui",
      terms: ['acqua', 'oro', 'aujourd', 'hui'],
    },
    { name: 'leaves Chinese stop words out', language: 'cmn', text: '的土壤', terms: ['土壤'] },
    {
      name: 'reads what stands between Chinese words',
      language: 'cmn',
      text: 'TNF土壤IL6',
      terms: ['tnf', '土壤', 'il6'],
    },
    {
      name: 'cuts Thai by the dictionary, without pairs',
      language: 'tha',
      text: 'การเจริญ',
      terms: ['การ', 'เจริญ'],
    },
    {
      name: 'keeps other words of a Korean text whole',
      language: 'kor',
      text: '세포 TNF',
      terms: ['세포', 'tnf'],
    },
    { name: 'keeps a syllable alone', language: 'kor', text: '암', terms: ['암'] },
    { name: 'reads powers apart', language: 'deu', text: '10⁶ Zellen', terms: ['10', '6', 'zell'] },
    {
      name: 'takes the first 64 characters of a longer word',
      language: 'deu',
      text: 'q'.repeat(65),
      terms: ['q'.repeat(64)],
    },
    {
      name: 'reads a variety by the rules of its language',
      language: 'nno',
      text: 'cellene',
      terms: ['cell'],
    },
    { name: 'reads English as `words` does', language: 'eng', text: 'The cells', terms: ['cell'] },
    { name: 'reads an unknown language as English', language: 'vie', text: 'cells', terms: ['cell'] },
  ]
  it.each(cases)('$name', ({ language, text, terms }) => {
    expect(wordsIn(text, language)).toEqual(terms)
  })
})

describe('languageOfText', () => {
  const cases = [
    {
      name: 'German by its function words',
      text: 'Die Zellen der Probe sind nach dem Erhitzen nicht mehr gewachsen',
      language: 'deu',
    },
    { name: 'Chinese by its script', text: '其中8%携带K13基因突变', language: 'cmn' },
    { name: 'Japanese by its kana', text: '細胞の増殖を抑制した', language: 'jpn' },
    {
      name: 'English with a name in another script',
      text: 'Tu Youyou (屠呦呦) was the first of them',
      language: 'eng',
    },
    { name: 'English where nothing speaks for another', text: 'IC50 5 nM', language: 'eng' },
  ]
  it.each(cases)('takes it for $name', ({ text, language }) => {
    expect(languageOfText(text, null)).toBe(language)
  })

  it('believes the trigrams of the paper only where the words agree', () => {
    expect(languageOfText('Les résultats sont très clairs', 'fra')).toBe('fra')
    expect(
      languageOfText('Il sogno di un giorno is a 1916 Italian film directed by Augusto Genina.', 'ita'),
    ).toBe('eng')
  })
})

describe('a question to papers in two languages', () => {
  const held = ['eng', 'deu']

  it('is read in the language of its function words', () => {
    expect(languageOfQuestion('Welche Zellen sterben bei Hitze?', held)).toBe('deu')
    expect(languageOfQuestion('Which cells die of heat?', held)).toBe('eng')
  })

  it('asks for its words in both, and for the stop words of its own in neither', () => {
    expect(questionTerms('Welche der Zellen', held, () => true)).toEqual(['zell', 'zellen'])
    expect(questionTerms('Welche der Zellen', held, () => false)).toEqual(['zell'])
  })

  it('is read as ever where all are English', () => {
    const question = 'How do the cells of the cells die?'
    expect(questionTerms(question, ['eng'], () => true)).toEqual(words(question))
    expect(questionTerms(question, [], () => true)).toEqual(words(question))
  })

  it('is read by the rules of the only language', () => {
    expect(questionTerms('Die Zellen', ['deu'], () => false)).toEqual(['zell'])
  })

  it('has each form of a word once, and those of other languages where they are indexed', () => {
    const isIndexed = (term: string) => term === 'zeller'
    expect(questionTerms('Zellen', ['deu', 'eng'], isIndexed)).toEqual(['zell'])
  })
})

describe('sentences', () => {
  const cases = [
    {
      language: 'deu',
      parts: [
        'Die Probe wurde am 3. Mai 2020 genommen.',
        'Sie enthielt u. a. Blei (vgl. Abb. 2), z. B. 5 mg.',
        'Im 19. Jahrhundert war das anders.',
        '„Das ist so.“',
        'Der Wert lag bei 12.',
        'Die Kontrolle war leer.',
      ],
    },
    {
      language: 'fra',
      parts: [
        "L'essai a duré env. 12 mois, p. ex. à Lyon (cf. fig. 3).",
        '« Nous avons vu cela. »',
        'M. Dupont l’a dit !',
        'Faut-il continuer ?',
      ],
    },
    {
      language: 'spa',
      parts: ['El Dr. Pérez midió aprox. 30 plantas.', '¿Crecieron más?', '«Fue así.»', 'La pág. 3 lo dice.'],
    },
  ]
  it.each(cases)('end as $language ends them', ({ language, parts }) => {
    const text = parts.join(' ')
    expect(sentences(text, language).map(({ start, end }) => text.slice(start, end))).toEqual(parts)
  })

  it('end in Chinese without a space, quotation marks and citations included', () => {
    const parts = ['本研究测量了土壤。', '结果显示pH为3.5，“很低。”', '真的吗？', '是的。[3]', '完。']
    const text = parts.join('')
    expect(sentences(text, 'cmn').map(({ start, end }) => text.slice(start, end))).toEqual(parts)
  })
})
