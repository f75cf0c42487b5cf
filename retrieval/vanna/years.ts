/** Reads the years that a question asks for: "since 2015", "between 2010 and 2014", "in 2019"; other four-digit numbers do not count. */

export interface Years {
  /** Both ends are inclusive. */
  readonly from?: number
  readonly to?: number
  /** Spelling in the question. */
  readonly asked: string
}

const YEAR = '((?:1[5-9]|20)\\d\\d)'
const FORMS: readonly { form: RegExp; years(one: number, other: number): Omit<Years, 'asked'> }[] = [
  {
    form: new RegExp(`\\b(?:between|from)\\s+${YEAR}\\s*(?:and|to|until|till|-|–)\\s*${YEAR}\\b`, 'i'),
    years: (from, to) => ({ from, to }),
  },
  {
    form: new RegExp(`\\b(?:in|of|during|years?)\\s+${YEAR}\\s*[-–]\\s*${YEAR}\\b`, 'i'),
    years: (from, to) => ({ from, to }),
  },
  { form: new RegExp(`\\b(?:since|from)\\s+${YEAR}\\b`, 'i'), years: (from) => ({ from }) },
  {
    form: new RegExp(`\\b(?:after|later than|newer than)\\s+${YEAR}\\b`, 'i'),
    years: (year) => ({ from: year + 1 }),
  },
  { form: new RegExp(`\\b(?:until|till|up to|by)\\s+${YEAR}\\b`, 'i'), years: (to) => ({ to }) },
  {
    form: new RegExp(`\\b(?:before|prior to|earlier than|older than)\\s+${YEAR}\\b`, 'i'),
    years: (year) => ({ to: year - 1 }),
  },
  {
    form: new RegExp(`\\b(?:in|of|during|year|published|appeared)\\s+${YEAR}\\b`, 'i'),
    years: (year) => ({ from: year, to: year }),
  },
]

export function yearsIn(question: string): Years | null {
  for (const { form, years } of FORMS) {
    const found = form.exec(question)
    if (found !== null) return { ...years(Number(found[1]), Number(found[2])), asked: found[0] }
  }
  return null
}
