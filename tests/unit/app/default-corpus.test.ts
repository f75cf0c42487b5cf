import { expect, test } from 'vitest'
import { casesIn } from '../../fixtures/case-lines.ts'
import { openedGloss } from '../../fixtures/opened-gloss.ts'

test.each(
  casesIn<'of' | 'corpora' | 'read' | 'write'>(`
  of | corpora | read | write
  an empty workspace | none | main | main
  one corpus | thesis | thesis | thesis
  main among several | main, thesis | main | main
  several without main | a, b | main | main
  the sample papers alone | sample | sample | main
  the demonstration beside another | demonstration, thesis | thesis | thesis
  a subset for ablations beside its corpus | thesis, thesis_12-5-percent | thesis | thesis
`),
)(
  'where no corpus is named, of $of $read is read and $write is written',
  async ({ corpora, read, write }) => {
    const gloss = await openedGloss()
    for (const name of corpora === 'none' ? [] : corpora.split(', '))
      await (await gloss.workspace.createCorpus(name)).close()
    expect([await gloss.defaultCorpus('read'), await gloss.defaultCorpus('write')]).toEqual([read, write])
  },
)
