/**
 * Decodes text in TeX's bitmap fonts: pdfTeX names their glyphs by number ("a97" for "a"), but PDF readers see names of ITC Zapf
 * Dingbats, such as "❛" (Adobe, ZapfDingbats glyph list). The number is the letter's code in TeX's font encoding.
 */
import type { PageCharacters } from './characters.ts'

/** Signs that readers show for "a1", "a2" …; a space if the list has no sign, so that they show the letter itself. */
const DINGBATS =
  '✁✂✄☎✆✝✞✟✠✡☛☞✌✍✎✏✑✒✓✔✕✖✗✘✙✚✛✜✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❑▲▼◆❖ ◗❘❙❚❯❱❲❳❨❩❬❭❪❫❴❵❛❜❝❞❡❢❣' +
  '❤✐❥❦❧♠♥♦♣    ✉✈✇①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→➣↔↕➙➛➜➝➞➟➠➡➢➤➥➦➧➨➩➫➭➯➲➳➵➸➺➻➼➽➾➚➪➶➹➘➴➷➬➮➱✃❐❒❮❰'
const NUMBERS = new Map(
  [...DINGBATS].flatMap((sign, at) => (sign === ' ' ? [] : [[sign.codePointAt(0), at + 1]])),
)
type Encoding = ReadonlyMap<number, number>
const LIGATURES = 'ﬀﬁﬂﬃﬄ'
const [FIRST_IN_CORK, FIRST_IN_OLD] = [27, 11]
/** Differences of the Cork encoding (T1) from Latin-1: Ferguson, Report on multilingual activities, TUGboat 11, 1990. */
const CORK: Encoding = new Map([
  ...signsFrom(0x00, '`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—'),
  ...signsFrom(0x19, 'ıȷ'),
  ...signsFrom(FIRST_IN_CORK, LIGATURES),
  ...signsFrom(0x27, '’'),
  ...signsFrom(0x60, '‘'),
  ...signsFrom(0x7f, '-ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£'),
  ...signsFrom(0xd7, 'Œ'),
  ...signsFrom(0xdf, 'ẞ'),
  ...signsFrom(0xf7, 'œ'),
  ...signsFrom(0xff, 'ß'),
])
/** Text characters of Knuth's older encoding (OT1) outside ASCII: The TeXbook, appendix F. */
const OLD: Encoding = new Map([
  ...signsFrom(FIRST_IN_OLD, LIGATURES),
  ...signsFrom(0x22, '”'),
  ...signsFrom(0x27, '’'),
  ...signsFrom(0x5c, '“'),
  ...signsFrom(0x60, '‘'),
  ...signsFrom(0x7b, '–—'),
])
/** Minimum number of distinct letters in text, and their share: lists with bullets and ticks have fewer. Chosen, not measured. */
const MIN_DISTINCT = 8
const MIN_SHARE = 0.3

/** Returns the page, with letters in place of the signs that bitmap fonts made of them. */
export function readBitmapFonts(page: PageCharacters): PageCharacters {
  // These fonts have no name.
  const isNameless = page.styles.map(({ fontName }) => fontName === '')
  if (!isNameless.includes(true)) return page
  const places: number[] = []
  for (let at = 0; at < page.count; at++) if (isNameless[page.styleIds[at] ?? 0] === true) places.push(at)
  const numbers = places.flatMap((at) => NUMBERS.get(page.codes[at]) ?? [])
  if (numbers.length < MIN_SHARE * places.length || new Set(numbers).size < MIN_DISTINCT) return page
  const encoding = ligaturesIn(numbers, FIRST_IN_OLD) > ligaturesIn(numbers, FIRST_IN_CORK) ? OLD : CORK
  const codes = page.codes.slice()
  for (const at of places) {
    const number = NUMBERS.get(codes[at]) ?? codes[at] ?? 0
    codes[at] = encoding.get(number) ?? number
  }
  return { ...page, codes }
}

function ligaturesIn(numbers: readonly number[], first: number): number {
  return numbers.filter((number) => number >= first && number < first + LIGATURES.length).length
}

function signsFrom(first: number, signs: string): [number: number, code: number][] {
  return [...signs].map((sign, at) => [first + at, sign.codePointAt(0) ?? 0])
}
