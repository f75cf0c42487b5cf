/** Is a title a name, and does a heading name something? */
import { describe, expect, it } from 'vitest'
import { isNameLike, isNamingHeading } from '../../../../graph/names/title.ts'

describe('a title', () => {
  it.each([
    { title: 'Lupeol', is: true },
    { title: 'lupeol', is: true },
    { title: '', is: false },
    { title: '…', is: false },
    { title: 'The Strawberry Blonde', is: true },
    { title: 'William Ernest, Duke of Saxe-Weimar', is: true },
    { title: 'One Two Three Four Five Six Seven Eight', is: true },
    { title: 'One Two Three Four Five Six Seven Eight Nine', is: false },
    { title: 'Person-centered therapy', is: true },
    { title: 'lupeol acts', is: false },
    { title: 'Lupeol acts', is: true },
    { title: 'Lupeol acts on bark', is: true },
    { title: 'Lupeol acts on bark cells', is: true },
    { title: 'Lupeol acts on human bark cells', is: false },
    { title: 'Lupeol Binds human bark cells', is: true },
    { title: 'in the', is: true },
  ])('"$title" is a name: $is', ({ title, is }) => {
    expect(isNameLike(title)).toBe(is)
  })
})

describe('a heading', () => {
  it.each([
    { heading: 'Lupeol synthesis', is: true },
    { heading: 'Materials and methods', is: false },
    { heading: 'Results', is: false },
    { heading: '', is: false },
    { heading: 'in the', is: false },
    { heading: 'Results of lupeol', is: true },
    { heading: 'Lupeol in bark of old birches', is: true },
    { heading: 'Lupeol in the bark of old birches', is: false },
  ])('"$heading" names something: $is', ({ heading, is }) => {
    expect(isNamingHeading(heading)).toBe(is)
  })
})
