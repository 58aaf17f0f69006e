import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Alias } from 'vite'
import { withPlainZero } from './plain-zero.ts'

const folder = fileURLToPath(new URL('../../../node_modules/.cache/fonts', import.meta.url))
const { resolve } = createRequire(import.meta.url)

const fonts = ['normal', 'italic'].map(
  style => `@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-${style}.woff2`
)

/** Writes the body fonts with a plain zero, and returns aliases that replace the installed fonts with them. */
export function plainZeroFonts(): Alias[] {
  return fonts.map(font => {
    const file = join(folder, basename(font))
    const edited = withPlainZero(readFileSync(resolve(font)))
    const alias = { find: font, replacement: file }
    if (existsSync(file) && edited.equals(readFileSync(file))) return alias
    mkdirSync(folder, { recursive: true })
    // renamed once it is complete, because another build may be reading it
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, edited)
    renameSync(draft, file)
    return alias
  })
}
