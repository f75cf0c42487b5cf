/**
 * What does the gate let in of a field that its atlas lacks? Each group of off-topic texts is judged with the whole atlas, without
 * the field that it is about, and without the field's whole family, of which that is the harder question.
 */
import { paperText } from '../../../corpus/index.ts'
import type { AtlasPhrase } from '../../../ingest/gate/atlas.ts'
import type { LabelledText, LabelledTopic } from './labelled-text.ts'
import type { LabelledPaper } from './read-papers.ts'

type Text = LabelledText['text']

export interface UnseenGroup {
  readonly name: string
  readonly texts: readonly Text[]
  readonly isField: (phrase: AtlasPhrase) => boolean
  readonly isFamily: (phrase: AtlasPhrase) => boolean
}

/** Stretches of a paper's body are about as long as an abstract; the first two of each three are left out, since neighbours resemble. */
const STRETCH_CHARACTERS = [900, 1_500] as const
const SHORTEST_PARAGRAPH = 200
const TAKEN_OF = 3
const TEXTS_OF_TOPIC = 200

/** Which family and fields of the atlas the off-topic papers are about, by reading them. */
const PAPERS: readonly (readonly [
  name: string,
  family: string,
  fields: readonly string[],
  files: readonly string[],
])[] = [
  ['software', 'computing', ['software engineering'], ['Bogner2019.pdf', 'Keim2024.pdf', 'Tucker2007.pdf']],
  ['distributed systems', 'computing', ['distributed systems'], ['Baldoni2002.pdf']],
  [
    'machine learning',
    'computing',
    ['artificial intelligence', 'language processing', 'information retrieval'],
    ['multi-column.pdf', 'pasa.pdf', 'demo3.pdf', 'layout-parser-paper-fast.pdf', 's_aimag10.pdf'],
  ],
  ['computer vision', 'computing', ['vision and graphics'], ['demo2.pdf']],
  ['teaching', 'education', ['higher education'], ['Kriha2018.pdf']],
  ['work', 'mind and society', ['work'], ['Ralph2020.pdf']],
  [
    'particle physics',
    'physics',
    ['particle and nuclear physics', 'relativity and quantum theory'],
    ['complex.pdf', 'r_1508.05632v2.pdf', 'r_2301.05883.pdf'],
  ],
  ['astronomy', 'physics', ['astronomy'], ['o_adamamiller_iPTF16abc_a026.pdf']],
  ['hydrology', 'earth sciences', ['hydrology'], ['demo1.pdf']],
  [
    'glaciers',
    'earth sciences',
    ['glaciers and snow'],
    ['o_Elizabethcase_TetonsGlaciationManuscript_4829.pdf'],
  ],
  ['elections', 'state', ['politics'], ['o_chrishanretty_pairwise_mps_ff08.pdf']],
  ['hospitals', 'health services', ['hospital management', 'health policy'], ['example2.pdf']],
  ['publishing', 'media', ['libraries and publishing'], ['o_greenelab_scihub_manuscript_4829.pdf']],
]

/** Encyclopaedia passages whose first sentence states what they are about. */
const TOPICS: Readonly<Record<string, readonly [family: string, fields: readonly string[]]>> = {
  film: ['screen and stage', ['film', 'television', 'acting']],
  music: ['music', ['popular music']],
  sport: ['sport and games', ['football', 'ball games', 'athletics']],
  places: ['places', ['towns', 'nature']],
  politics: ['state', ['politics', 'public administration']],
}

export function unseenGroups(
  topics: readonly LabelledTopic[],
  papers: readonly LabelledPaper[],
): UnseenGroup[] {
  const ofTopics = topics.flatMap(({ name, texts }) => {
    const about = TOPICS[name]
    const on = texts.filter((text) => text.on).slice(0, TEXTS_OF_TOPIC)
    return about === undefined
      ? []
      : [
          groupOf(
            name,
            ...about,
            on.map(({ text }) => text),
          ),
        ]
  })
  const ofPapers = PAPERS.map(([name, family, fields, files]) =>
    groupOf(name, family, fields, papers.filter(({ file }) => files.includes(file)).flatMap(stretchesOf)),
  )
  return [...ofTopics, ...ofPapers]
}

function groupOf(
  name: string,
  family: string,
  fields: readonly string[],
  texts: readonly Text[],
): UnseenGroup {
  return {
    name,
    texts,
    isField: (phrase) => phrase.family === family && fields.includes(phrase.field),
    isFamily: (phrase) => phrase.family === family,
  }
}

function stretchesOf({ paper: { pages, description } }: LabelledPaper): Text[] {
  const stretches: Text[] = []
  let stretch = ''
  for (const paragraph of paperText(pages)
    .slice(0, description.bodyEnd)
    .split(/\n\s*\n/)) {
    if (paragraph.length < SHORTEST_PARAGRAPH) continue
    stretch = `${stretch} ${paragraph.replaceAll(/\s+/g, ' ')}`.trimStart()
    if (stretch.length < STRETCH_CHARACTERS[0]) continue
    stretches.push({ title: description.title, abstract: stretch.slice(0, STRETCH_CHARACTERS[1]) })
    stretch = ''
  }
  return stretches.filter((_, index) => index % TAKEN_OF === 0)
}
