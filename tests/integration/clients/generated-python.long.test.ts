/** A client for Python, generated from /openapi.json of the running service, works with that service. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  generatePythonClient,
  hasPythonGenerator,
  orWithoutPython,
  useGeneratedClient,
} from '../../fixtures/python-clients.ts'
import { samplePaper, serve } from '../../fixtures/served-samples.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const QUESTION = 'which IC50 did the bark extract show?'

it.skipIf(!hasPythonGenerator)(
  orWithoutPython('openapi-python-client makes a client that ingests, retrieves, asks and reads failures'),
  async () => {
    const served = await serve()
    onTestFinished(() => served.close())
    const url = await served.server.listen({ port: 0, host: '127.0.0.1' })
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'packages'))
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${url}/openapi.json`)).text())
    const output = join(folder, 'packages', 'gloss_client')
    const complaints = await generatePythonClient(join(folder, 'openapi.json'), output)
    // Of media that the generator hands over as bytes, it says that they have no model.
    const others = complaints.match(/^.*\b(?:WARNING|ERROR|Unable)\b.*$/gm) ?? []
    expect(others.filter((line) => !/\/(?:image|file) within papers/.test(line))).toEqual([])
    const args = [url, samplePaper('bark-extract-lupeol'), QUESTION]
    const seen = await useGeneratedClient(join(folder, 'packages'), args)
    expect(seen).toMatchObject({
      state: 'done',
      kept: 1,
      hits: 3,
      title: 'Cytotoxic triterpenes from the stem bark of Terminalia lacustris',
      span: [expect.any(Number), expect.any(Number)],
      batch: [true, true],
      quote: expect.stringMatching(/IC50/),
      models: expect.arrayContaining(['static']),
      problem: [true, 404, 'PAPER_NOT_FOUND'],
    })
  },
)
