/** Creates a corpus, and deletes the open one. */
import { post, remove } from './api-client.ts'
import { byId, errorNotice, inputById, onSubmit } from './dom.ts'

/** Sets up the forms. `onChange` gets the corpus to open, if it is another one. */
export function openCorpora({
  corpusName,
  onChange,
}: {
  corpusName: () => string
  onChange: (open?: string) => Promise<void>
}) {
  /** `act` resolves to the message to show. */
  const onName = (form: string, act: (name: string) => Promise<string>) =>
    onSubmit(form, async () => {
      const input = inputById(`${form}-name`)
      try {
        const said = await act(input.value.trim())
        input.value = ''
        byId('corpora-said').replaceChildren(said)
      } catch (error) {
        byId('corpora-said').replaceChildren(errorNotice(error))
      }
    })
  onName('new-corpus', async (name) => {
    await post('/corpora', { body: { name } })
    await onChange(name)
    return `The corpus ${name} is open. Add papers to it here.`
  })
  onName('delete-corpus', async (name) => {
    if (name !== corpusName()) return `The open corpus is ${corpusName()}: type this name to delete it.`
    await remove('/corpora/{name}', { path: { name } })
    await onChange()
    return `The corpus ${name} was deleted.`
  })
}
