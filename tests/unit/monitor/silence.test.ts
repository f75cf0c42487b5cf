/** Tests that text that was not watched or judged is reported: silence does not mean that all was well. */
import { describe, expect, it } from 'vitest'
import { createLexicalMonitor, type Sifter, watchSummary } from '../../../monitor/index.ts'
import { continuingChat, eventsOf, pieces } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, fakeInquiry, runLoop, YES } from '../../fakes/fake-thinking.ts'

const hangs = () => new Promise<never>(() => undefined)
const PROSE = 'It is so in all of them, and so it goes on. '.repeat(100)
const problemsOf = ({ trace }: Awaited<ReturnType<typeof runLoop>>) => watchSummary(trace).problems.join('\n')

const LANGUAGES: readonly (readonly [name: string, sentence: string, isForeign: boolean])[] = [
  ['German', 'Ich bin nicht sicher, ob das stimmt, und die Formel ist mir auch nicht mehr bekannt. ', true],
  [
    'French',
    'Je ne suis pas sûr que la formule soit juste, et il faut la chercher dans les articles. ',
    true,
  ],
  [
    'Spanish',
    'No estoy seguro de que la fórmula sea correcta, y por eso hay que buscar en los artículos. ',
    true,
  ],
  [
    'Swedish',
    'Jag är inte säker på att det stämmer, och formeln måste man slå upp i någon av artiklarna. ',
    true,
  ],
  [
    'Dutch',
    'Ik weet niet zeker of de formule klopt, en daarom moet men die in de artikelen opzoeken. ',
    true,
  ],
  [
    'Polish',
    'Nie jestem pewien, czy ten wzór jest poprawny, dlatego trzeba go poszukać w artykułach. ',
    true,
  ],
  ['Czech', 'Nejsem si jistý, zda je tento vzorec správný, a proto je třeba ho vyhledat v článcích. ', true],
  ['Arabic', 'لست متأكدا من صحة هذه الصيغة، ولذلك يجب البحث عنها في المقالات العلمية. ', true],
  ['Hindi', 'मुझे यकीन नहीं है कि यह सूत्र सही है, इसलिए इसे लेखों में खोजना होगा। ', true],
  ['Russian', 'Я не уверен, что эта формула верна, и её нужно найти в статьях. ', true],
  ['Chinese', '我不确定这个公式是否正确，需要查一下文献中的定义和数值。', true],
  [
    'English',
    'The formula of the effective size is known, and it follows from the variance of the offspring. ',
    false,
  ],
  ['names', 'IL-6, TNF-alpha, IL-1beta, CRP. BRCA1 mutations; TP53 loss; KRAS G12D; EGFR L858R. ', false],
  ['formulas', 'x = 4 N_e \\mu, y = \\alpha \\beta^2, z = 3.14, so w = 2 x + y and v = z / 7; ', false],
]

describe('the lexical monitor', () => {
  it.each(LANGUAGES)('says of %s whether it can read it', async (_name, sentence, isForeign) => {
    const inquiry = fakeInquiry([], { monitor: createLexicalMonitor() })
    const ran = await runLoop(
      continuingChat(() => sentence.repeat(40)),
      { inquiry },
    )
    expect(problemsOf(ran).includes('reads English only')).toBe(isForeign)
  })
})

describe('thoughts that the server cannot continue', () => {
  it('are not watched, and that is said', async () => {
    const saying = [...pieces('reasoning', PROSE, 40), ...eventsOf('So it is.', 40)]
    const chat = continuingChat(() => saying, { ability: { continuesReasoning: false } })
    const ran = await runLoop(chat, { inquiry: fakeInquiry([YES]) })
    expect(problemsOf(ran)).toMatch(
      /Little could be watched: the server cannot continue thoughts .* and the answer had \d to look at/,
    )
  })
})

describe('a helper that hangs', () => {
  const settings = { inquiryMs: 60, sifterMs: 30, holdMs: 200 }
  const saying = () => PROSE

  it.each([
    ['from the first', 0, 'The sifter gave no usable judgement'],
    ['later on', 1, 'The sifter stopped answering in time; at '],
  ])('that is a sifter: %s, everything passes as unsifted, and that is said', async (_name, works, said) => {
    let asked = 0
    const sift: Sifter['sift'] = async (_, found) =>
      asked++ < works ? { worths: found.map(() => 0 as const) } : hangs()
    const inquiry = fakeInquiry(() => YES, { sifter: { name: 'silent', sift } })
    const ran = await runLoop(continuingChat(saying), {
      inquiry,
      settings: { ...settings, inquiryMs: 5_000, holdMs: 5_000, maxInjections: 4 },
    })
    expect(ran.text).toContain(`[u${works + 1}]`)
    expect(eventsOfKind(ran, 'evidence')[works]?.found[0]?.worth).toBe('unsifted')
    expect(problemsOf(ran)).toContain(said)
  })

  it('that is a sifter of a short answer: the answer ends before it is given up, and that is said', async () => {
    const inquiry = fakeInquiry(() => YES, { sifter: { name: 'silent', sift: hangs } })
    const short = continuingChat(() => PROSE.slice(0, 600))
    const ran = await runLoop(short, {
      inquiry,
      settings: { inquiryMs: 60_000, sifterMs: 60_000, holdMs: 20 },
    })
    expect(eventsOfKind(ran, 'injection')).toEqual([])
    expect(problemsOf(ran)).toBe(
      'The answer ended before evidence could be put at 1 doubt, before character 512.',
    )
  })

  it('is asked twice and no more, and that is said', async () => {
    const inquiry = fakeInquiry(() => YES, { querier: { name: 'silent', queries: hangs } })
    const startedMs = performance.now()
    const ran = await runLoop(continuingChat(saying), { inquiry, settings })
    expect(performance.now() - startedMs).toBeLessThan(1_000)
    expect(eventsOfKind(ran, 'failure').map(({ what }) => what)).toEqual(['MODEL_TIMEOUT', 'MODEL_TIMEOUT'])
    expect(problemsOf(ran)).toMatch(/did not answer in time twice in a row; \d+ looks after that/)
  })
})
