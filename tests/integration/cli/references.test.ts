/** `gloss references`: a file parsed without a corpus; papers of a corpus with what they cite and what cites them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { corpusReferences } from '../../../app/references/index.ts'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { SAMPLE_PAPERS, serve } from '../../fixtures/served-samples.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()
const RETRACTIONS = join(cwd, 'retractions.csv')
const CITED = 'Cytotoxic triterpenes from the stem bark of Terminalia lacustris'

describe('gloss references', () => {
  it('--parse answers with the fields of each line', async () => {
    writeFileSync(
      join(cwd, 'list.txt'),
      'N. Isgur and M. B. Wise, Phys. Rev. D 43, 2401 (1991).\r\n\nNothing at all\n',
    )
    expect(await answerOf(['references', '--parse', 'list.txt'], { cwd })).toMatchObject({
      references: [
        {
          raw: 'N. Isgur and M. B. Wise, Phys. Rev. D 43, 2401 (1991).',
          fields: { volume: '43', date: '1991' },
        },
        { raw: 'Nothing at all' },
      ],
    })
  })

  it('takes one thing at a time', async () => {
    const { code, stderr } = await runCli(['references', 'x', '--all'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('one of: a paper, --all, or --parse FILE')
  })
})

describe('papers of a corpus', () => {
  it('name what they cite, what cites them, and what was retracted', async () => {
    writeFileSync(RETRACTIONS, `Title,RetractionNature,RetractionDate\n"${CITED}",Retraction,1/2/2024\n`)
    const files = ['bark-extract-lupeol.pdf', 'chloroplast-haplotypes.pdf', 'watterson-missing-data.pdf']
    await using served = await disposable({ retractions: RETRACTIONS }, files)
    const { papers, missing } = await corpusReferences(served.gloss, {})
    const citing = papers.find(({ title }) => title.startsWith('Chloroplast'))
    const cited = papers.find(({ title }) => title.startsWith('Cytotoxic'))
    expect(citing).toMatchObject({ references: 4, retraction: null, retracted: [2] })
    expect(citing?.cites).toHaveLength(2)
    expect(cited).toMatchObject({
      citedBy: [citing?.id],
      retraction: { nature: 'Retraction', date: '1/2/2024' },
    })
    expect(missing.map(({ raw }) => raw)).toContainEqual(
      expect.stringContaining('Nei M. Molecular evolutionary'),
    )

    const { statusCode, body } = await served.server.inject(`/papers/${citing?.id}/references`)
    expect(statusCode).toBe(200)
    const { references } = JSON.parse(body)
    expect(references[2]).toMatchObject({ number: 3, paper: cited?.id, retraction: { nature: 'Retraction' } })
  })
})

async function disposable(settings: Readonly<Record<string, unknown>>, files: readonly string[]) {
  const served = await serve(settings, { papers: files.map((file) => join(SAMPLE_PAPERS, file)) })
  return { ...served, [Symbol.asyncDispose]: () => served.close() }
}
