/** Imports optional packages, which add to Gloss if they are installed. */

/** Returns what the package exports, or null if it is not installed; throws the package's own errors. */
export async function importPackage<Exports>(name: string): Promise<Exports | null> {
  try {
    import.meta.resolve(name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
  return (await import(name)) as Exports
}
