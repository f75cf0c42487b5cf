/** Tests reference lists: their entries, and the places in the text that cite them. */
import { describe, expect, it } from 'vitest'
import { inTextCitations, readReferenceList } from '../../../references/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'

const NUMBERED = `References

[1] A. Smith and B. Jones, "A first paper on lists," J. Lists, vol. 3, pp. 1-20, 2001. [2] C. Miller, "A second paper

on lists that goes over a page," J. Lists, vol. 4, pp. 21-40, 2002.

[3] D. Brown, Lists. New York: Press, 2003.

Appendix A

[1] is a number in a formula.`

const NAMED = `Literature Cited

Adams, J.K. and Hill, P., 1999. Rivers that flow uphill. Journal of Rivers 12, 43-63.

Baker, L., 2004a. Lakes without water in the
north of the country. Hydrology 8, 1-9.

Baker, L., 2004b. More lakes without water. Hydrology 9, 10-19.`

/** A list in which the names of each entry are a separate paragraph. */
const NAMES_APART = `References

Adams, J.K. and Hill, P., 1999. Rivers that flow uphill. Journal of Rivers 12, 43-63.

Baker, L., Moe, K. and Dow, T.

Cole, M., 2004. Lakes without water. Hydrology 8, 1-9.`

const IN_ONE_PARAGRAPH = `References

1 Adams J, Hill P. Rivers that flow uphill. J Rivers 1999;12:43-63. 2 Baker L, Moe K. Lakes without water. J Lakes 2004;8:1-9. 3 Cole M, Dow T. Seas
without salt. J Seas 2005;1:2-3.

All authors have read the manuscript and agree with it, as they did in 2006.`

/** A list from a journal of astronomy, with lines that were read as paragraphs. */
const YEARS_AFTER_NAMES = `References

Arnett, W. D. 1982, ApJ, 253, 785 Arnett, W. D., Branch, D., & Wheeler, J. C. 1985, Nature,

314, 337 Littlejohns, O. M., Butler, N. R., Cucchiara, A.,

et al. 2014, AJ, 148, 2 Kasen, D. 2010, Rivers in ApJ, 708, L25 Edgar RC, Moe K. 2004. MUSCLE. BMC Rivers 5:113 DOI 10.1186/1471-2105-5-113. Zhou L. 2015. Seas. J Seas 5:1.`

const NUMBERS_IN_LINES = `References

1. Adams J, Hill P. Rivers that flow uphill. J Rivers 1999;12:43-63.

2. Baker L, Moe K. Lakes without water. J Lakes 2004;8:1-9. 3.Cole M, Dow T. Seas
without salt. J Seas 2005;1:2-3.

4. Dow T. Oceans. J Seas 2006;2:3-4.

5. Edgar RC. Ponds. J Ponds 2007;2:3-4.

6. Fox T. Brooks. J Brooks 2008;2:3-4.`

const BODY = 'The text of the paper.\n\n'

describe('a list is cut into its entries', () => {
  it.each([
    ['with numbers, over pages', NUMBERED, '1 A. Smith | 2 C. Miller | 3 D. Brown'],
    ['without numbers', NAMED, '- Adams, J.K. | - Baker, L., 2004a | - Baker, L., 2004b'],
    ['with an entry of two paragraphs', NAMES_APART, '- Adams, J.K. | - Baker, L.'],
    [
      'in one paragraph, with text behind it',
      IN_ONE_PARAGRAPH,
      '1 Adams J | 2 Baker L | 3 Cole M, Dow T. Seas',
    ],
    [
      'in paragraphs that end anywhere, with years behind the names',
      YEARS_AFTER_NAMES,
      '- Arnett, W. D. 1982 | - Arnett, W. D., Branch | - Littlejohns | - Kasen | - Edgar RC | - Zhou L',
    ],
    [
      'with one number in the middle of a line',
      NUMBERS_IN_LINES,
      '1 Adams J | 2 Baker L | 3 Cole M, Dow T. Seas | 4 Dow T | 5 Edgar RC | 6 Fox T',
    ],
    ['that is missing', '', ''],
  ])('%s', (_, list, expected) => {
    const { entries } = readReferenceList(BODY + list, BODY.length)
    const begins = expected.split(' | ').filter((begin) => begin !== '')
    const found = entries.map(({ number, raw }, at) => `${number ?? '-'} ${raw}`.slice(0, begins[at]?.length))
    expect(found).toEqual(begins)
    for (const [at, { start, end }] of entries.entries())
      expect((BODY + list).slice(start, end).startsWith(begins[at]!.replace(/^\S+ /, ''))).toBe(true)
    expect(entries.map(({ raw }) => raw).join(' ')).not.toMatch(/formula|manuscript/)
  })
})

const NAMED_ALIKE = `References

Alonso-Sáez, L., Galand, P. E. and Cole, M. (2010). Dark seas. J Seas 5, 1-9.

Dall’Ora, C. and Moe, K. (2016). Shifts of work. J Shifts 1, 2-9.

Grote, J., Jost, G. and Labrenz, M. (2008). Rivers below. J Rivers 3, 4-9.

Hyndman, R. J. and Khandakar, Y. (2008). Forecasts of rivers. J Rivers 4, 5-9.

Hyndman, R. J., Koehler, A. B. and Ord, K. (2008). Forecasts of lakes. J Lakes 5, 6-9.

Jost, G., Zubkov, M. V. and Labrenz, M. (2008). Dark lakes. J Lakes 6, 7-9.

Norton, M. C. and Smith, K. R. (2009). Early loss. J Loss 7, 8-9.

Norton, M. C. and Smith, K. R. (2011a). Late loss. J Loss 8, 9-10.

Norton, M. C. and Smith, K. R. (2011b). Later loss. J Loss 9, 10-12.`

describe('places in the text point into the list', () => {
  const numbered = readReferenceList(NUMBERED, 0).entries
  const named = readReferenceList(NAMED, 0).entries
  const alike = readReferenceList(NAMED_ALIKE, 0).entries
  const lists: Record<string, typeof named> = { numbered, named, alike }

  it.each(
    casesIn<'list' | 'text' | 'places'>(`
    list | text | places
    numbered | It is so [1] and so [2, 3]. | [1] → 0; [2, 3] → 1 2
    numbered | All of it [1–3], 95% CI [2, 3]. | [1–3] → 0 1 2
    numbered | In the lower range [2], hyphens of other kinds [1‑3], [1−2]. | [2] → 1; [1‑3] → 0 1 2; [1−2] → 0 1
    numbered | It is known.¹,² Others say otherwise.³ Some say both.¹ ³ | ¹,² → 0 1; ³ → 2; ¹ ³ → 0 2
    numbered | Ada L. Smith,¹,² Bo Jones³ and Cy Moe²⏎⏎It rose by 5%³ in all.¹ The clock is VC[1]. | ³ → 2; ¹ → 0
    numbered | In certain contexts(1, 2) it is so, as Miller et al. (3) say of RCTs.(1) | (1, 2) → 0 1; (3) → 2; (1) → 0
    numbered | Not in the list [7].
    named | Rivers flow (Adams and Hill, 1999; Baker 2004b). Baker (2004a) says so. | (Adams and Hill, 1999; Baker 2004b) → 0 2; Baker (2004a) → 1
    alike | Names of several parts (cf. Dall’Ora et al. 2016; Alonso-Sáez et al., 2010). | (cf. Dall’Ora et al. 2016; Alonso-Sáez et al., 2010) → 1 0
    alike | Of one year (Jost et al., 2008), (Hyndman et al., 2008), (Hyndman and Khandakar, 2008). | (Jost et al., 2008) → 5; (Hyndman et al., 2008) → 4; (Hyndman and Khandakar, 2008) → 3
    alike | Of one name (Norton and Smith, 2009; 2011a, b, Grote et al. 2008), not of another (Labrenz, 2008). | (Norton and Smith, 2009; 2011a, b, Grote et al. 2008) → 6 7 8 2
    alike | In Norton & Smith, (2009), Grote, Jost and Labrenz (2008), Jost et al.’s 2008 review; [Norton 2011b]. | Norton & Smith, (2009) → 6; Grote, Jost and Labrenz (2008) → 2; Jost et al.’s 2008 → 5; [Norton 2011b] → 8
  `),
  )('$text', ({ list, text, places }) => {
    const found = inTextCitations(text, text.length, lists[list]!)
    const shown = found.map(({ start, end, entries }) => `${text.slice(start, end)} → ${entries.join(' ')}`)
    expect(shown.join('; ')).toBe(places)
  })

  it('are also found behind the list, where manuscripts have their tables', () => {
    const body = 'It is so [2].\n\n'
    const tables = '\n\nTable 1. Lists of others.\n\nLong lists [1,3]\n\nShort lists [2]'
    const text = body + NUMBERED.slice(0, NUMBERED.indexOf('\n\nAppendix')) + tables
    const { entries } = readReferenceList(text, body.length)
    const supplement = `${text}\n\nReferences\n\n[1] E. Fox, Another list, 2004.`
    const found = [text, supplement].map((whole) =>
      inTextCitations(whole, body.length, entries).map((place) => whole.slice(place.start, place.end)),
    )
    expect(found).toEqual([['[2]', '[1,3]', '[2]'], ['[2]']])
  })

  it.each(['Aa, ', 'A', 'Smith 2001 (', '[1, ', '(Smith et al. ', '¹,'])(
    'are sought quickly in 200,000 characters of %s',
    (mark) => {
      const text = mark.repeat(200_000 / mark.length)
      const started = performance.now()
      for (const entries of [numbered, alike]) inTextCitations(text, text.length, entries)
      expect(performance.now() - started).toBeLessThan(2000)
    },
  )
})
