/** Words and languages of a text. */
import { describe, expect, it } from 'vitest'
import {
  languageName,
  languageOfQuestion,
  languageOfText,
  questionTerms,
  words,
  wordsIn,
} from '../../../core/index.ts'

describe('the words of a text', () => {
  it.each([
    ['eng', 'The cells are dividing', 'cell divid'],
    ['eng', 'TNF-α and β-sitosterol', 'tnf alpha beta sitosterol'],
    ['eng', 'Naïve Müller ＡＣＥ', 'naiv muller ac'],
    ['eng', 'IC50 of 3.5 in 2014', 'ic50 3 5 2014'],
    ['eng', 'embolism⁴¹ rose', 'embol rose'],
    ['eng', '10⁶ cells of 5 m²', '10 6 cell 5 m2'],
    ['eng', '水 is 酶素', '水 酶素'],
    ['eng', '化学反応', '化学 学反 反応'],
    ['eng', '水 клетка', '水 клетка'],
    ['eng', 'q'.repeat(65), 'q'.repeat(64)],
    ['eng', ' — ', ''],
    ['deu', 'Die Häuser überlebten, weil TNF-α in den Zellen fehlte', 'haus uberlebt tnf alpha zell fehlt'],
    ['deu', '10⁶ Zellen', '10 6 zell'],
    ['fra', "L'ADN des bactéries d’une forêt s'est dégradé", 'adn bacter foret degrad'],
    ['ita', "dell'acqua d’oro aujourd'hui", 'acqua oro aujourd hui'],
    ['spa', '¿Cómo crecieron las células bacterianas?', 'crec celul bacterian'],
    ['cmn', '土壤微生物对PM2.5的影响', '土壤 微生物 微生 生物 pm2 5 影响'],
    ['cmn', 'TNF土壤IL6', 'tnf 土壤 il6'],
    ['tha', 'การเจริญ', 'การ เจริญ'],
    ['kor', '세포의 성장 암 TNF', '세포 포의 성장 암 tnf'],
    ['nno', 'cellene', 'cell'],
    ['vie', 'cells', 'cell'],
  ])('%s: %s', (language, text, terms) => {
    expect(wordsIn(text, language).join(' ')).toBe(terms)
    if (language === 'eng') expect(words(text).join(' ')).toBe(terms)
  })
})

const GERMAN = 'und ist nicht das'

describe('the language of a text', () => {
  it.each([
    ['Die Zellen der Probe sind nach dem Erhitzen nicht mehr gewachsen', null, 'deu'],
    ['für über während möchte'.normalize('NFD'), 'deu', 'deu'],
    ['Les résultats sont très clairs', 'fra', 'fra'],
    ['Il sogno di un giorno is a 1916 Italian film directed by Augusto Genina.', 'ita', 'eng'],
    ['其中8%携带K13基因突变', null, 'cmn'],
    ['水水水水', 'deu', 'cmn'],
    ['細胞の増殖を抑制した', null, 'jpn'],
    [`${'水'.repeat(20)}の`, 'jpn', 'jpn'],
    ['abc포', null, 'kor'],
    ['abcก', null, 'tha'],
    ['abбв', null, 'rus'],
    ['Tu Youyou (屠呦呦) was the first of them', null, 'eng'],
    ['IC50 5 nM', null, 'eng'],
    ['12 %', null, 'eng'],
    ['', null, 'eng'],
    [`${GERMAN} the of`, 'deu', 'eng'],
    ['und', 'deu', 'eng'],
    ['und ist', 'deu', 'deu'],
    [GERMAN, 'fin', 'deu'],
    [GERMAN, 'vie', 'deu'],
  ])('"%s" of a paper in %s is %s', (text, paper, language) => {
    expect(languageOfText(text, paper)).toBe(language)
  })

  it('has a name for people, and its code where it has none', () => {
    expect(['deu', 'tha', 'xyz'].map(languageName)).toEqual(['German', 'Thai', 'xyz'])
  })
})

describe('a question', () => {
  it.each([
    ['Welche Zellen sterben bei Hitze?', 'eng deu', 'deu'],
    ['Which cells die of heat?', 'eng deu', 'eng'],
    ['und ist', '', 'eng'],
    ['the of', 'deu', 'deu'],
    ['abc水', 'eng cmn', 'cmn'],
    ['水水水水', 'eng deu', 'eng'],
    ['水水水水', 'jpn eng', 'jpn'],
    ['Lupeol Phoenix', 'fra eng', 'fra'],
    ['Lupeol', 'cmn deu', 'deu'],
  ])('"%s" to papers in %s is in %s', (question, held, language) => {
    expect(languageOfQuestion(question, held.split(' ').filter(Boolean))).toBe(language)
  })

  it('asks for its words in both languages, and for the stop words of its own in neither', () => {
    const held = ['eng', 'deu']
    expect(questionTerms('Welche der Zellen', held, () => true)).toEqual(['zell', 'zellen'])
    expect(questionTerms('Welche der Zellen', held, () => false)).toEqual(['zell'])
    expect(questionTerms('Zellen', ['deu', 'eng'], (term) => term === 'zeller')).toEqual(['zell'])
  })
})
