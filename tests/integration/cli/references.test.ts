/** `gloss references`: a file parsed without a corpus; papers of a corpus with what they cite and what cites them. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { corpusReferences } from '../../../app/references/index.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { openService } from '../../fixtures/service.ts'

const { cwd, json, run, write } = cliFolder()

it('--parse answers with the fields of each line', async () => {
  const raw = 'N. Isgur and M. B. Wise, Phys. Rev. D 43, 2401 (1991).'
  write('list.txt', `${raw}\r\n\r\nNothing at all\n`)
  const fields = { volume: '43', date: '1991' }
  expect(await json('references --parse list.txt')).toMatchObject({
    references: [{ raw, fields }, { raw: 'Nothing at all' }],
  })
})

it('takes a paper, --all or a file, one at a time', async () => {
  const { code, stderr } = await run('references x --all')
  expect([code, stderr]).toEqual([2, expect.stringContaining('one of: a paper, --all, or --parse FILE')])
})

it('papers name what they cite, what cites them, and what was retracted', async () => {
  const title = 'Cytotoxic triterpenes from the stem bark of Terminalia lacustris'
  write('retractions.csv', `Title,RetractionNature,RetractionDate\n"${title}",Retraction,1/2/2024\n`)
  const names = ['bark-extract-lupeol', 'chloroplast-haplotypes', 'watterson-missing-data']
  const settings = { retractions: join(cwd, 'retractions.csv') }
  const { gloss, get } = await openService(settings, { papers: names.map(samplePaper) })
  const { papers, missing } = await corpusReferences(gloss, {})
  const citing = papers.find((paper) => paper.title.startsWith('Chloroplast'))
  const cited = papers.find((paper) => paper.title === title)
  expect(citing).toMatchObject({ references: 4, retraction: null, retracted: [2] })
  expect(citing?.cites).toHaveLength(2)
  const retraction = { nature: 'Retraction', date: '1/2/2024' }
  expect(cited).toMatchObject({ citedBy: [citing?.id], retraction })
  const raw = expect.stringContaining('Nei M. Molecular evolutionary')
  expect(missing).toContainEqual(expect.objectContaining({ raw }))

  const { status, body } = await get(`/papers/${citing?.id}/references`)
  expect(status).toBe(200)
  expect(body.references[2]).toMatchObject({ number: 3, paper: cited?.id, retraction })
})
