/** Escapes a value for XML 1.0. Characters that XML forbids (control characters, lone surrogates) become spaces or U+FFFD. */
export function escapedXml(value: string | number | boolean): string {
  return (
    String(value)
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replace(/[\t\n\r]/g, character => `&#${character.charCodeAt(0)};`)
  )
}
