import { basename } from 'node:path'
import type { InlineConfig } from 'vite'
import { draftOf } from './draft.ts'
import { loadsOf } from './loads.ts'
import { mergeParts, type Part, type Prices } from './merge.ts'

/** Whether a module is part of the bundler's runtime. */
const isRuntime = (module: string) => module.startsWith('\0rolldown/')

/** Assigns the app's modules to output files, by name. A module without a name stays in the file of its screen or lazily loaded part. */
export async function chunkNames(config: InlineConfig, frameOf: (module: string) => string | undefined, prices: Prices) {
  const draft = await draftOf(config)
  const loads = loadsOf(draft, frameOf)
  const opensLate = (module: string) => module !== draft.entry && loads.has(module)
  const modulesOf = (part: Part) => part.pieces.flatMap(piece => piece.modules)
  const isOwn = (part: Part) => modulesOf(part).some(opensLate)

  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const part of mergeParts(draft.pieces, loads, isOwn, prices).filter(part => !isOwn(part))) {
    const largest = part.pieces.reduce((largest, piece) => (piece.size > largest.size ? piece : largest))
    const name = freeName(basename(largest.modules[0]!).replace(/\W.*/, ''), taken)
    for (const module of modulesOf(part)) if (!isRuntime(module)) names.set(module, name)
  }
  return names
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`
  taken.add(name)
  return name
}
