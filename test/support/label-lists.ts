import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fieldFile } from './pictures.ts'

const fileName = 'benthic-attributes.csv'
const rowCount = 738
const groups = [
  'Macroalgae',
  'Turf algae',
  'Soft coral',
  'Other',
  'Cyanobacteria',
  'Hard coral',
  'Other invertebrates',
  'Seagrass',
  'Sand',
  'Bare substrate',
  'Rubble',
  'Crustose coralline algae'
]
/** Pairs of a name and its parent. */
const corals: [name: string, parent: string][] = [
  ['Acroporidae', 'Hard coral'],
  ['Acropora', 'Acroporidae'],
  ['Acropora secale', 'Acropora'],
  ['Cycloseris explanulata', 'Cycloseris'],
  ['Cycloseris', 'Fungiidae'],
  ['Fungiidae', 'Hard coral']
]

/**
 * Path of the real list of benthic attributes: 738 labels in twelve groups, some children before their parents. Without the field data beside the
 * repository, it is a generated list with its name, columns, groups and the labels that tests name.
 */
export function benthicAttributes(): string {
  const real = fieldFile(`taxa/${fileName}`)
  return existsSync(real) ? real : madeList()
}

function madeList(): string {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-labels-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const named = [...corals, ...groups.map(name => [name, null] as const)]
  const others = Array.from(
    { length: rowCount - named.length },
    (_, at) => [`Morphospecies ${at + 1}`, groups[at % groups.length]!] as const
  )
  const rows = [...named, ...others].map(([name, parent]) => [name, name, parent ?? 'NULL'].map(cell => `"${cell}"`).join(','))
  const path = join(folder, fileName)
  writeFileSync(path, `"id","name","parent_id"\n${rows.join('\n')}\n`)
  return path
}
