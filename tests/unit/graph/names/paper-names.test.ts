/** What a whole paper says about its names. */
import { describe, expect, it } from 'vitest'
import { paperNames } from '../../../../graph/names/paper-names.ts'

function namesOf(...texts: readonly string[]) {
  const { longForms, shortForms } = paperNames(texts)
  return { longForms: Object.fromEntries(longForms), shortForms: [...shortForms] }
}

describe('the short forms of a paper', () => {
  it('are canonical, their long forms in the singular; as they are spelled they are kept besides', () => {
    expect(namesOf('Some mammalian target of rapamycin complexes (mTORCs) were seen.')).toEqual({
      longForms: { mtorcs: 'mammalian target of rapamycin complex' },
      shortForms: ['mTORCs'],
    })
  })

  it('mean what the first of its texts says', () => {
    const texts = [
      'In alzheimer disease (AD) it is so.',
      'In atopic dermatitis (AD) and in angina pectoris (AP).',
    ]
    expect(namesOf(...texts)).toEqual({
      longForms: { ad: 'alzheimer disease', ap: 'angina pectoris' },
      shortForms: ['AD', 'AP'],
    })
  })

  it('are none that only spell the long form in another way', () => {
    expect(namesOf('Many t cells (T Cell) were seen.')).toEqual({ longForms: {}, shortForms: [] })
  })

  it('of species are known besides, behind those that the paper explains', () => {
    const { longForms } = namesOf(
      'Escherichia coli and Bos taurus.',
      'In the enzyme of colitis (E Coli) it is so.',
    )
    expect(longForms).toEqual({
      'e coli': 'enzyme of colitis',
      'es coli': 'escherichia coli',
      'b taurus': 'bos taurus',
      'bo taurus': 'bos taurus',
    })
  })

  it('are none in no text', () => {
    expect(namesOf()).toEqual({ longForms: {}, shortForms: [] })
    expect(namesOf('No name here.')).toEqual({ longForms: {}, shortForms: [] })
  })
})
