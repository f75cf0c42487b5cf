/** Tests whose statement a unit is: by its section, its verbs and persons, and its citation marks. */
import { expect, it } from 'vitest'
import { type Section, statementKind } from '../../../corpus/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'

const HEADINGS = [
  'Abstract',
  '1 Introduction',
  '2 Materials and methods',
  '2.1 Bark',
  '3. RESULTS',
  '4 Discussion',
  '5 Conclusion',
]
const SECTIONS: Section[] = HEADINGS.map((heading, at) => ({
  heading,
  level: /^\d\.\d/.test(heading) ? 2 : 1,
  start: at * 100,
  end: at * 100 + 100,
}))

it.each(
  casesIn<'kind' | 'heading' | 'text'>(`
  kind | heading | text
  finding | 3. RESULTS | The extract showed an IC50 of 18.4 µM (Table 2).
  finding | Abstract | We found that binding is lost without the loop.
  finding | 4 Discussion | Our results show that the loop closes first.
  finding | 5 Conclusion | The bark extract lowers the weight of tumours in mice.
  finding | 3. RESULTS | Survival was significantly higher in treated mice (p < 0.01).
  method | 2 Materials and methods | Rats were housed in cages of four.
  method | 2.1 Bark | The bark came from trees of the western shore.
  method | Abstract | Cells were incubated and then analysed by flow cytometry.
  background | 1 Introduction | Dengue is a leading cause of fever worldwide.
  background | 1 Introduction | Kinases share their ATP site, so few inhibitors are selective.
  background | 4 Discussion | A limitation is the number of mice; further studies are needed.
  others | 4 Discussion | Huang et al. found that the enzyme is reduced in tumours [30].
  others | 1 Introduction | Smith et al. (2004) reported higher yields of lupeol.
  others | 4 Discussion | Several studies have shown an association with age [12,13].
`),
)('$kind in $heading: $text', ({ kind, heading, text }) => {
  const start = HEADINGS.indexOf(heading) * 100 + 30
  expect(statementKind({ kind: 'unit', text, start, locator: '' }, SECTIONS)).toBe(kind)
  expect(statementKind({ kind: 'passage', text, start, locator: '' }, SECTIONS)).toBeNull()
})

it('is null for a text that is not English, whose words are not read', () => {
  const text =
    'Der Extrakt hemmte das Enzym in allen Versuchen um 40 % und senkte den Blutdruck der Ratten deutlich.'
  expect(statementKind({ kind: 'unit', text, start: null, locator: 'Ergebnisse, S. 4' }, [])).toBeNull()
})

it.each([
  ['background', 'Introduction', 'Lupeol inhibited the enzyme within hours.'],
  ['background', 'I. INTRODUCTION', 'Lupeol inhibited the enzyme within hours.'],
  ['finding', 'Of barks', 'Lupeol inhibited the enzyme within hours.'],
  ['finding', 'Of barks', 'The pooled estimates were alike in both countries.'],
  ['method', 'Methods, p. 3', 'Rats were housed in cages.'],
])('is %s by the section in the locator if the place in the paper is unknown: %s', (kind, locator, text) => {
  expect(statementKind({ kind: 'unit', text, start: null, locator }, [])).toBe(kind)
})

/** Returns sections of the first level (second if the name begins with a space), of 100 characters, or 40 if the name ends in "|". */
function sectionsOf(names: string): Section[] {
  return names.split(', ').map((name, at) => ({
    heading: name.replace('|', '').trim(),
    level: name.startsWith(' ') ? 2 : 1,
    start: at * 100,
    end: at * 100 + (name.endsWith('|') ? 40 : 100),
  }))
}

it.each(
  casesIn<'kind' | 'names' | 'section' | 'text'>(
    `
  kind → names → section → text
  others → Introduction, Related work → 1 → The results showed that the later version was harder to read.
  method → Methods,  Outcomes, Results → 1 → Survival was estimated according to the criteria of 2007.
  finding → Outcomes, Discussion → 0 → Survival was estimated at four years.
  finding → Results, Medication, Discussion → 1 → The patients accepted the pills that their doctor prescribed.
  method → Introduction, Experiment design → 1 → There were three groups of students.
  background → Results, Threats to validity → 1 → The students may have known the patterns.
  finding → Methods, Results, Summary → 2 → Bark is rich in lupeol.
  background → Summary, Introduction → 0 → Lupeol is the substance of bark.
  background → Introduction, Abstract|, Results → 1.6 → Lupeol inhibited the enzyme within hours.
  background → Abstract, Results → 0.1 → Bears produce the most altricial neonates.
  finding → Abstract, Results → 0.8 → Bears have milk of two kinds.
  background → Results → 0 → The Jaccard coefficient is the fraction of species that are unique to either.
  others → Discussion → 0 → Of note, 2 observational case-control analyses reported no effect on rates.
`,
    ' → ',
  ),
)('is $kind among $names', ({ kind, names, section, text }) => {
  const start = Number(section) * 100
  expect(statementKind({ kind: 'unit', text, start, locator: '' }, sectionsOf(names))).toBe(kind)
})
