/** The backend that an option names, for the use cases of app/. */
import { type BackendName, backendNamed, type Gloss } from '../app/index.ts'

/** Empty where none is named. Throws `INPUT_INVALID` for a backend that does not exist. */
export function backendChoice(_gloss: Gloss, name: string | undefined): { readonly backend?: BackendName } {
  return name === undefined ? {} : { backend: backendNamed(name) }
}
