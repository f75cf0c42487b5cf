/** A signal that any process of the same user may send does not open the debugger of a service that holds keys. */
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { startCli } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

it('SIGUSR1 to the service opens no debugger, and the service goes on', async () => {
  const { child, run } = startCli(['serve', '--port', '0', '--json'], { cwd: temporaryFolder() })
  onTestFinished(() => void child.kill('SIGKILL'))
  const origin = await new Promise<string>((resolve) =>
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line).url)),
  )
  child.kill('SIGUSR1')
  for (let asked = 0; asked < 20; asked++) expect((await fetch(`${origin}/health`)).status).toBe(200)
  child.kill('SIGTERM')
  const { code, stderr } = await run()
  expect(code).toBe(0)
  // Where its port is taken, Node says that the inspector did not start.
  expect(stderr).not.toMatch(/debugger|inspector/i)
})
