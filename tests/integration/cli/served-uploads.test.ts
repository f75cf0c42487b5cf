/** A paper that is uploaded to a service started as the README says, in the folder where it is typed. */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { startCli } from '../../fixtures/run-cli.ts'
import { formOf, samplePaper } from '../../fixtures/served-samples.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const pdf = { name: 'bark.pdf', bytes: readFileSync(samplePaper('bark-extract-lupeol')) }

it('keeps the file, for its pages and for downloads', async () => {
  const { child } = startCli(['serve', '--port', '0', '--json'], { cwd: temporaryFolder() })
  onTestFinished(() => void child.kill('SIGKILL'))
  const line = await new Promise<string>((resolve) =>
    createInterface(child.stdout).once('line', (line) => resolve(line)),
  )
  const { url } = JSON.parse(line) as { readonly url: string }
  const { payload: body, headers } = formOf([pdf])
  const sent = await fetch(`${url}/papers?topic=none`, { method: 'POST', body, headers })
  const { id } = (await sent.json()) as { readonly id: string }
  const jobState = async () => ((await (await fetch(`${url}/jobs/${id}`)).json()) as { state: string }).state
  await expect.poll(jobState, { timeout: 60_000 }).toBe('done')
  const { papers } = (await (await fetch(`${url}/papers`)).json()) as { papers: { id: string }[] }
  const file = await fetch(`${url}/papers/${papers[0]!.id}/file`)
  expect([file.status, pdf.bytes.equals(await file.bytes())]).toEqual([200, true])
  expect((await fetch(`${url}/papers/${papers[0]!.id}/pages/1/image`)).status).toBe(200)
})
