import { newId } from '../../../server/lib/ids.ts'
import type { Chance } from './chance.ts'

/** Fields that are named differently from the noun whose id they hold. */
const otherNames: Record<string, readonly string[]> = {
  into: ['label'],
  under: ['label'],
  parentId: ['label'],
  underLabelId: ['label'],
  keep: ['annotation'],
  memberIds: ['account'],
  from: ['project', 'media', 'version'],
  to: ['version'],
  id: ['annotation', 'label', 'media']
}

/** Path segments that are not the plural of their noun. */
const segments: Record<string, string> = {
  members: 'account',
  'annotation-sessions': 'annotationSession',
  'attribute-fields': 'field',
  'catalog-versions': 'version',
  media: 'media',
  bulk: 'bulk'
}

/** Maximum number of ids remembered per noun. */
const mostKept = 40

/** Ids by noun: those of the project that most calls use, those of a stranger's project, and those found in answers. */
export class Ids {
  home = new Map<string, string[]>()
  foreign = new Map<string, string[]>()
  #learnt = new Map<string, string[]>()

  /** Draws an id for a field of this name: mostly a valid one, otherwise that of a stranger, of another noun, or of no object. */
  pick(name: string, { below, one, in100 }: Chance): string {
    const noun = one(otherNames[name] ?? [name.replace(/Ids?$/, '')])
    const die = below(100)
    if (name === 'id' && in100(40)) return newId()
    if (die < 70) return this.#among(this.home, noun, one)
    if (die < 82) return this.#among(this.foreign, noun, one)
    if (die < 92) return this.#among(this.#learnt, noun, one)
    if (die < 96) return this.#among(this.home, one([...this.home.keys()]), one)
    return one(['nothing', newId(), '0', '__proto__', 'ä'.repeat(64), 'x'.repeat(128)])
  }

  #among(pool: Map<string, string[]>, noun: string, one: Chance['one']): string {
    const known = pool.get(noun) ?? []
    return known.length > 0 ? one(known) : newId()
  }

  /** Remembers every id in an answer. */
  learn(url: string, answer: unknown): void {
    const last = url.split('/').findLast(part => part !== '' && !part.startsWith(':')) ?? ''
    this.#walk(answer, segments[last] ?? last.replace(/s$/, ''), 0)
  }

  #walk(part: unknown, noun: string, depth: number): void {
    if (depth > 4 || typeof part !== 'object' || part === null) return
    if (Array.isArray(part)) {
      for (const item of part.slice(0, 3)) this.#walk(item, noun, depth + 1)
      return
    }
    for (const [name, value] of Object.entries(part)) {
      if (typeof value !== 'string') this.#walk(value, noun, depth + 1)
      else if (name === 'id') this.#keep(noun, value)
      else if (name.endsWith('Id')) this.#keep(name.slice(0, -2), value)
    }
  }

  #keep(noun: string, id: string): void {
    const known = this.#learnt.get(noun) ?? []
    if (known.push(id) > mostKept) known.shift()
    this.#learnt.set(noun, known)
  }
}
