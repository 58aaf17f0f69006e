import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ImportFormat } from '../../shared/contracts/exchange.ts'
import type { Shape } from '../../shared/contracts/shapes.ts'
import { zipOf } from './zips.ts'

const root = new URL('../fixtures/exchange/', import.meta.url).pathname

/** Numbers counted by hand in the file. */
export interface Counted {
  format: ImportFormat
  /** Number of annotations by the count of the program that wrote the file. */
  rows: number
  taken: number
  /** Lines of the report: left out, and imported with a change. */
  leftOut?: number
  changed?: number
  /** Number of annotations in Isobath, when it differs: a row may have several parts, or be one of several labels. */
  parts?: number
  joined?: number
  /** Annotations of each label, by its name. */
  labels: Record<string, number>
  /** First shape of the file; null for a label of the whole image. */
  first?: Shape
  kinds?: (Shape['kind'] | null)[]
  confidences?: (number | null)[]
  /** Parts of the messages on data that are left out or changed. Every message contains one of them. */
  named?: string[]
}

export interface CorpusFile {
  program: string
  name: string
  content(): Promise<Buffer>
  expected: Counted | { refused: string }
}

/** Files as other programs write them, by their published formats: a folder for each program. A folder inside it is an archive. */
export function exchangeCorpus(): CorpusFile[] {
  return readdirSync(root).flatMap(program => {
    const expected: Record<string, CorpusFile['expected']> = JSON.parse(readFileSync(join(root, program, 'expected.json'), 'utf8'))
    const names = readdirSync(join(root, program)).filter(name => name !== 'expected.json')
    const missing = names.filter(name => !(name in expected))
    if (missing.length > 0) throw new Error(`${program}/expected.json lacks ${missing.join(', ')}`)
    return Object.entries(expected).map(([name, outcome]) => ({
      program,
      name,
      expected: outcome,
      content: () => contentOf(join(root, program, name))
    }))
  })
}

async function contentOf(path: string): Promise<Buffer> {
  if (!statSync(path).isDirectory()) return readFileSync(path)
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files.map(entry => join(entry.parentPath, entry.name)).sort()
  return zipOf(Object.fromEntries(paths.map(each => [relative(path, each), readFileSync(each)])))
}
