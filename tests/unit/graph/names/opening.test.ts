import { describe, expect, it } from 'vitest'
import { createNamer } from '../../../../graph/index.ts'
import { openingNames } from '../../../../graph/names/opening.ts'

const untitled = (text: string, kind: 'passage' | 'unit' = 'passage') => ({
  title: '',
  texts: [text],
  units: [{ id: 'a', text, topic: '', kind }],
})

describe('what a text without a title opens with', () => {
  it.each([
    {
      text: 'William Ernest, Duke of Weimar( 19 October 1662 – 1728), was a duke.',
      names: ['william ernest duke of weimar', 'william ernest'],
    },
    {
      text: 'Ali Khalifa Rahuma is a footballer.',
      names: ['ali khalifa rahuma', 'ali rahuma', 'khalifa rahuma'],
    },
    { text: 'The Strawberry Blonde is a film.', names: ['the strawberry blonde', 'strawberry blonde'] },
    { text: 'Sylvie et le fantôme ("Sylvie and the ghost") is a film.', names: ['sylvie et le fantome'] },
    { text: 'In 1999, Jones left Texas for New York City.', names: ['jones'] },
    // Nine words are a name, ten are not: of those the first with capitals.
    {
      text: 'A Study of Old and New Trees in Kyoto is a book.',
      names: ['a study of old and new trees in kyoto', 'study of old and new trees in kyoto'],
    },
    {
      text: '"A Study of Old and New Trees in Kyoto" (1999) is a book.',
      names: ['a study of old and new trees in kyoto', 'study of old and new trees in kyoto'],
    },
    { text: 'A Study of the Old and New Trees in Kyoto is a book.', names: ['study of the old'] },
    {
      text: 'Ali Khalifa Rahuma , Footballer (1990) is here.',
      names: ['ali khalifa rahuma footballer', 'ali khalifa rahuma', 'ali rahuma', 'khalifa rahuma'],
    },
    { text: ', Kyoto is a city.', names: ['kyoto'] },
    { text: 'Old Kyoto rests. It is a city.', names: ['old kyoto'] },
    { text: 'lupeol is from Kyoto.', names: ['kyoto'] },
    { text: 'nothing here has a capital', names: [] },
    { text: '', names: [] },
  ])('reads "$text"', ({ text, names }) => {
    expect(openingNames(text)).toEqual(names)
  })

  it('is the title of a document that is one passage', async () => {
    const [unit] = await createNamer(null).name([untitled('Lupeol is a triterpene of bark.')])
    expect(unit?.mentions.filter(({ kind }) => kind === 'title').map(({ name }) => name)).toEqual(['lupeol'])
  })

  it('is no title of a statement, nor of one passage among several', async () => {
    const text = 'Lupeol is a triterpene of bark.'
    const { units } = untitled(text)
    const papers = [
      untitled(text, 'unit'),
      { title: '', texts: [text], units: [...units, { ...units[0]!, id: 'b' }] },
    ]
    const named = await createNamer(null).name(papers)
    expect(named.flatMap(({ mentions }) => mentions.filter(({ kind }) => kind === 'title'))).toEqual([])
  })
})
