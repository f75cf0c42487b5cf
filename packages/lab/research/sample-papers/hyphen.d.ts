/** The package brings no types; this is the one function used. */
declare module 'hyphen/en-gb/index.js' {
  const hyphenEnglish: { hyphenateSync(text: string, options?: { readonly hyphenChar?: string }): string }
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it.
  export default hyphenEnglish
}
